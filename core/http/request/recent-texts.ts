/** The bounds of recent texts in number and time. */
export interface RecentTextsOptions {
  readonly most: number
  readonly milliseconds: number
}

/** Recent texts; the oldest is forgotten, by time or number. */
export class RecentTexts {
  readonly #options: RecentTextsOptions
  readonly #untils = new Map<string, number>()

  constructor(options: RecentTextsOptions) {
    this.#options = options
  }

  get size(): number {
    return this.#untils.size
  }

  /** Remembers a text from now on; returns whether it is new. `now` is in milliseconds. */
  add(text: string, now: number): boolean {
    this.#tidy(now)
    const isNew = !this.#untils.delete(text)
    const [oldest] = this.#untils.size >= this.#options.most ? this.#untils.keys() : []
    if (oldest !== undefined) this.#untils.delete(oldest)
    this.#untils.set(text, now + this.#options.milliseconds)
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
