import { LRUCache } from 'lru-cache'
import { createDeadline } from '../../contract/time/deadline.ts'

/** An entry with its measure, and its start on the clock of its collection. */
export interface AgingEntry {
  readonly owner: string
  /** A whole number above 0. */
  readonly bytes: number
  readonly since: number
}

/**
 * Entries that live equally long and count in their owners' shares of a memory. When that is full, the least
 * recently used entry of the owner with most is removed first, so that an owner who stores more than others
 * cannot displace theirs. Each step takes constant time in entries, and a search and a shift among owners.
 * One timer frees the expired; it keeps no process alive, ends with the last entry, and looks for the oldest
 * when it fires, not with each addition.
 */
export class AgingEntries<V extends AgingEntry> {
  readonly #ttlSeconds: number
  readonly #now: () => number
  readonly #deadline = createDeadline(() => this.removeExpired())
  /** In the order in which they were set: looked at, never used. */
  readonly #entries = createList<V>()
  /** Those of each owner, in the order of their use. */
  readonly #owners = new Map<string, LRUCache<string, V>>()
  /** The same, those with least bytes first. */
  readonly #ranked: LRUCache<string, V>[] = []

  constructor({ ttlSeconds, now }: { readonly ttlSeconds: number; readonly now: () => number }) {
    this.#ttlSeconds = ttlSeconds
    this.#now = now
  }

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get oldest(): readonly [string, V] | undefined {
    const [key = ''] = this.#entries.rkeys()
    const entry = this.peek(key)
    return entry && [key, entry]
  }

  /** Returns an entry that has not expired. */
  get(key: string): V | undefined {
    const entry = this.peek(key)
    return entry && this.#measureRest(entry) > 0 ? entry : undefined
  }

  /** Returns an entry in whatever state. */
  protected peek(key: string): V | undefined {
    return this.#entries.peek(key)
  }

  /** Marks an entry as used last, without changing its age. */
  touch(key: string): void {
    this.#owners.get(this.peek(key)?.owner ?? '')?.get(key)
  }

  /** Sets an entry as the youngest and the one used last. */
  set(key: string, entry: V): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#change(entry.owner, (own) => own.set(key, entry))
    this.#watch()
  }

  delete(key: string): void {
    const entry = this.peek(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#change(entry.owner, (own) => own.delete(key))
  }

  clear(): void {
    this.#entries.clear()
    this.#owners.clear()
    this.#ranked.length = 0
    this.#deadline.stop()
  }

  /** Yields the entries with their keys, oldest first. Any may be deleted meanwhile. */
  *[Symbol.iterator](): IterableIterator<readonly [string, V]> {
    for (const key of [...this.#entries.rkeys()]) {
      const entry = this.peek(key)
      if (entry) yield [key, entry]
    }
  }

  /** Returns the key of the least recently used entry of the owner with most. */
  findFirstToGo(): string | undefined {
    const [key] = this.#ranked.at(-1)?.rkeys() ?? []
    return key
  }

  removeExpired(): void {
    for (let first = this.oldest; first && this.#measureRest(first[1]) <= 0; first = this.oldest)
      this.delete(first[0])
    this.#watch()
  }

  /** Changes the entries of an owner, and moves it to its new place among the others. */
  #change(owner: string, change: (own: LRUCache<string, V>) => void): void {
    const own = this.#owners.get(owner) ?? createList<V>()
    if (own.size > 0) this.#ranked.splice(this.#ranked.indexOf(own, this.#findPlace(own)), 1)
    change(own)
    if (own.size > 0) {
      this.#ranked.splice(this.#findPlace(own), 0, own)
      this.#owners.set(owner, own)
    } else this.#owners.delete(owner)
  }

  /** Returns the first place among the ranked whose owner has no less. */
  #findPlace({ calculatedSize: bytes }: LRUCache<string, V>): number {
    let [low, high] = [0, this.#ranked.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.#ranked[middle]?.calculatedSize ?? 0) < bytes) low = middle + 1
      else high = middle
    }
    return low
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

/** Its limit is never reached: which entry goes is decided among all owners. */
function createList<V extends AgingEntry>(): LRUCache<string, V> {
  return new LRUCache({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ bytes }) => bytes })
}
