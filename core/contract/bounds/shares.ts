/** The share of each owner in a limited resource, as places, jobs, bytes. Empty ones are dropped. */
export class Shares {
  readonly #amounts = new Map<string, number>()
  #total = 0

  get total(): number {
    return this.#total
  }

  get owners(): number {
    return this.#amounts.size
  }

  of(owner: string): number {
    return this.#amounts.get(owner) ?? 0
  }

  /** Changes the share of an owner; `amount` may be negative. */
  add(owner: string, amount: number): void {
    const now = this.of(owner) + amount
    this.#total += amount
    if (now === 0) this.#amounts.delete(owner)
    else this.#amounts.set(owner, now)
  }

  /**
   * Returns true when an owner may have one more: while there is room, or while it has less than an equal
   * part of the limit. So no owner can take everything from another, and a single one may have all.
   */
  admits(owner: string, limit: number): boolean {
    if (this.#total < limit) return true
    const mine = this.of(owner)
    const owners = this.#amounts.size + (mine === 0 ? 1 : 0)
    return limit > 0 && mine < Math.max(1, Math.floor(limit / owners))
  }

  clear(): void {
    this.#amounts.clear()
    this.#total = 0
  }
}
