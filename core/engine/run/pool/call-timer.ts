import type { TimedFunction, UsualTimes } from './usual-times.ts'

/** Measures one call of a function, by a clock of milliseconds that never goes back. */
export class CallTimer {
  readonly #times: UsualTimes
  readonly #timed: TimedFunction
  readonly #now: () => number
  /** The beginning of the function, or of the load of its bundle. */
  #begunAt: number | undefined

  constructor(times: UsualTimes, timed: TimedFunction, now: () => number) {
    this.#times = times
    this.#timed = timed
    this.#now = now
  }

  /** Returns the milliseconds that the run may go on once it is dropped; see {@link UsualTimes.toRest}. */
  get rest(): number {
    return this.#begunAt === undefined ? 0 : this.#times.toRest(this.#timed, this.#now() - this.#begunAt)
  }

  begin(): void {
    this.#begunAt = this.#now()
  }

  /** Ends the load of the bundle, and begins the run. */
  load(): void {
    if (this.#begunAt !== undefined) this.#times.addLoad(this.#timed, this.#now() - this.#begunAt)
    this.#begunAt = this.#now()
  }

  /** Ends a run that has a result. */
  end(): void {
    if (this.#begunAt !== undefined) this.#times.addRun(this.#timed, this.#now() - this.#begunAt)
  }
}
