const longestMilliseconds = 2 ** 31 - 1

/** A timer that is cheap to restart: a stream restarts it with each chunk. */
export interface Deadline {
  start(seconds: number): void
  /** Starts it unless it runs. */
  startOnce(seconds: number): void
  stop(): void
}

/** Returns a stopped deadline; `onDue` is called each time it passes. It keeps no process alive. */
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
