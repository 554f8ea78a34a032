/** Returns frames by the browser's clock; `draw` takes milliseconds, and returns whether another follows. */
export function createFrames(draw: (milliseconds: number) => boolean) {
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
    /** Requests a frame before the next repaint; repeated requests share it. */
    request,
    stop() {
      if (pending !== null) cancelAnimationFrame(pending)
      pending = null
    },
  }
}
