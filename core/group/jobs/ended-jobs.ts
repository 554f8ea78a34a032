/**
 * How many jobs of this host have ended and are still remembered, and what they take: counted here, by the
 * second, as Redis forgets them by itself.
 */
export class EndedJobs {
  readonly #ttl: number
  readonly #now: () => number
  /** Those that are forgotten in the same second, the next to be forgotten first. */
  readonly #groups: { readonly second: number; count: number; bytes: number }[] = []

  constructor(ttlMilliseconds: number, now: () => number) {
    this.#ttl = ttlMilliseconds
    this.#now = now
  }

  /** Counts one that has ended now. */
  add(bytes: number): void {
    const second = Math.floor((this.#now() + this.#ttl) / 1000)
    const last = this.#groups.at(-1)
    if (last?.second !== second) this.#groups.push({ second, count: 1, bytes })
    else {
      last.count++
      last.bytes += bytes
    }
    this.#forget()
  }

  /** Returns what is remembered. */
  total(): { readonly count: number; readonly bytes: number } {
    this.#forget()
    return {
      count: this.#groups.reduce((sum, { count }) => sum + count, 0),
      bytes: this.#groups.reduce((sum, { bytes }) => sum + bytes, 0),
    }
  }

  #forget(): void {
    const second = Math.floor(this.#now() / 1000)
    while ((this.#groups[0]?.second ?? second) < second) this.#groups.shift()
  }
}
