import { createDeadline } from '../domain/deadline.ts'
import { OwnedEntries, type OwnedEntry } from './owned-entries.ts'

/** An entry with its start, on the clock of its collection. */
export interface AgingEntry extends OwnedEntry {
  readonly since: number
}

/**
 * Entries that live equally long. One timer frees the expired; it keeps no process alive, ends with the last
 * entry, and looks for the oldest when it fires, not with each addition.
 */
export class AgingEntries<V extends AgingEntry> extends OwnedEntries<V> {
  readonly #ttlSeconds: number
  readonly #now: () => number
  readonly #deadline = createDeadline(() => this.removeExpired())

  constructor({ ttlSeconds, now }: { readonly ttlSeconds: number; readonly now: () => number }) {
    super()
    this.#ttlSeconds = ttlSeconds
    this.#now = now
  }

  /** Returns an entry that has not expired. */
  override get(key: string): V | undefined {
    const entry = super.get(key)
    return entry && this.#measureRest(entry) > 0 ? entry : undefined
  }

  override set(key: string, entry: V): void {
    super.set(key, entry)
    this.#watch()
  }

  override clear(): void {
    super.clear()
    this.#deadline.stop()
  }

  removeExpired(): void {
    for (let first = this.oldest; first && this.#measureRest(first[1]) <= 0; first = this.oldest)
      this.delete(first[0])
    this.#watch()
  }

  #watch(): void {
    const { oldest } = this
    if (oldest) this.#deadline.startOnce(this.#measureRest(oldest[1]))
  }

  /** Returns the seconds until an entry expires. */
  #measureRest({ since }: V): number {
    return this.#ttlSeconds - (this.#now() - since) / 1000
  }
}
