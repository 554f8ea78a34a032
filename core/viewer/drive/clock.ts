/** The clock of the driver, which tests replace. */
export interface Clock {
  now(): number
  /** Calls back once after some milliseconds; returns its cancellation. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The clock of the page. */
export const pageClock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, callback) => {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}
