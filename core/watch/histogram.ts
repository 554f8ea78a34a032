/**
 * How often a value was within each of some bounds. Adding costs a walk over the bounds and nothing else: one
 * is added for each request, and they become text only when somebody asks for the metrics.
 */
export class Histogram {
  /** Upper bounds, each included, in rising order. */
  readonly bounds: readonly number[]
  /** A count for each bound, and one for what is above all. */
  readonly counts: number[]
  #sum = 0
  #count = 0

  constructor(bounds: readonly number[]) {
    this.bounds = bounds
    this.counts = Array.from({ length: bounds.length + 1 }, () => 0)
  }

  /** Of all values together. */
  get sum(): number {
    return this.#sum
  }

  /** How many values there were. */
  get count(): number {
    return this.#count
  }

  add(value: number): void {
    let at = 0
    for (const bound of this.bounds) {
      if (value <= bound) break
      at++
    }
    this.counts[at] = (this.counts[at] ?? 0) + 1
    this.#sum += value
    this.#count++
  }
}
