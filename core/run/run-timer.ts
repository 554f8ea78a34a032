import type { RunTimes } from './run-watch.ts'

/** Measures the parts of one run from its creation on. */
export class RunTimer implements RunTimes {
  readonly #clock: () => number
  readonly #askedAt: number
  #placedAt: number | undefined
  #endedAt: number | undefined

  /** `clock` returns milliseconds, monotonic. */
  constructor(clock: () => number) {
    this.#clock = clock
    this.#askedAt = clock()
  }

  get queue(): number {
    return (this.#placedAt ?? this.#endedAt ?? this.#askedAt) - this.#askedAt
  }

  get compute(): number {
    return this.#placedAt === undefined || this.#endedAt === undefined ? 0 : this.#endedAt - this.#placedAt
  }

  place(): void {
    this.#placedAt = this.#clock()
  }

  end(): void {
    this.#endedAt = this.#clock()
  }
}
