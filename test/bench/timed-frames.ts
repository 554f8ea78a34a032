/** Times each frame of the window from its import on, also those that an emulated headset makes of them. */

/** The milliseconds of frames so far, and what is waited for at the end of each: its pixels, or nothing. */
export const timed = { milliseconds: [] as number[], finish: (): void => {} }

const request = globalThis.requestAnimationFrame.bind(globalThis)
globalThis.requestAnimationFrame = (run) =>
  request((now) => {
    const started = performance.now()
    run(now)
    timed.finish()
    timed.milliseconds.push(performance.now() - started)
  })
