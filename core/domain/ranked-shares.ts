import { Shares } from './shares.ts'

interface ShareStanding {
  readonly owner: string
  readonly amount: number
}

/** Outdated standings that are kept besides the current ones. */
const spareStandings = 64

/** Shares with their largest owner; a change costs the logarithm of the number of owners. */
export class RankedShares extends Shares {
  /**
   * A heap, the largest first: both below one, at 2i + 1 and 2i + 2, are no larger. An outdated standing
   * stays in it until it comes first, or until outdated ones are most of it.
   */
  #standings: ShareStanding[] = []

  get largest(): string | undefined {
    for (let first = this.#standings[0]; first; first = this.#standings[0]) {
      if (this.#holds(first)) return first.owner
      this.#removeFirst()
    }
    return undefined
  }

  override add(owner: string, amount: number): void {
    super.add(owner, amount)
    this.#insert({ owner, amount: this.of(owner) })
    if (this.#standings.length > 2 * this.owners + spareStandings) this.#tidy()
  }

  override clear(): void {
    super.clear()
    this.#standings = []
  }

  #holds({ owner, amount }: ShareStanding): boolean {
    return amount > 0 && this.of(owner) === amount
  }

  #insert(standing: ShareStanding): void {
    const heap = this.#standings
    let at = heap.push(standing) - 1
    while (at > 0) {
      const above = (at - 1) >> 1
      const larger = heap[above]
      if (!larger || larger.amount >= standing.amount) break
      heap[at] = larger
      at = above
    }
    heap[at] = standing
  }

  #removeFirst(): void {
    const heap = this.#standings
    const last = heap.pop()
    if (!last || heap.length === 0) return
    let at = 0
    for (;;) {
      const [left, right] = [heap[2 * at + 1], heap[2 * at + 2]]
      const isRight = left && right && right.amount > left.amount
      const below = isRight ? right : left
      if (!below || below.amount <= last.amount) break
      heap[at] = below
      at = 2 * at + (isRight ? 2 : 1)
    }
    heap[at] = last
  }

  /** Keeps one standing of each owner. A sorted list is a heap. */
  #tidy(): void {
    const held = new Map(
      this.#standings.filter((each) => this.#holds(each)).map((each) => [each.owner, each]),
    )
    this.#standings = [...held.values()].sort((a, b) => b.amount - a.amount)
  }
}
