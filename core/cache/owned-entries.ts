import { LinkedMap } from '../domain/linked-map.ts'
import { RankedShares } from '../domain/ranked-shares.ts'

/** What is known of an entry besides its key. */
export interface OwnedEntry {
  /** Whose share of the memory it takes. */
  readonly owner: string
  readonly bytes: number
}

/**
 * Entries, each of which takes a part of its owner's share of the memory. What goes first when that is full
 * is always an entry of whoever has most, the one used longest ago: nobody who stores more than others can
 * have theirs removed. No step takes longer for more entries, and those of more owners but their logarithm.
 */
export class OwnedEntries<V extends OwnedEntry> {
  /** In the order in which they were set. */
  readonly #entries = new LinkedMap<string, V>()
  /** Of each owner, in order of last use. */
  readonly #keys = new Map<string, LinkedMap<string, V>>()
  readonly #bytes = new RankedShares()

  get size(): number {
    return this.#entries.size
  }

  /** Of all entries together. */
  get bytes(): number {
    return this.#bytes.total
  }

  /** The entry that was set longest ago, with its key. */
  get oldest(): readonly [string, V] | undefined {
    return this.#entries.first
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Makes an entry the one used last, which makes it no younger. */
  touch(key: string): void {
    const entry = this.#entries.get(key)
    if (entry) this.#keys.get(entry.owner)?.moveToEnd(key)
  }

  /** Adds an entry, or another for the same key, as the youngest and the one used last. */
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

  /** The entries with their keys, the one that was set longest ago first. */
  [Symbol.iterator](): IterableIterator<readonly [string, V]> {
    return this.#entries[Symbol.iterator]()
  }

  /** Returns the key of the entry that goes first: of the owner that has most, the one used longest ago. */
  findFirstToGo(): string | undefined {
    const { largest } = this.#bytes
    return largest === undefined ? undefined : this.#keys.get(largest)?.first?.[0]
  }
}
