import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import {
  type Boarding,
  type Flights,
  type FlightWaiter,
  type StartRun,
  toFlightId,
} from '../../engine/run/flights.ts'
import { LocalFlight } from '../../engine/run/local-flight.ts'
import { leftError, stoppingError } from '../../engine/run/run-failure.ts'
import { findResult } from '../results/group-room-cache.ts'
import { parsePointer } from '../results/result-pointer.ts'
import { EnteredRuns, type OpenFlight } from './entered-runs.ts'
import {
  type Entered,
  enterFlight,
  type FlightRecord,
  leaveFlight,
  type WaiterName,
} from './flight-records.ts'
import { passCuts } from './pass-cuts.ts'
import { lostError, type ToldNews } from './run-end.ts'
import { toHostQueue } from './run-queues.ts'
import { RunWaits, type RunWaitsOptions } from './run-waits.ts'
import type { TakenRuns } from './taken-runs.ts'

/** The place of a call's runs. */
export interface RunPlace {
  readonly queue: string
  /** Set when this host alone computes it, by the runner of the request. */
  readonly isOwn: boolean
}

/** The dependencies of {@link GroupFlights}. */
export interface GroupFlightsOptions extends RunWaitsOptions {
  readonly taken: Pick<TakenRuns, 'find' | 'addOwn' | 'removeOwn'>
  /** The flights of this host by itself, while Redis is away. */
  readonly alone: Flights
  /** Returns an id that no other run or result has or had. */
  readonly createId: () => string
  /** Returns the place of a call's runs, or the refusal of a call that no host can compute now. */
  readonly findPlace: (invocation: Invocation) => RunPlace | SpecimenError
  /** Returns a call by the version that the group has now; undefined where it is of that. */
  readonly renew: (invocation: Invocation) => Invocation | undefined
}

const roundLimit = 8

/**
 * The flights of a host of a group: each waits for a run in a queue of BullMQ, at whichever host it is. The
 * messages of a run are at BullMQ, where jobs read them; other waiters get the last of them at times.
 */
export class GroupFlights implements Flights {
  readonly #options: GroupFlightsOptions
  readonly #waits: RunWaits
  readonly #entered: EnteredRuns
  readonly #open = new Map<string, OpenFlight>()
  #flights = 0
  #alone = 0
  #isClosed = false

  constructor(options: GroupFlightsOptions) {
    this.#options = options
    this.#waits = new RunWaits(options)
    this.#entered = new EnteredRuns(options, this.#waits)
  }

  /** The number of runs that this host has put into queues, that wait there, and that it kept to itself. */
  get counts(): { readonly asked: number; readonly waiting: number; readonly alone: number } {
    return { ...this.#waits.counts, alone: this.#alone }
  }

  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding {
    const id = toFlightId(invocation)
    const known = this.#open.get(id)
    const { caller, isHere = false } = waiter
    const flight = known ?? this.#begin(id, invocation, { caller, isHere, start })
    const boarding = flight.local.board(waiter, known === undefined)
    if (!known) void this.#fly(id, flight)
    // The run is now as new as this request, which reaches Redis after that of the flight.
    else this.#enter(flight, waiter, { run: '', queue: '', lost: '' }).catch(this.#note)
    return boarding
  }

  async find(invocation: Invocation): Promise<StoredResult | undefined> {
    const { connection, keys, results, alone } = this.#options
    if (connection.reachability.isAway) return await alone.find(invocation)
    const pointer = await connection.ask((redis) => findResult(redis, keys, invocation, true))
    return pointer && results.find(pointer, invocation.roomId)
  }

  /** Takes news of a run for which this host waits. */
  hear(news: ToldNews): void {
    this.#waits.hear(news)
  }

  /** All have left a run, or it was refused. */
  leave(run: string): void {
    this.#waits.leave(run)
  }

  /** Redis has lost its data: all flights ask again. */
  loseAll(): void {
    this.#waits.endAll()
  }

  /** Ends all flights of this host; their runs and jobs go on elsewhere. */
  close(): void {
    this.#isClosed = true
    this.#waits.endAll(stoppingError())
  }

  #begin(
    id: string,
    invocation: Invocation,
    first: Pick<OpenFlight, 'caller' | 'isHere' | 'start'>,
  ): OpenFlight {
    const onLeave = (waiter: FlightWaiter, isLast: boolean): void => {
      if (isLast) this.#remove(id, flight)
      const isGuest = ({ jobId }: FlightWaiter): boolean => jobId === undefined
      if (isGuest(waiter) && [...flight.local.waiters].some(isGuest)) return
      void this.#drop(flight, { waiter: this.#nameWaiter(flight, waiter) })
    }
    const local = new LocalFlight({ onLeave, told: () => (flight.told ? [flight.told] : []) })
    const name = `host:${this.#options.host}:${this.#flights++}` as const
    const flight: OpenFlight = { ...first, invocation, local, name, run: '', lost: '', told: undefined }
    this.#open.set(id, flight)
    return flight
  }

