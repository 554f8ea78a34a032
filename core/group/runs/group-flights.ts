import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { Log } from '../../domain/log.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { Shares } from '../../domain/shares.ts'
import {
  type Boarding,
  type Flights,
  type FlightWaiter,
  type StartRun,
  toFlightId,
} from '../../run/flights.ts'
import { LocalFlight } from '../../run/local-flight.ts'
import { stoppingError } from '../../run/run-failure.ts'
import { RunMessages } from '../../run/run-messages.ts'
import { RunTimer } from '../../run/run-timer.ts'
import type { Runner, SharedRunner } from '../../run/runner.ts'
import { awayError, type GroupConnection } from '../redis/connect.ts'
import { insist } from '../redis/insist.ts'
import type { GroupKeys } from '../redis/keys.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import type { GroupResults } from '../results/group-results.ts'
import { parsePointer } from '../results/result-pointer.ts'
import { findResult } from '../results/room-records.ts'
import { type Entered, enterFlight, leaveFlight, type WaiterName } from './flight-records.ts'
import { lostError, type RunEnd } from './run-end.ts'
import { type RunQueues, toHostQueue } from './run-queues.ts'
import type { TakenRuns } from './taken-runs.ts'

/** The place of a call's runs. */
export interface RunPlace {
  readonly queue: string
  /** Set when this host alone computes it, by the runner of the request. */
  readonly isOwn: boolean
}

/** The absence of all hosts that could compute a run. */
export interface Absence {
  readonly error: SpecimenError
  /** The message of a run that waits for one. */
  readonly notice: string
  /** Milliseconds for which a run waits for one. */
  readonly patience: number
}

/** The dependencies of {@link GroupFlights}. */
export interface GroupFlightsOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly queues: RunQueues
  readonly taken: Pick<TakenRuns, 'find' | 'addOwn' | 'removeOwn'>
  readonly results: GroupResults
  readonly host: string
  readonly log: Log
  /** Returns an id that no other run or result has or had. */
  readonly createId: () => string
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Milliseconds, never going back. */
  readonly clock: () => number
  /** Returns the place of a call's runs. @throws the refusal of a call that no host can compute now */
  readonly findPlace: (invocation: Invocation) => RunPlace
  /** Returns the error of runs in a queue from which no host takes; undefined while one does. */
  readonly findAbsence: (queue: string) => Absence | undefined
  readonly isThere: (host: string) => boolean
  /** Runs of this host that may wait in queues, for as many places. */
  readonly queueLimit: number
  /** Milliseconds between two looks at a run whose events may have been missed. */
  readonly lookPause?: number
}

/** A flight of this host. */
interface OpenFlight {
  readonly invocation: Invocation
  readonly local: LocalFlight
  readonly start: StartRun
  readonly caller: string | undefined
  /** The name of this flight among the waiters of all hosts. */
  readonly name: WaiterName
  readonly waiters: Set<FlightWaiter>
  /** The run in Redis that it waits for, and its queue. */
  run: string | undefined
  queue: string
  /** Resolves when that is known. */
  readonly entered: Deferred<void>
  readonly told: ProgressMessage[]
  nextSeq: number
  /** Ends the wait for the run, with its end as another part of the host knows it. */
  land: (end: RunEnd | SpecimenError) => void
}

const roundLimit = 8

/** The flights of a host of a group: each waits for a run in a queue of BullMQ, at whichever host it is. */
export class GroupFlights implements Flights {
  readonly #options: GroupFlightsOptions
  readonly #open = new Map<string, OpenFlight>()
  readonly #unplaced = new Shares()
  #flights = 0
  #alone = 0
  #asked = 0
  #isClosed = false

