/** Recent texts; the oldest is forgotten, by time or number. */
export class RecentTexts {
  readonly #most: number
  readonly #milliseconds: number
  readonly #untils = new Map<string, number>()

  constructor(most: number, milliseconds: number) {
    this.#most = most
    this.#milliseconds = milliseconds
  }

  get size(): number {
    return this.#untils.size
  }

  /** Remembers a text from now on; returns whether it is new. `now` is in milliseconds. */
  add(text: string, now: number): boolean {
    this.#tidy(now)
    const isNew = !this.#untils.delete(text)
    const [oldest] = this.#untils.size >= this.#most ? this.#untils.keys() : []
    if (oldest !== undefined) this.#untils.delete(oldest)
    this.#untils.set(text, now + this.#milliseconds)
    return isNew
  }

  has(text: string, now: number): boolean {
    this.#tidy(now)
    return this.#untils.has(text)
  }

  delete(text: string): void {
    this.#untils.delete(text)
  }

  #tidy(now: number): void {
    for (const [text, until] of this.#untils) {
      if (now < until) return
      this.#untils.delete(text)
    }
  }
}
