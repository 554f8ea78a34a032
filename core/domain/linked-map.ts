interface Link<K, V> {
  readonly key: K
  value: V
  before: Link<K, V> | undefined
  after: Link<K, V> | undefined
}

/**
 * Entries in the order in which they came, as in a `Map`, for those from which the first is taken again and
 * again: a `Map` looks for it past the holes of all that were deleted before, which takes 50 µs where there
 * are 100,000. Here every step takes as long however many there are.
 */
export class LinkedMap<K, V> {
  readonly #links = new Map<K, Link<K, V>>()
  #first: Link<K, V> | undefined
  #last: Link<K, V> | undefined

  get size(): number {
    return this.#links.size
  }

  /** The key and value that came first, of those that are left. */
  get first(): readonly [K, V] | undefined {
    return this.#first && [this.#first.key, this.#first.value]
  }

  get(key: K): V | undefined {
    return this.#links.get(key)?.value
  }

  /** Adds an entry at the end, or gives one that is there another value. */
  set(key: K, value: V): void {
    const known = this.#links.get(key)
    if (known) {
      known.value = value
      return
    }
    const link: Link<K, V> = { key, value, before: this.#last, after: undefined }
    if (this.#last) this.#last.after = link
    else this.#first = link
    this.#last = link
    this.#links.set(key, link)
  }

  delete(key: K): void {
    const link = this.#links.get(key)
    if (!link) return
    const { before, after } = link
    if (before) before.after = after
    else this.#first = after
    if (after) after.before = before
    else this.#last = before
    this.#links.delete(key)
  }

  /** Makes an entry the last one, if it is there. */
  moveToEnd(key: K): void {
    const link = this.#links.get(key)
    if (!link || link === this.#last) return
    this.delete(key)
    this.set(key, link.value)
  }

  clear(): void {
    this.#links.clear()
    this.#first = undefined
    this.#last = undefined
  }

  /** The entries, the first one first. One may be deleted when it has come. */
  *[Symbol.iterator](): IterableIterator<[K, V]> {
    for (let link = this.#first; link; link = link.after) yield [link.key, link.value]
  }
}
