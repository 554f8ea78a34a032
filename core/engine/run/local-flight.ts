import type { SpecimenError } from '../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import type { Boarding, CallAdmission, FlightRun, FlightTask, FlightWaiter, StartRun } from './flights.ts'
import type { RunMessages } from './run-messages.ts'
import type { MadeRun } from './runner.ts'

interface LocalFlightOptions {
  /** Called when a waiter has left; after the last one, before the signal aborts. */
  readonly onLeave: (waiter: FlightWaiter, isLast: boolean) => void
  /** The run's earlier messages, for late waiters. */
  readonly told: () => readonly ProgressMessage[]
}

/** One who waits for a flight, by promises of its own: once it has left, the flight knows nothing of it. */
interface Seat {
  readonly admission: Deferred<CallAdmission['cache']>
  readonly entry: Deferred<StoredResult>
}

/** A flight in this process. Ends by {@link land} or {@link fail}; the result comes from elsewhere. */
export class LocalFlight {
  /** Set once the room turned out not to have the result. */
  run: FlightRun | undefined
  readonly #options: LocalFlightOptions
  readonly #controller = new AbortController()
  readonly #seats = new Map<FlightWaiter, Seat>()
  /** Settle what a seat waits for, once that is known: for those who board late, too. */
  #settleAdmission: ((admission: Seat['admission']) => void) | undefined
  #settleEntry: ((entry: Seat['entry']) => void) | undefined

  constructor(options: LocalFlightOptions) {
    this.#options = options
  }

  get waiters(): readonly FlightWaiter[] {
    return [...this.#seats.keys()]
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  /** Adds a waiter; `isFirst` for the one that opened the flight. */
  board(waiter: FlightWaiter, isFirst: boolean): Boarding {
    const seat: Seat = { admission: createDeferred(), entry: createDeferred() }
    seat.admission.promise.catch(() => {}) // the waiter sees it below
    this.#seats.set(waiter, seat)
    const told = this.#options.told()
    if (told.length > 0) waiter.onMessages?.(told)
    this.#settleAdmission?.(seat.admission)
    this.#settleEntry?.(seat.entry)
    if (this.#settleEntry) this.#seats.delete(waiter)
    const leave = (error: SpecimenError): void => {
      if (!this.#seats.delete(waiter)) return
      seat.entry.reject(error)
      seat.admission.resolve('miss') // it needs no refusal
      const isLast = this.#seats.size === 0
      this.#options.onLeave(waiter, isLast)
      if (isLast) this.#controller.abort(error)
    }
    return { admission: this.#admit(seat, isFirst), entry: seat.entry.promise, leave }
  }

  /** Admits the waiters: the room has the result, or the run has a place in the pool or the queue. */
  admit(cache: CallAdmission['cache']): void {
    this.#endAdmission(({ resolve }) => resolve(cache))
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
    const started = start({ id, signal: this.signal, progress, onAdmitted, share })
    const { times, made, countBefore, nodes } = started
    this.show({ id, times, ...(countBefore && { countBefore }), ...(nodes && { nodes }) })
    return await made
  }

  /** Shows a run to the waiters, also to those who were shown an earlier one. */
  show(run: FlightRun): void {
    this.run = Object.assign(this.run ?? {}, run)
  }

  tell(messages: readonly ProgressMessage[]): void {
    for (const { onMessages } of this.#seats.keys()) onMessages?.(messages)
  }

  land(entry: StoredResult): void {
    this.#end(({ resolve }) => resolve(entry))
  }

  /** Ends with an error, which refuses a flight that was not admitted yet. */
  fail(error: unknown): void {
    this.#endAdmission(({ reject }) => reject(error))
    this.#end(({ reject }) => reject(error))
  }

  #endAdmission(settle: (admission: Seat['admission']) => void): void {
    if (this.#settleAdmission) return
    this.#settleAdmission = settle
    for (const { admission } of this.#seats.values()) settle(admission)
  }

  #end(settle: (entry: Seat['entry']) => void): void {
    if (this.#settleEntry) return
    this.#settleEntry = settle
    for (const { entry } of this.#seats.values()) settle(entry)
    this.#seats.clear()
  }

  async #admit({ admission }: Seat, isFirst: boolean): Promise<CallAdmission> {
    const admitted = await admission.promise
    const cache = !isFirst && admitted === 'miss' ? 'joined' : admitted
    return { cache, run: cache === 'hit' ? undefined : this.run }
  }
}
