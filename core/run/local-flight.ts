import { createDeferred } from '../domain/deferred.ts'
import type { SpecimenError } from '../domain/errors.ts'
import type { ProgressMessage } from '../domain/job.ts'
import type { Result } from '../domain/result/result.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import type { Boarding, CallAdmission, FlightRun, FlightWaiter, StartRun } from './flights.ts'
import { leftError } from './run-failure.ts'
import type { RunMessages } from './run-messages.ts'

/** What a flight is told of its result, or tells of itself. */
export interface LocalFlightOptions {
  /** Called when the last waiter has left, before the signal aborts. */
  readonly onEmpty: () => void
  /** The messages of its run that were told already, for those who join late. */
  readonly told: () => readonly ProgressMessage[]
}

/** A run that this process makes for a flight. */
export interface OwnRun {
  readonly id: string
  /** Numbers its messages. */
  readonly messages: RunMessages
  /** Gets them. */
  readonly tell: (message: ProgressMessage) => void
}

/**
 * A flight as this process sees it: who waits for it here, whether it was admitted, and how it ends. Where
 * its result comes from is for others to say, by {@link admit}, {@link tell}, {@link land} and {@link fail}.
 */
export class LocalFlight {
  /** Of its run, from the moment in which the room turned out not to have the result. */
  run: FlightRun | undefined
  readonly sharing = { isAway: false }
  readonly #options: LocalFlightOptions
  readonly #controller = new AbortController()
  readonly #waiters = new Set<FlightWaiter>()
  readonly #admission = createDeferred<CallAdmission['cache']>()
  readonly #entry = createDeferred<StoredResult>()

  constructor(options: LocalFlightOptions) {
    this.#options = options
    this.#admission.promise.catch(() => {}) // each waiter looks at it by itself
    this.#entry.promise.catch(() => {})
  }

  /** Aborts when the last waiter has left. */
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
      if (this.#waiters.size > 0) return
      this.#options.onEmpty()
      this.#controller.abort(leftError())
    }
    this.#entry.promise.then(entry.resolve, entry.reject).finally(() => this.#waiters.delete(waiter))
    return { admission: this.#admit(isFirst), entry: entry.promise, leave }
  }

  /** The room has the result, or its run has a place or a place in the queue. */
  admit(cache: CallAdmission['cache']): void {
    this.#admission.resolve(cache)
  }

  /** Has its result made by this process. @throws what the run fails with */
  async make(start: StartRun, { id, messages, tell }: OwnRun): Promise<Result | StoredResult> {
    const progress = {
      report: (text: string, fraction?: number) => tell(messages.report(text, fraction)),
      skip: (count: number) => messages.skip(count),
    }
    const onAdmitted = (): void => this.admit('miss')
    const { times, made } = start({ id, signal: this.signal, progress, onAdmitted })
    this.run = { id, times }
    return await made
  }

  /** Hands messages on to all who wait. */
  tell(messages: readonly ProgressMessage[]): void {
    for (const { onMessages } of this.#waiters) onMessages?.(messages)
  }

  /** Ends with a result. */
  land(entry: StoredResult): void {
    this.#entry.resolve(entry)
  }

  /** Ends without one. A flight that was not admitted yet is refused by it. */
  fail(error: unknown): void {
    // When everybody has left, nobody is refused; and of a run that was admitted neither means anything.
    if (this.signal.aborted) this.#admission.resolve('miss')
    else this.#admission.reject(error)
    this.#entry.reject(error)
  }

  async #admit(isFirst: boolean): Promise<CallAdmission> {
    const admitted = await this.#admission.promise
    const cache = !isFirst && admitted === 'miss' ? 'joined' : admitted
    return { cache, run: cache === 'hit' ? undefined : this.run, sharing: this.sharing }
  }
}
