interface LinkedEntry<K, V> {
  /** Absent when it was deleted. */
  entry: readonly [K, V] | undefined
  before: LinkedEntry<K, V> | undefined
  after: LinkedEntry<K, V> | undefined
}

/**
 * Entries in the order in which they came, as in a `Map`, for those from which the first is taken again and
 * again: a `Map` looks for it past the holes of all that were deleted before, which takes 50 µs where there
 * are 100,000. Here every step takes as long however many there are.
 *
 * What was deleted is found to be unused by the next collection of young memory. In a `Map` it is not: what
 * that held when it made room stays linked to what it holds now, and once the first of these tables is old,
 * all that follow are kept until a full collection, with everything in them.
 */
export class LinkedMap<K, V> {
  readonly #links = new Map<K, LinkedEntry<K, V>>()
  #first: LinkedEntry<K, V> | undefined
  #last: LinkedEntry<K, V> | undefined

  get size(): number {
    return this.#links.size
  }

  /** The key and value that came first, of those that are left. */
  get first(): readonly [K, V] | undefined {
    return this.#first?.entry
  }

  get(key: K): V | undefined {
    return this.#links.get(key)?.entry?.[1]
  }

  /** Adds an entry at the end, or gives one that is there another value. */
  set(key: K, value: V): void {
    const known = this.#links.get(key)
    if (known) {
      known.entry = [key, value]
      return
    }
    const link: LinkedEntry<K, V> = { entry: [key, value], before: undefined, after: undefined }
    this.#append(link)
    this.#links.set(key, link)
  }

  delete(key: K): void {
    const link = this.#links.get(key)
    if (!link) return
    this.#takeOut(link)
    this.#links.delete(key)
    link.entry = undefined
  }

  /** Makes an entry the last one, if it is there. */
  moveToEnd(key: K): void {
    const link = this.#links.get(key)
    if (!link || link === this.#last) return
    this.#takeOut(link)
    this.#append(link)
  }

  clear(): void {
    this.#links.clear()
    this.#first = undefined
    this.#last = undefined
  }

  /** The entries, the first one first. One may be deleted when it has come. */
  *[Symbol.iterator](): IterableIterator<readonly [K, V]> {
    for (let link = this.#first; link; ) {
      const { entry, after } = link
      if (entry) yield entry
      link = after
    }
  }

  #append(link: LinkedEntry<K, V>): void {
    link.before = this.#last
    if (this.#last) this.#last.after = link
    else this.#first = link
    this.#last = link
  }

  #takeOut(link: LinkedEntry<K, V>): void {
    const { before, after } = link
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    link.before = undefined
    link.after = undefined
  }
}
