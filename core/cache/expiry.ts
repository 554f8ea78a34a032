import { createDeadline } from '../domain/deadline.ts'

/** What an {@link Expiry} needs of the collection it serves. */
export interface ExpiryOptions {
  /** How long an entry lives. */
  readonly ttlSeconds: number
  /** Milliseconds, never going back. */
  readonly now: () => number
  /** Returns when the oldest entry began to live, on the clock of `now`; undefined when there is none. */
  readonly findOldest: () => number | undefined
  /** Removes what has expired: it is called when the oldest entry is due, without any visit. */
  readonly removeExpired: () => void
}

/** The age of entries, and one timer for all of them. */
export interface Expiry {
  /** Returns whether what began to live at `since` has expired. */
  isExpired(since: number): boolean
  /** Sets the timer for the oldest entry, unless it is set already. Called when an entry was added. */
  watch(): void
  /** Ends the timer. Called when no entry is left. */
  stop(): void
}

/**
 * Returns the expiry of a collection whose entries live equally long. Its one timer keeps no process alive,
 * and ends with the last entry. Looks for the oldest entry once a life of it, not with each that is added.
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
