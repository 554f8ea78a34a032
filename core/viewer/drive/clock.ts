/** Time as the driver knows it, so that tests play its moments by hand. */
export interface Clock {
  /** Milliseconds since any moment. */
  now(): number
  /** Calls back once after some milliseconds; returns what calls that off. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The page's own clock. */
export const pageClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
