/** The source of frames: a window, or the session of a headset, during which a window may have none. */
export interface FrameSource {
  requestAnimationFrame(run: (now: number) => void): number
  cancelAnimationFrame(handle: number): void
}

/** Draws a frame when one is asked for, and the next while something moves. */
export interface Frames {
  /** Requests a frame before the next repaint; repeated requests share it. */
  request(): void
  /** Takes all frames from here on from this source, one that is waited for too; null for the window. */
  follow(source: FrameSource | null): void
  stop(): void
}

const usual = 16
const longest = 200

/** Returns frames of the window; `draw` takes milliseconds, and returns whether another follows. */
export function createFrames(draw: (milliseconds: number) => boolean): Frames {
  const page: FrameSource = globalThis
  let source = page
  let pending: number | null = null
  let last: number | null = null
  const run = (now: number) => {
    pending = null
    const isFollowed = draw(last === null ? usual : Math.max(0, Math.min(longest, now - last)))
    last = isFollowed ? now : null
    if (isFollowed) request()
  }
  const request = () => {
    pending ??= source.requestAnimationFrame(run)
  }
  const stop = () => {
    if (pending !== null) source.cancelAnimationFrame(pending)
    pending = null
  }
  return {
    /** Requests a frame before the next repaint; repeated requests share it. */
    request,
    /** Takes all frames from here on from this source, one that is waited for too; null for the window. */
    follow(next: FrameSource | null) {
      const isWaiting = pending !== null
      stop()
      source = next ?? page
      if (isWaiting) request()
    },
    stop,
  }
}