  async #fly(id: string, flight: OpenFlight): Promise<void> {
    try {
      const entry = await this.#findEntry(flight)
      this.#remove(id, flight)
      flight.local.land(entry)
    } catch (error) {
      this.#remove(id, flight)
      flight.local.fail(error)
    }
  }

  #remove(id: string, flight: OpenFlight): void {
    if (this.#open.get(id) === flight) this.#open.delete(id)
  }

  async #findEntry(flight: OpenFlight): Promise<StoredResult> {
    const { reachability } = this.#options.connection
    for (let round = 0; round < roundLimit && !this.#isClosed; round++) {
      const { signal } = flight.local
      signal.throwIfAborted()
      // What was entered or added just before a cut is found after it, so that no run begins twice.
      const result = await passCuts({ reachability, signal }, async () => await this.#tryRound(flight))
      if (result === 'lost') return await this.#flyAlone(flight)
      if (result) return result
      flight.lost = flight.run
    }
    throw this.#isClosed ? stoppingError() : lostError()
  }

  /** Computes a flight at this host, which cannot tell the others; or waits for its run if that is here. */
  async #flyAlone({ invocation, caller, start, local, run }: OpenFlight): Promise<StoredResult> {
    const { taken, alone } = this.#options
    const here = await taken
      .find(run, (message) => local.tell([message]), local.signal)
      .catch(() => undefined)
    if (here) return here
    local.signal.throwIfAborted()
    this.#alone++
    const waiter: FlightWaiter = { caller, onMessages: (messages) => local.tell(messages) }
    const boarding = alone.join(invocation, waiter, start)
    boarding.entry.catch(() => {}) // as the admission
    const onAbort = (): void => boarding.leave(leftError())
    local.signal.addEventListener('abort', onAbort, { once: true })
    const admission = await boarding.admission
    if (admission.run) local.show({ ...admission.run, isAlone: true })
    local.admit(admission.cache)
    return await boarding.entry
  }

  /** Returns the entry of a flight; undefined when its run or result was lost. */
  async #tryRound(flight: OpenFlight): Promise<StoredResult | undefined> {
    const { createId, renew } = this.#options
    const { local } = flight
    // The key of a call with data is none of its parameters alone.
    const renewed = flight.isHere ? undefined : renew(flight.invocation)
    if (renewed && flight.run !== '') void this.#drop(flight, flight)
    flight.invocation = renewed ?? flight.invocation
    const place = this.#findPlace(flight)
    const isRefused = place instanceof SpecimenError
    const [run, queue] = isRefused ? ['', ''] : [createId(), place.queue]
    const next = { run, queue, lost: flight.lost }
    const asked = [...local.waiters].map((waiter) => this.#enter(flight, waiter, next))
    const [entered = { kind: 'refused' }] = await Promise.all(asked)
    local.signal.throwIfAborted()
    if (entered.kind === 'refused') throw isRefused ? place : lostError()
    if (entered.kind === 'hit') {
      const result = this.#entered.findResult(flight, parsePointer(entered.pointer))
      if (result) local.admit('hit')
      return result
    }
    flight.run = entered.run
    try {
      if (entered.kind === 'joined') return await this.#entered.follow(flight, entered)
      return await this.#entered.lead(flight, entered, !isRefused && place.isOwn)
    } catch (error) {
      const code = error instanceof SpecimenError ? error.code : ''
      if (code === 'result.lost') return undefined
      // Those who have joined a run that was refused ask by themselves; one that has failed is over already.
      if (code !== 'group.away' && !local.signal.aborted) void this.#drop(flight, entered)
      throw error
    }
  }

  #findPlace({ invocation, isHere }: OpenFlight): RunPlace | SpecimenError {
    const { findPlace, host } = this.#options
    const place = findPlace(invocation)
    return isHere && !(place instanceof SpecimenError) ? { queue: toHostQueue(host), isOwn: true } : place
  }

  async #enter(
    flight: OpenFlight,
    waiter: FlightWaiter,
    next: FlightRecord & { readonly lost: string },
  ): Promise<Entered> {
    const { connection, keys, host } = this.#options
    const job = waiter.jobId === undefined ? undefined : keys.job(waiter.jobId)
    const entry = { ...next, host, waiter: this.#nameWaiter(flight, waiter), job }
    return await connection.ask((redis) => enterFlight(redis, keys, flight.invocation, entry))
  }

  #nameWaiter({ name }: OpenFlight, { jobId }: FlightWaiter): WaiterName {
    return jobId === undefined ? name : `job:${this.#options.keys.job(jobId)}`
  }

  /** Ends the wait of one waiter in Redis, or of all who wait for a run. */
  async #drop(
    { invocation }: Pick<OpenFlight, 'invocation'>,
    left: { readonly waiter: WaiterName } | { readonly run: string },
  ): Promise<void> {
    if (this.#isClosed) return
    const { connection, keys, queues } = this.#options
    const flight = keys.flight(invocation)
    await connection
      .insist((redis) => leaveFlight(redis, keys, flight, left))
      .then((over) => over && queues.remove(over.queue, over.run))
      .catch(this.#note)
  }

  readonly #note = (err: unknown): void => this.#options.log.debug({ err }, 'flights of the group')
}
