/**
 * What each owner has of something that is limited in all: places in a queue, jobs, bytes. An owner with
 * nothing is not kept.
 */
export class Shares {
  readonly #amounts = new Map<string, number>()
  #total = 0

  /** What all owners have together. */
  get total(): number {
    return this.#total
  }

  /** How many owners have anything. */
  get owners(): number {
    return this.#amounts.size
  }

  /** Returns what an owner has. */
  of(owner: string): number {
    return this.#amounts.get(owner) ?? 0
  }

  /** Gives an owner more, or takes from it with a negative amount. */
  add(owner: string, amount: number): void {
    const now = this.of(owner) + amount
    this.#total += amount
    if (now === 0) this.#amounts.delete(owner)
    else this.#amounts.set(owner, now)
  }

  /**
   * Returns whether an owner may have one more: while there is room, or else while it has less than an equal
   * part of the limit. So nobody can leave nothing to another, and one who is alone may have all.
   */
  admits(owner: string, limit: number): boolean {
    if (this.#total < limit) return true
    const mine = this.of(owner)
    const owners = this.#amounts.size + (mine === 0 ? 1 : 0)
    return limit > 0 && mine < Math.max(1, Math.floor(limit / owners))
  }

  /** Takes everything from everybody. */
  clear(): void {
    this.#amounts.clear()
    this.#total = 0
  }
}
