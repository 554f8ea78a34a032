const longestMilliseconds = 2 ** 31 - 1

/** A timer that is cheap to set again: a stream sets it with each chunk. */
export interface Deadline {
  /** Sets it, also when it is set already. */
  start(seconds: number): void
  /** Sets it unless it is set already. */
  startOnce(seconds: number): void
  /** Unsets it. */
  stop(): void
}

/** Returns a deadline that is not set; `onDue` is called each time it passes. It keeps no process alive. */
export function createDeadline(onDue: () => void): Deadline {
  let timer: NodeJS.Timeout | undefined
  let milliseconds = 0
  const stop = (): void => {
    clearTimeout(timer)
    timer = undefined
  }
  const start = (seconds: number): void => {
    const wanted = Math.min(seconds * 1000, longestMilliseconds)
    if (timer && wanted === milliseconds) {
      timer.refresh()
      return
    }
    stop()
    milliseconds = wanted
    timer = setTimeout(() => {
      timer = undefined
      onDue()
    }, wanted)
    timer.unref()
  }
  return { start, startOnce: (seconds) => (timer ? undefined : start(seconds)), stop }
}
