import type { RunTimes } from './run-watch.ts'

/** Measures the parts of one run, from its making on. */
export class RunTimer implements RunTimes {
  readonly #clock: () => number
  readonly #askedAt: number
  #placedAt: number | undefined
  #endedAt: number | undefined

  /** `clock` returns milliseconds and never goes back. */
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

  /** The run has its place. */
  place(): void {
    this.#placedAt = this.#clock()
  }

  /** The run has ended. */
  end(): void {
    this.#endedAt = this.#clock()
  }
}
