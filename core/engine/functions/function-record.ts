import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { FunctionCrash } from '../run/run-failure.ts'

const crashLimit = 5
/** Length of the first suspension; each further one without a completed run is twice as long. */
const firstSeconds = 30
const longestSeconds = 600
/** The retry time of a refusal during a trial. */
const trialSeconds = 5

/** The tally of a function's runs since its bundle was loaded; times are in milliseconds. */
export interface RunTally {
  /** Runs that have returned or failed; not refused or cancelled ones. */
  readonly runs: number
  readonly failures: number
  /** Failures that cost their process. */
  readonly crashes: number
  /** Durations of `runs`, with their wait for a place. Null before the first. */
  readonly times: { readonly mean: number; readonly max: number; readonly last: number } | null
  /** Null while it may run. */
  readonly suspension: { readonly seconds: number; readonly reason: string } | null
}

interface FunctionRecordOptions {
  readonly title: string
  readonly now: () => number
  readonly log: Log
}

/**
 * Counts the runs of one function of a bundle, and suspends it when it crashes again and again: each crash
 * costs a process, and the requests behind it the start of the next.
 *
 * | stage | a run comes | it crashes | it ends otherwise | it is cancelled or refused |
 * | --- | --- | --- | --- | --- |
 * | sound | runs | the fifth in a row: suspended | sound | |
 * | suspended | refused; after its time: runs, tried | | sound | |
 * | tried | refused | suspended, twice as long | sound | suspended, its time over |
 *
 * Runs that end in the stage `suspended` have begun before it; only the run that is tried can make it longer.
 */
export class FunctionRecord {
  readonly #options: FunctionRecordOptions
  #stage: 'sound' | 'suspended' | 'tried' = 'sound'
  #runs = 0
  #failures = 0
  #crashes = 0
  #totalTime = 0
  #maxTime = 0
  #lastTime = 0
  #crashesInRow = 0
  #suspendedUntil = 0
  #lastCrash = ''

  /** `now` returns milliseconds, from any origin. */
  constructor(options: FunctionRecordOptions) {
    this.#options = options
  }

  get tally(): RunTally {
    const [runs, failures, crashes] = [this.#runs, this.#failures, this.#crashes]
    const times = { mean: this.#totalTime / runs, max: this.#maxTime, last: this.#lastTime }
    const isSuspended = this.#stage !== 'sound'
    const suspension = isSuspended ? { seconds: this.#secondsLeft, reason: this.#lastCrash } : null
    return { runs, failures, crashes, times: runs === 0 ? null : times, suspension }
  }

  /** Runs the function and counts the run. @throws `function.suspended`, and errors of the run */
  async run<T>(start: () => Promise<T>): Promise<T> {
    const isTrial = this.#admit()
    const began = this.#options.now()
    try {
      const result = await start()
      this.#count(began)
      this.#recover()
      return result
    } catch (error) {
      const isFailure = error instanceof SpecimenError && error.code === 'function.failed'
      if (isFailure) {
        this.#count(began)
        this.#failures++
      }
      if (error instanceof FunctionCrash) this.#crash(error, isTrial)
      else if (isFailure) this.#recover()
      else if (isTrial && this.#stage === 'tried') this.#stage = 'suspended'
      throw error
    }
  }

  get #secondsLeft(): number {
    return Math.max(0, Math.ceil((this.#suspendedUntil - this.#options.now()) / 1000))
  }

  /** Returns true when the run is the trial after a suspension. @throws `function.suspended` */
  #admit(): boolean {
    if (this.#stage === 'sound') return false
    const seconds = this.#stage === 'tried' ? trialSeconds : this.#secondsLeft
    if (seconds === 0) {
      this.#stage = 'tried'
      return true
    }
    const why = `is suspended because it crashed ${this.#crashesInRow} times in a row`
    const remedy = `try again in ${seconds} s. Results that rooms hold are served.`
    throw new SpecimenError('function.suspended', `The ${this.#options.title} ${why}; ${remedy}`, {
      retryAfterSeconds: seconds,
    })
  }

  #count(began: number): void {
    this.#runs++
    this.#lastTime = this.#options.now() - began
    this.#totalTime += this.#lastTime
    this.#maxTime = Math.max(this.#maxTime, this.#lastTime)
  }

  #recover(): void {
    this.#crashesInRow = 0
    this.#stage = 'sound'
  }

  #crash({ message }: FunctionCrash, isTrial: boolean): void {
    this.#crashes++
    if (this.#stage !== 'sound' && !isTrial) return
    this.#lastCrash = message
    this.#crashesInRow++
    if (this.#crashesInRow < crashLimit) return
    const seconds = Math.min(firstSeconds * 2 ** (this.#crashesInRow - crashLimit), longestSeconds)
    this.#stage = 'suspended'
    this.#suspendedUntil = this.#options.now() + seconds * 1000
    const { title, log } = this.#options
    log.warn({ seconds, crashes: this.#crashesInRow }, `The ${title} was suspended: ${message}`)
  }
}