  constructor(options: GroupFlightsOptions) {
    this.#options = options
    options.connection.reachability.onChange((isAway) => {
      if (isAway) for (const flight of this.#open.values()) flight.land(awayError())
    })
  }

  /** The number of runs that this host has put into queues, that wait there, and that it kept to itself. */
  get counts(): { readonly asked: number; readonly waiting: number; readonly alone: number } {
    return { asked: this.#asked, waiting: this.#unplaced.total, alone: this.#alone }
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

  /** Redis has lost its data: all flights ask again. */
  loseAll(): void {
    for (const flight of this.#open.values()) flight.land({ kind: 'gone' })
  }

  /** Ends all flights of this host; their runs and jobs go on elsewhere. */
  close(): void {
    this.#isClosed = true
    for (const flight of this.#open.values()) flight.land(stoppingError())
  }

  #begin(id: string, invocation: Invocation, first: Pick<OpenFlight, 'caller' | 'start'>): OpenFlight {
    const told: ProgressMessage[] = []
    const onLeave = (waiter: FlightWaiter, isLast: boolean): void =>
      this.#leave(id, flight, { waiter, isLast })
    const flight: OpenFlight = {
      ...{ invocation, ...first, told, run: undefined, queue: '', nextSeq: 0, land: () => {} },
      name: `host:${this.#options.host}:${this.#flights++}`,
      waiters: new Set(),
      entered: createDeferred(),
      local: new LocalFlight({ onLeave, told: () => told }),
    }
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
    this.#alone++
    const messages = new RunMessages(now, flight.nextSeq)
    const tell = (message: ProgressMessage): void => this.#tell(flight, [message])
    const result = await local.make(flight.start, { id: createId(), messages, tell, isAlone: true })
    return results.keepForRoom(result, invocation, caller).entry
  }

  /** Returns the entry of a flight; undefined when its run or result was lost. */
  async #tryRound(flight: OpenFlight): Promise<StoredResult | undefined> {
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
      const pointer = parsePointer(parseOwnJson(entered.pointer))
      const found = pointer && results.find(pointer, invocation.roomId)
      if (found) local.admit('hit')
      return found
    }
    flight.run = entered.run
    flight.queue = entered.queue
    flight.entered.resolve()
    if (local.signal.aborted) void this.#drop(flight, flight.name)
    local.signal.throwIfAborted()
    if (entered.kind === 'joined') {
      const times = new RunTimer(this.#options.clock)
      local.show({ id: entered.run, times })
      const hooks = { onAdded: () => local.admit('joined'), onPlaced: () => times.place() }
      return await this.#wait(flight, entered, hooks).finally(() => times.end())
    }
    const messages = new RunMessages(() => 0) // those of the run are numbered where it is computed
    let isAdded = false
    const share = (own: Runner, request: string | undefined): SharedRunner => ({
      run: async (_, { onPlaced, onAdmitted }) => {
        const added = async () => {
          await this.#add(flight, entered, 'isOwn' in place && place.isOwn ? { own, request } : { request })
          isAdded = true
          onAdmitted?.()
        }
        const found = await this.#wait(flight, entered, {
          onAdded: () => {},
          onPlaced: onPlaced ?? (() => {}),
          added,
        })
        if (found) return found
        throw lostError()
      },
    })
    try {
      const made = await local.make(flight.start, { id: entered.run, messages, tell: () => {}, share })
      return 'open' in made ? made : undefined
    } catch (error) {
      if (error instanceof SpecimenError && error.code === 'result.lost') return undefined
      // Those who have joined a run that was refused ask by themselves.
      if (!isAdded) void this.#drop(flight, '')
      throw error
    }
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

  /** Puts a run into its queue, behind those of other callers that have fewer waiting. */
  async #add(
    { invocation, caller }: OpenFlight,
    { run, queue }: { readonly run: string; readonly queue: string },
    { own, request }: { readonly own?: Runner; readonly request: string | undefined },
  ): Promise<void> {
    const { connection, queues, taken } = this.#options
    if (own) taken.addOwn(run, own)
    this.#asked++
    const priority = this.#unplaced.of(caller ?? '') - 1
    await connection.ask(() => queues.add(queue, run, { invocation, caller, request }, priority))
  }

  /** Waits for the end of a run; `added` adds it first. Returns undefined when it is gone. */
  async #wait(
    flight: OpenFlight,
    { run, queue, by }: { readonly run: string; readonly queue: string; readonly by: string },
    { onAdded, onPlaced, added }: WaitHooks,
  ): Promise<StoredResult | undefined> {
    const { queues, taken, results, lookPause = 5000 } = this.#options
    const ended = createDeferred<RunEnd>()
    ended.promise.catch(() => {})
    const name = flight.caller ?? ''
    let isWaiting = added !== undefined
    if (isWaiting) this.#admit(name)
    const place = (): void => {
      if (isWaiting) this.#unplaced.add(name, -1)
      isWaiting = false
    }
    flight.land = (end) => (end instanceof SpecimenError ? ended.reject(end) : ended.resolve(end))
    const follower = {
      onAdded,
      onPlaced: () => {
        place()
        onPlaced()
      },
      onMessages: (messages: readonly ProgressMessage[]) => this.#tell(flight, messages),
      onEnd: (end: RunEnd) => {
        if (end.kind !== 'gone') onAdded()
        ended.resolve(end)
      },
    }
    const stop = queues.follow(queue, run, follower)
    const look = { queue, run, by, missedAt: undefined, isSeen: added !== undefined }
    const timer = setInterval(() => this.#look(flight, look, follower), lookPause)
    timer.unref()
    const onAbort = (): void => ended.reject(flight.local.signal.reason)
    flight.local.signal.addEventListener('abort', onAbort, { once: true })
    try {
      await added?.()
      if (!added) void this.#look(flight, look, follower)
      const end = await ended.promise
      if (end.kind === 'failed') throw end.error
      if (end.kind === 'gone') return undefined
      return results.find(end.pointer, flight.invocation.roomId)
    } finally {
      place()
      stop()
      clearInterval(timer)
      taken.removeOwn(run)
      flight.land = () => {}
      flight.local.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Counts a run that is about to wait. @throws `host.busy` when as many wait as may */
  #admit(caller: string): void {
    const { queueLimit } = this.#options
    if (!this.#unplaced.admits(caller, queueLimit)) {
      const detail = `${queueLimit} runs wait for the hosts of this group, the most that may from one host; `
      throw new SpecimenError('host.busy', `${detail}try again in a few seconds.`)
    }
    this.#unplaced.add(caller, 1)
  }

  /** Reads a run whose events may have been missed, and looks whether any host can compute it. */
  async #look(flight: OpenFlight, look: Look, follower: Parameters<RunQueues['follow']>[2]): Promise<void> {
    const { queues, findAbsence, isThere, clock, host, log } = this.#options
    const { queue, run, by } = look
    try {
      const seen = await queues.read(queue, run, flight.nextSeq - 1)
      if (!seen) {
        if (look.isSeen || !isThere(by)) follower.onEnd({ kind: 'gone' })
        return
      }
      look.isSeen = true
      follower.onAdded()
      follower.onMessages(seen.messages)
      if (seen.isPlaced) follower.onPlaced()
      if (seen.end) return follower.onEnd(seen.end)
      if (queue === toHostQueue(by) && !isThere(by)) return follower.onEnd({ kind: 'gone' })
      const absence = findAbsence(queue)
      if (absence && look.missedAt === undefined && by === host) await queues.tell(queue, run, absence.notice)
      look.missedAt = absence && (look.missedAt ?? clock())
      if (!absence || clock() - (look.missedAt ?? 0) < absence.patience) return
      follower.onEnd({ kind: 'failed', error: absence.error })
      await this.#drop(flight, '')
    } catch (err) {
      log.debug({ run, err }, 'a run could not be read') // looked at again
    }
  }

  #tell(flight: OpenFlight, given: readonly ProgressMessage[]): void {
    const messages = given.filter(({ seq }) => seq >= flight.nextSeq)
    const last = messages.at(-1)
    if (!last) return
    flight.nextSeq = last.seq + 1
    flight.told.push(...messages)
    if (flight.told.length > 2 * messageLimit) flight.told.splice(0, flight.told.length - messageLimit)
    flight.local.tell(messages)
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
    void this.#drop(flight, this.#nameWaiter(flight, waiter))
  }

  /** Ends the wait of one waiter in Redis; of all when `waiter` is empty. */
  async #drop({ invocation, run, queue }: OpenFlight, waiter: WaiterName | ''): Promise<void> {
    if (run === undefined || this.#isClosed) return
    const { connection, keys, queues, log } = this.#options
    const flight = keys.flight(invocation)
    try {
      const isOver = await insist(() =>
        connection.ask((redis) => leaveFlight(redis, keys, flight, { run, waiter })),
      )
      if (isOver) await queues.remove(queue, run)
    } catch (err) {
      log.debug({ run, err }, 'a run could not be left')
    }
  }
}

function toPlaceOrRefusal(find: () => RunPlace): RunPlace | { readonly refusal: unknown } {
  try {
    return find()
  } catch (refusal) {
    return { refusal }
  }
}

interface WaitHooks {
  /** Called once the run is in its queue, perhaps more than once. */
  readonly onAdded: () => void
  readonly onPlaced: () => void
  /** Adds the run; absent where another host does. */
  readonly added?: () => Promise<void>
}

interface Look {
  readonly queue: string
  readonly run: string
  readonly by: string
  /** Set while no host can compute it. */
  missedAt: number | undefined
  /** Set once it was in its queue. */
  isSeen: boolean
}
