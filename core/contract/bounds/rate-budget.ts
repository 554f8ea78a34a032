/** Refills steadily, so that bursts are allowed and floods are not. */
export class RateBudget {
  readonly #rate: number
  readonly #burst: number
  readonly #now: () => number
  #left: number
  #refilledAt: number

  /** Refills by `rate` a second up to `burst`, with which it begins; `now` is in milliseconds. */
  constructor({ rate, burst }: { readonly rate: number; readonly burst: number }, now: () => number) {
    this.#rate = rate
    this.#burst = burst
    this.#now = now
    this.#left = burst
    this.#refilledAt = now()
  }

  /** Takes `cost`; returns false when less than that was left. */
  take(cost: number): boolean {
    const time = this.#now()
    this.#left = Math.min(this.#burst, this.#left + ((time - this.#refilledAt) / 1000) * this.#rate)
    this.#refilledAt = time
    this.#left -= cost
    return this.#left >= 0
  }
}
