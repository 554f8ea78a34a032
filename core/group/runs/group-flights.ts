import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import {
  type Boarding,
  type Flights,
  type FlightWaiter,
  type StartRun,
  toFlightId,
} from '../../run/flights.ts'
import type { OwnRun } from '../../run/local-flight.ts'
import { stoppingError } from '../../run/run-failure.ts'
import { RunMessages } from '../../run/run-messages.ts'
import { timeRun } from '../../run/run-watch.ts'
import type { Runner, SharedRunner } from '../../run/runner.ts'
import { awayError } from '../redis/connect.ts'
import { parsePointer } from '../results/result-pointer.ts'
import { findResult } from '../results/room-records.ts'
import { type Entered, enterFlight, type WaiterName } from './flight-records.ts'
import { lostError } from './run-end.ts'
import { createOpenFlight, type OpenFlight, RunWaits, type RunWaitsOptions } from './run-waits.ts'

/** The place of a call's runs. */
export interface RunPlace {
  readonly queue: string
  /** Set when this host alone computes it, by the runner of the request. */
  readonly isOwn: boolean
}

/** The dependencies of {@link GroupFlights}. */
export interface GroupFlightsOptions extends RunWaitsOptions {
  /** Returns an id that no other run or result has or had. */
  readonly createId: () => string
  /** Returns the place of a call's runs. @throws the refusal of a call that no host can compute now */
  readonly findPlace: (invocation: Invocation) => RunPlace
}

const roundLimit = 8

/** The flights of a host of a group: each waits for a run in a queue of BullMQ, at whichever host it is. */
export class GroupFlights implements Flights {
  readonly #options: GroupFlightsOptions
  readonly #open = new Map<string, OpenFlight>()
  readonly #waits: RunWaits
  #flights = 0
  #alone = 0
  #isClosed = false

