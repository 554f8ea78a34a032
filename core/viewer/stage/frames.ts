/** Draws a frame when one is asked for, and never otherwise. */
export interface Frames {
  /** Draws before the next picture is shown, however often it is asked for until then. */
  request(): void
  stop(): void
}

/**
 * Returns frames by the browser's clock. `draw` says whether another has to follow; it is given the
 * milliseconds since the frame before, or those of one frame when there was none just before.
 */
export function createFrames(draw: (milliseconds: number) => boolean): Frames {
  const usual = 16
  const longest = 200
  let pending: number | null = null
  let last: number | null = null
  const run = (now: number) => {
    pending = null
    const isFollowed = draw(last === null ? usual : Math.min(longest, now - last))
    last = isFollowed ? now : null
    if (isFollowed) request()
  }
  const request = () => {
    pending ??= requestAnimationFrame(run)
  }
  return {
    request,
    stop() {
      if (pending !== null) cancelAnimationFrame(pending)
      pending = null
    },
  }
}
