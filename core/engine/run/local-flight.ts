import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { createDeferred } from '../../contract/time/deferred.ts'
import type { Boarding, CallAdmission, FlightRun, FlightTask, FlightWaiter, StartRun } from './flights.ts'
import type { RunMessages } from './run-messages.ts'
import type { MadeRun } from './runner.ts'

interface LocalFlightOptions {
  /** Called when a waiter has left; after the last one, before the signal aborts. */
  readonly onLeave: (waiter: FlightWaiter, isLast: boolean) => void
  /** The run's earlier messages, for late waiters. */
  readonly told: () => readonly ProgressMessage[]
}

/** A flight in this process. Ends by {@link land} or {@link fail}; the result comes from elsewhere. */
export class LocalFlight {
  /** Set once the room turned out not to have the result. */
  run: FlightRun | undefined
  readonly #options: LocalFlightOptions
  readonly #controller = new AbortController()
  readonly #waiters = new Set<FlightWaiter>()
  readonly #admission = createDeferred<CallAdmission['cache']>()
  readonly #entry = createDeferred<StoredResult>()

  constructor(options: LocalFlightOptions) {
    this.#options = options
    this.#admission.promise.catch(() => {}) // each waiter observes it separately
    this.#entry.promise.catch(() => {})
  }

  get waiters(): ReadonlySet<FlightWaiter> {
    return this.#waiters
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Adds a waiter; `isFirst` for the one that opened the flight. */
  board(waiter: FlightWaiter, isFirst: boolean): Boarding {
    this.#waiters.add(waiter)
    const told = this.#options.told()
    if (told.length > 0) waiter.onMessages?.(told)
    const entry = createDeferred<StoredResult>()
    const leave = (error: SpecimenError): void => {
      if (!this.#waiters.delete(waiter)) return
      entry.reject(error)
      const isLast = this.#waiters.size === 0
      this.#options.onLeave(waiter, isLast)
      if (isLast) this.#controller.abort(error)
    }
    this.#entry.promise.then(entry.resolve, entry.reject).finally(() => this.#waiters.delete(waiter))
    return { admission: this.#admit(isFirst), entry: entry.promise, leave }
  }

  /** Admits the waiters: the room has the result, or the run has a place in the pool or the queue. */
  admit(cache: CallAdmission['cache']): void {
    this.#admission.resolve(cache)
  }

  /** Runs the call in this process. @throws the error of the run */
  async make(
    start: StartRun,
    {
      id,
      messages,
      tell,
      share,
    }: Pick<FlightTask, 'id' | 'share'> & {
      readonly messages: RunMessages
      readonly tell: (message: ProgressMessage) => void
    },
  ): Promise<MadeRun> {
    const progress = {
      report: (text: string, fraction?: number) => tell(messages.report(text, fraction)),
      skip: (count: number) => messages.skip(count),
    }
    const onAdmitted = (): void => this.admit('miss')
    const { times, made, countBefore } = start({ id, signal: this.signal, progress, onAdmitted, share })
    this.show({ id, times, ...(countBefore && { countBefore }) })
    return await made
  }

  /** Shows a run to the waiters, also to those who were shown an earlier one. */
  show(run: FlightRun): void {
    this.run = Object.assign(this.run ?? {}, run)
  }

  tell(messages: readonly ProgressMessage[]): void {
    for (const { onMessages } of this.#waiters) onMessages?.(messages)
  }

  land(entry: StoredResult): void {
    this.#entry.resolve(entry)
  }

  /** Ends with an error, which refuses a flight that was not admitted yet. */
  fail(error: unknown): void {
    // After the last waiter has left, no refusal is needed; after admission neither has an effect.
    if (this.signal.aborted) this.#admission.resolve('miss')
    else this.#admission.reject(error)
    this.#entry.reject(error)
  }

  async #admit(isFirst: boolean): Promise<CallAdmission> {
    const admitted = await this.#admission.promise
    const cache = !isFirst && admitted === 'miss' ? 'joined' : admitted
    return { cache, run: cache === 'hit' ? undefined : this.run }
  }
}
