import { createDeadline } from '../domain/deadline.ts'

/** The dependencies of an {@link Expiry}. */
export interface ExpiryOptions {
  readonly ttlSeconds: number
  readonly now: () => number
  /** Returns the start of the oldest entry on the clock of `now`; undefined when there is none. */
  readonly findOldest: () => number | undefined
  readonly removeExpired: () => void
}

/** The age of entries, and one timer for all of them. */
export interface Expiry {
  isExpired(since: number): boolean
  /** Sets the timer for the oldest entry, unless it is set already. Call it after adding an entry. */
  watch(): void
  /** Ends the timer. Call it when no entry is left. */
  stop(): void
}

/**
 * Returns the expiry of a collection whose entries live equally long. Its one timer keeps no process alive,
 * and ends with the last entry. It looks for the oldest entry once per lifetime, not with each addition.
 */
export function createExpiry({ ttlSeconds, now, findOldest, removeExpired }: ExpiryOptions): Expiry {
  let isWatching = false
  const deadline = createDeadline(() => {
    isWatching = false
    removeExpired()
    watch()
  })
  const watch = (): void => {
    const oldest = isWatching ? undefined : findOldest()
    if (oldest === undefined) return
    isWatching = true
    deadline.start(ttlSeconds - (now() - oldest) / 1000)
  }
  const stop = (): void => {
    isWatching = false
    deadline.stop()
  }
  return { isExpired: (since) => now() - since >= ttlSeconds * 1000, watch, stop }
}
