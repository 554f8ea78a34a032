import { Shares } from '../domain/shares.ts'

/** What is known of an entry besides its key. */
export interface OwnedEntry {
  /** Whose share of the memory it takes. */
  readonly owner: string
  readonly bytes: number
}

/**
 * Entries in order of their last use, each of which takes a part of its owner's share of the memory. What
 * goes first when that is full is always an entry of whoever has most: nobody who stores more than others can
 * have theirs removed.
 */
export class OwnedEntries<V extends OwnedEntry> {
  readonly #entries = new Map<string, V>()
  /** Of each owner, in order of last use. */
  readonly #keys = new Map<string, Set<string>>()
  readonly #bytes = new Shares()
  readonly #onRemoved: (entry: V) => void

  /** `onRemoved` is called with each entry that leaves. */
  constructor(onRemoved: (entry: V) => void = () => {}) {
    this.#onRemoved = onRemoved
  }

  get size(): number {
    return this.#entries.size
  }

  /** Of all entries together. */
  get bytes(): number {
    return this.#bytes.total
  }

  get(key: string): V | undefined {
    return this.#entries.get(key)
  }

  /** Adds an entry, or another for the same key, as the one used last. */
  set(key: string, entry: V): void {
    const former = this.#take(key)
    if (former && former !== entry) this.#onRemoved(former)
    const { owner, bytes } = entry
    const keys = this.#keys.get(owner) ?? new Set()
    this.#keys.set(owner, keys.add(key))
    this.#entries.set(key, entry)
    this.#bytes.add(owner, bytes)
  }

  delete(key: string): void {
    const entry = this.#take(key)
    if (entry) this.#onRemoved(entry)
  }

  clear(): void {
    const all = [...this.#entries.values()]
    this.#entries.clear()
    this.#keys.clear()
    this.#bytes.clear()
    for (const entry of all) this.#onRemoved(entry)
  }

  /** The entries with their keys, the one used longest ago first. */
  [Symbol.iterator](): IterableIterator<[string, V]> {
    return this.#entries.entries()
  }

  /**
   * Returns the key of the entry that goes first: of the owner that has most, the one used longest ago.
   * Costs a look at each owner.
   */
  findFirstToGo(): string | undefined {
    const largest = this.#bytes.findLargest()
    if (largest === undefined) return undefined
    const [first] = this.#keys.get(largest) ?? []
    return first
  }

  #take(key: string): V | undefined {
    const entry = this.#entries.get(key)
    if (!entry) return undefined
    const { owner, bytes } = entry
    const keys = this.#keys.get(owner)
    keys?.delete(key)
    if (keys?.size === 0) this.#keys.delete(owner)
    this.#entries.delete(key)
    this.#bytes.add(owner, -bytes)
    return entry
  }
}
