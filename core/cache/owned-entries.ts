import { LRUCache } from 'lru-cache'

/** The measure of an entry. */
export interface OwnedEntry {
  readonly owner: string
  /** A whole number above 0. */
  readonly bytes: number
}

/**
 * Entries that count in their owners' shares of a memory. When that is full, the least recently used entry of
 * the owner with most is removed first, so that an owner who stores more than others cannot displace theirs.
 * Each step takes constant time in entries, and a search and a shift among owners.
 */
export class OwnedEntries<V extends OwnedEntry> {
  /** In the order in which they were set: looked at, never used. */
  readonly #entries = createList<V>()
  /** Those of each owner, in the order of their use. */
  readonly #owners = new Map<string, LRUCache<string, V>>()
  /** The same, those with least bytes first. */
  readonly #ranked: LRUCache<string, V>[] = []

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#entries.calculatedSize
  }

  get oldest(): readonly [string, V] | undefined {
    const [key = ''] = this.#entries.rkeys()
    const entry = this.#entries.peek(key)
    return entry && [key, entry]
  }

  get(key: string): V | undefined {
    return this.peek(key)
  }

  /** Returns an entry in whatever state. */
  protected peek(key: string): V | undefined {
    return this.#entries.peek(key)
  }

  /** Marks an entry as used last, without changing its age. */
  touch(key: string): void {
    const entry = this.#entries.peek(key)
    if (entry) this.#owners.get(entry.owner)?.get(key)
  }

  /** Sets an entry as the youngest and the one used last. */
  set(key: string, entry: V): void {
    this.delete(key)
    this.#entries.set(key, entry)
    this.#change(entry.owner, (own) => own.set(key, entry))
  }

  delete(key: string): void {
    const entry = this.#entries.peek(key)
    if (!entry) return
    this.#entries.delete(key)
    this.#change(entry.owner, (own) => own.delete(key))
  }

  clear(): void {
    this.#entries.clear()
    this.#owners.clear()
    this.#ranked.length = 0
  }

  /** Yields the entries with their keys, oldest first. Any may be deleted meanwhile. */
  *[Symbol.iterator](): IterableIterator<readonly [string, V]> {
    for (const key of [...this.#entries.rkeys()]) {
      const entry = this.#entries.peek(key)
      if (entry) yield [key, entry]
    }
  }

  /** Returns the key of the least recently used entry of the owner with most. */
  findFirstToGo(): string | undefined {
    const [key] = this.#ranked.at(-1)?.rkeys() ?? []
    return key
  }

  /** Changes the entries of an owner, and moves it to its new place among the others. */
  #change(owner: string, change: (own: LRUCache<string, V>) => void): void {
    const own = this.#owners.get(owner) ?? createList<V>()
    if (own.size > 0) this.#ranked.splice(this.#ranked.indexOf(own, this.#findPlace(own)), 1)
    change(own)
    if (own.size > 0) this.#ranked.splice(this.#findPlace(own), 0, own)
    if (own.size > 0) this.#owners.set(owner, own)
    else this.#owners.delete(owner)
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
}

/** Its limit is never reached: which entry goes is decided among all owners. */
function createList<V extends OwnedEntry>(): LRUCache<string, V> {
  return new LRUCache({ maxSize: Number.MAX_SAFE_INTEGER, sizeCalculation: ({ bytes }) => bytes })
}
