import { LinkedMap } from '../domain/linked-map.ts'
import { RankedShares } from '../domain/ranked-shares.ts'

/** The measure of an entry. */
export interface OwnedEntry {
  readonly owner: string
  readonly bytes: number
}

/**
 * Entries that count in their owners' shares of a memory. When that is full, the least recently used entry of
 * the owner with most is removed first, so that an owner who stores more than others cannot displace theirs.
 * Each step takes constant time in entries, and logarithmic in owners.
 */
export class OwnedEntries<V extends OwnedEntry> {
  readonly #entries = new LinkedMap<string, V>()
  readonly #keys = new Map<string, LinkedMap<string, V>>()
  readonly #bytes = new RankedShares()

  get size(): number {
    return this.#entries.size
  }

  get bytes(): number {
    return this.#bytes.total
  }

  get oldest(): readonly [string, V] | undefined {
    return this.#entries.first
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Marks an entry as used last, without changing its age. */
  touch(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#keys.get(entry.owner)?.moveToEnd(key)
  }

  /** Sets an entry as the youngest and the one used last. */
  set(key: string, entry: V): void {
    this.delete(key)
    const { owner, bytes } = entry
    const keys = this.#keys.get(owner) ?? new LinkedMap<string, V>()
    keys.set(key, entry)
    this.#keys.set(owner, keys)
    this.#entries.set(key, entry)
    this.#bytes.add(owner, bytes)
  }

  delete(key: string): void {
    const entry = this.#entries.get(key)
    if (!entry) return
    const { owner, bytes } = entry
    const keys = this.#keys.get(owner)
    keys?.delete(key)
    if (keys?.size === 0) this.#keys.delete(owner)
    this.#entries.delete(key)
    this.#bytes.add(owner, -bytes)
  }

  clear(): void {
    this.#entries.clear()
    this.#keys.clear()
    this.#bytes.clear()
  }

  /** Yields the entries with their keys, oldest first. */
  [Symbol.iterator](): IterableIterator<readonly [string, V]> {
    return this.#entries[Symbol.iterator]()
  }

  /** Returns the key of the least recently used entry of the owner with most. */
  findFirstToGo(): string | undefined {
    const { largest } = this.#bytes
    return largest === undefined ? undefined : this.#keys.get(largest)?.first?.[0]
  }
}