  constructor(options: GroupFlightsOptions) {
    this.#options = options
    this.#waits = new RunWaits(options)
    options.connection.reachability.onChange((isAway) => {
      if (isAway) for (const flight of this.#open.values()) flight.land(awayError())
    })
  }

  /** The number of runs that this host has put into queues, that wait there, and that it kept to itself. */
  get counts(): { readonly asked: number; readonly waiting: number; readonly alone: number } {
    return { ...this.#waits.counts, alone: this.#alone }
  }

  join(invocation: Invocation, waiter: FlightWaiter, start: StartRun): Boarding {
    const id = toFlightId(invocation)
    const known = this.#open.get(id)
    const flight = known ?? this.#begin(id, invocation, { caller: waiter.caller, start })
    flight.waiters.add(waiter)
    const boarding = flight.local.board(waiter, known === undefined)
    if (known) this.#touch(known, waiter)
    else void this.#fly(id, flight)
    return boarding
  }

  async find(invocation: Invocation): Promise<StoredResult | undefined> {
    const { connection, keys, results } = this.#options
    if (connection.reachability.isAway) return undefined
    const pointer = await connection.ask((redis) => findResult(redis, keys, invocation, true))
    return pointer && results.find(pointer, invocation.roomId)
  }

  /** All hosts are told that a run is left: flights that still wait for it ask for another. */
  leave(run: string): void {
    for (const flight of this.#open.values()) if (flight.run === run) flight.land({ kind: 'gone' })
  }

  /** Hosts have come or gone: looks at once at the runs that no host may be able to compute any more. */
  lookAgain(): void {
    this.#waits.lookAgain()
  }

  /** Redis has lost its data: all flights ask again. */
  loseAll(): void {
    for (const flight of this.#open.values()) flight.land({ kind: 'gone' })
  }

  /** Ends all flights of this host; their runs and jobs go on elsewhere. */
  close(): void {
    this.#isClosed = true
    this.#waits.close()
    for (const flight of this.#open.values()) flight.land(stoppingError())
  }

  #begin(id: string, invocation: Invocation, first: Pick<OpenFlight, 'caller' | 'start'>): OpenFlight {
    const name = `host:${this.#options.host}:${this.#flights++}` as const
    const flight = createOpenFlight({ ...first, invocation, name }, (left, waiter, isLast) =>
      this.#leave(id, left, { waiter, isLast }),
    )
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
    flight.entered.resolve()
  }

  async #findEntry(flight: OpenFlight): Promise<StoredResult> {
    const { connection } = this.#options
    const { local } = flight
    for (let round = 0; round < roundLimit && !this.#isClosed; round++) {
      local.signal.throwIfAborted()
      if (connection.reachability.isAway) return await this.#flyAlone(flight)
      try {
        const found = await this.#tryRound(flight)
        if (found) return found
      } catch (error) {
        if (!(error instanceof SpecimenError) || error.code !== 'group.away') throw error
        return await this.#flyAlone(flight)
      }
    }
    throw this.#isClosed ? stoppingError() : lostError()
  }

  /** Computes a flight at this host, which cannot tell the others; or waits for its run if that is here. */
  async #flyAlone(flight: OpenFlight): Promise<StoredResult> {
    const { taken, results, createId, now } = this.#options
    const { local, run, invocation, caller } = flight
    const here = run === undefined ? undefined : await taken.find(run)?.catch(() => undefined)
    if (here) return here
    const present = this.#answerByPresent(flight)
    if (present) return await present
    this.#alone++
    const messages = new RunMessages(now, flight.nextSeq)
    const tell: OwnRun['tell'] = (message) => this.#waits.tell(flight, [message])
    const result = await local.make(flight.start, { id: createId(), messages, tell, isAlone: true })
    return results.keepForRoom(result, invocation, caller).entry
  }

  /** Resolves with the result of another version, where the catalog has that since the call was admitted. */
  #answerByPresent(flight: OpenFlight): Promise<StoredResult> | undefined {
    const { invocation, caller, local } = flight
    const answer = this.#options.findPresent(invocation)
    if (!answer) return undefined
    for (const waiter of flight.waiters) void this.#waits.drop(flight, this.#nameWaiter(flight, waiter))
    local.admit('joined')
    return answer(caller, local.signal)
  }

  /** Returns the entry of a flight; undefined when its run or result was lost. */
  async #tryRound(flight: OpenFlight): Promise<StoredResult | undefined> {
    const present = this.#answerByPresent(flight)
    if (present) return await present
    const { results, createId, findPlace, host } = this.#options
    const { invocation, local } = flight
    const place = toPlaceOrRefusal(() => findPlace(invocation))
    const run = 'queue' in place ? { run: createId(), queue: place.queue } : { run: '', queue: '' }
    const entry = { ...run, by: host, lost: flight.run }
    let entered: Entered = { kind: 'over' }
    for (const waiter of [...flight.waiters]) {
      if (entered.kind === 'over') entered = await this.#enter(flight, waiter, entry)
      else this.#touch(flight, waiter)
    }
    if (entered.kind === 'refused') throw 'queue' in place ? lostError() : place.refusal
    if (entered.kind === 'over') throw new SpecimenError('run.cancelled', 'The job has ended.')
    if (entered.kind === 'hit') {
      const pointer = parsePointer(entered.pointer)
      const found = pointer && results.find(pointer, invocation.roomId)
      if (found) local.admit('hit')
      return found
    }
    flight.run = entered.run
    flight.queue = entered.queue
    flight.entered.resolve()
    if (local.signal.aborted) void this.#waits.drop(flight, flight.name)
    local.signal.throwIfAborted()
    if (entered.kind === 'joined') {
      const { times, place, end } = timeRun(this.#options.clock)
      local.show({ id: entered.run, times })
      const hooks = { onAdded: () => local.admit('joined'), onPlaced: place }
      return await this.#waits.wait(flight, entered, hooks).finally(end)
    }
    let isAdded = false
    const share = this.#share(flight, { ...entered, isOwn: 'isOwn' in place && place.isOwn }, () => {
      isAdded = true
    })
    const messages = new RunMessages(() => 0) // those of the run are numbered where it is computed
    try {
      const made = await local.make(flight.start, { id: entered.run, messages, tell: () => {}, share })
      return 'open' in made ? made : undefined
    } catch (error) {
      if (error instanceof SpecimenError && error.code === 'result.lost') return undefined
      // Those who have joined a run that was refused ask by themselves.
      if (!isAdded) void this.#waits.drop(flight, '')
      throw error
    }
  }

  /** Returns the runner that adds a run to its queue and waits for its end. */
  #share(
    flight: OpenFlight,
    entered: { readonly run: string; readonly queue: string; readonly by: string; readonly isOwn: boolean },
    onAdded: () => void,
  ): (own: Runner, request: string | undefined) => SharedRunner {
    return (own, request) => ({
      run: async (_, { onPlaced = () => {}, onAdmitted }) => {
        const added = async () => {
          await this.#waits.add(flight, entered, entered.isOwn ? { own, request } : { request })
          onAdded()
          onAdmitted?.()
        }
        const found = await this.#waits.wait(flight, entered, { onAdded: () => {}, onPlaced, added })
        if (found) return found
        throw lostError()
      },
    })
  }

  async #enter(
    flight: OpenFlight,
    waiter: FlightWaiter,
    entry: { run: string; queue: string; by: string; lost?: string | undefined; isKnown?: boolean },
  ): Promise<Entered> {
    const { connection, keys } = this.#options
    const job = waiter.jobId === undefined ? undefined : keys.job(waiter.jobId)
    const named = { ...entry, waiter: this.#nameWaiter(flight, waiter), job }
    return await connection.ask((redis) => enterFlight(redis, keys, flight.invocation, named))
  }

  #nameWaiter({ name }: OpenFlight, { jobId }: FlightWaiter): WaiterName {
    return jobId === undefined ? name : `job:${this.#options.keys.job(jobId)}`
  }

  /** Tells Redis of one more waiter of a flight, whose run is now as new as that. */
  #touch(flight: OpenFlight, waiter: FlightWaiter): void {
    const touched = flight.entered.promise.then(async () => {
      if (flight.run === undefined) return
      await this.#enter(flight, waiter, { run: flight.run, queue: '', by: '', isKnown: true })
    })
    touched.catch((err: unknown) => this.#options.log.debug({ err }, 'a waiter could not be told'))
  }

  #leave(
    id: string,
    flight: OpenFlight,
    { waiter, isLast }: { readonly waiter: FlightWaiter; readonly isLast: boolean },
  ): void {
    flight.waiters.delete(waiter)
    if (isLast) this.#remove(id, flight)
    const isGuest = waiter.jobId === undefined
    if (isGuest && [...flight.waiters].some(({ jobId }) => jobId === undefined)) return
    void this.#waits.drop(flight, this.#nameWaiter(flight, waiter))
  }
}

function toPlaceOrRefusal(find: () => RunPlace): RunPlace | { readonly refusal: unknown } {
  try {
    return find()
  } catch (refusal) {
    return { refusal }
  }
}
