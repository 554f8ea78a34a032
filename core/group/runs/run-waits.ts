import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { Shares } from '../../domain/shares.ts'
import type { FlightWaiter, StartRun } from '../../run/flights.ts'
import { LocalFlight } from '../../run/local-flight.ts'
import type { Runner } from '../../run/runner.ts'
import type { ComputeOptions } from './compute-run.ts'
import type { PresentAnswer } from './find-runner.ts'
import { leaveFlight, type WaiterName } from './flight-records.ts'
import type { RunEnd } from './run-end.ts'
import { type RunFollower, toHostQueue } from './run-queues.ts'
import type { TakenRuns } from './taken-runs.ts'

/** The absence of all hosts that could compute a run. */
export interface Absence {
  readonly error: SpecimenError
  /** Milliseconds for which a run waits for one. */
  readonly patience: number
}

/** The dependencies of {@link RunWaits}. */
export interface RunWaitsOptions extends Omit<ComputeOptions, 'ttlSeconds'> {
  readonly taken: Pick<TakenRuns, 'find' | 'addOwn' | 'removeOwn'>
  readonly host: string
  /** Milliseconds, never going back. */
  readonly clock: () => number
  /** Returns the error of runs in a queue from which no host takes; undefined while one does. */
  readonly findAbsence: (queue: string) => Absence | undefined
  readonly isThere: (host: string) => boolean
  readonly findPresent: (invocation: Invocation) => PresentAnswer | undefined
  /** Runs of this host that may wait in queues, for as many places. */
  readonly queueLimit: number
  /** Milliseconds between two looks at a run whose events may have been missed. */
  readonly lookPause?: number
}

/** A flight of this host. */
export interface OpenFlight {
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

/** Returns a flight without waiters. `name` is its own among the waiters of all hosts. */
export function createOpenFlight(
  first: Pick<OpenFlight, 'invocation' | 'caller' | 'start' | 'name'>,
  onLeave: (flight: OpenFlight, waiter: FlightWaiter, isLast: boolean) => void,
): OpenFlight {
  const told: ProgressMessage[] = []
  const flight: OpenFlight = {
    ...{ ...first, told, run: undefined, queue: '', nextSeq: 0, land: () => {} },
    waiters: new Set(),
    entered: createDeferred(),
    local: new LocalFlight({
      onLeave: (waiter, isLast) => onLeave(flight, waiter, isLast),
      told: () => told,
    }),
  }
  return flight
}

/** The callbacks of a wait. */
export interface WaitHooks {
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

/** The waits of a host's flights for runs in queues: adds runs, follows them, and leaves them. */
export class RunWaits {
  readonly #options: RunWaitsOptions
  readonly #unplaced = new Shares()
  /** Each looks at a run that is waited for. */
  readonly #looks = new Map<() => void, string>()
  #asked = 0
  #isClosed = false

  constructor(options: RunWaitsOptions) {
    this.#options = options
  }

  /** The number of runs that this host has put into queues, and that wait there. */
  get counts(): { readonly asked: number; readonly waiting: number } {
    return { asked: this.#asked, waiting: this.#unplaced.total }
  }

  /** Looks at once at the runs in queues from which no host takes. */
  lookAgain(): void {
    for (const [look, queue] of this.#looks) if (this.#options.findAbsence(queue)) look()
  }

  /** Leaves no run any more: those of a host that ends go on elsewhere. */
  close(): void {
    this.#isClosed = true
  }

  /** Waits for the end of a run; `added` adds it first. Returns undefined when it is gone. */
  async wait(
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
    const look = { queue, run, by, missedAt: undefined, isSeen: added !== undefined }
    const follower: RunFollower = {
      onAdded,
      onPlaced: () => {
        place()
        onPlaced()
      },
      onMessages: (messages: readonly ProgressMessage[]) => {
        // Earlier messages are read from the log: an event may overtake that.
        if ((messages[0]?.seq ?? 0) > flight.nextSeq) void this.#look(flight, look, follower)
        else this.tell(flight, messages)
      },
      onEnd: (end: RunEnd) => {
        if (end.kind !== 'gone') onAdded()
        ended.resolve(end)
      },
    }
    const stop = queues.follow(queue, run, follower)
    const lookNow = (): void => void this.#look(flight, look, follower)
    const timer = setInterval(lookNow, lookPause)
    timer.unref()
    this.#looks.set(lookNow, queue)
    const onAbort = (): void => ended.reject(flight.local.signal.reason)
    flight.local.signal.addEventListener('abort', onAbort, { once: true })
    try {
      await added?.()
      if (!added) lookNow()
      const end = await ended.promise
      if (end.kind === 'failed') throw end.error
      if (end.kind === 'gone') return undefined
      return results.find(end.pointer, flight.invocation.roomId)
    } finally {
      place()
      stop()
      clearInterval(timer)
      this.#looks.delete(lookNow)
      taken.removeOwn(run)
      flight.land = () => {}
      flight.local.signal.removeEventListener('abort', onAbort)
    }
  }

  /** Puts a run into its queue, behind those of other callers that have fewer waiting. */
  async add(
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
  async #look(flight: OpenFlight, look: Look, follower: RunFollower): Promise<void> {
    const { connection, keys, queues, findAbsence, findPresent, isThere, clock, log } = this.#options
    const { queue, run, by } = look
    try {
      const seen = await queues.read(queue, run, flight.nextSeq - 1)
      if (!seen) {
        if (look.isSeen || !isThere(by)) follower.onEnd({ kind: 'gone' })
        return
      }
      look.isSeen = true
      follower.onAdded()
      this.tell(flight, seen.messages)
      if (seen.isPlaced) follower.onPlaced()
      if (seen.end) return follower.onEnd(seen.end)
      if (queue === toHostQueue(by) && !isThere(by)) return follower.onEnd({ kind: 'gone' })
      const absence = findAbsence(queue)
      const isAbsent = absence !== undefined && !(await queues.isHeld(queue, run))
      if (isAbsent && findPresent(flight.invocation)) return follower.onEnd({ kind: 'gone' })
      look.missedAt = isAbsent ? (look.missedAt ?? clock()) : undefined
      if (!isAbsent || clock() - (look.missedAt ?? 0) < absence.patience) return
      follower.onEnd({ kind: 'failed', error: absence.error })
      // It stays in its queue: its messages are shown until they expire.
      const left = { run, waiter: '', hasEnded: true } as const
      await connection.ask((redis) => leaveFlight(redis, keys, keys.flight(flight.invocation), left))
    } catch (err) {
      log.debug({ run, err }, 'a run could not be read') // looked at again
    }
  }

  /** Tells the waiters of a flight the messages that are new to them. */
  tell(flight: OpenFlight, given: readonly ProgressMessage[]): void {
    const messages = given.filter(({ seq }) => seq >= flight.nextSeq)
    const last = messages.at(-1)
    if (!last) return
    flight.nextSeq = last.seq + 1
    flight.told.push(...messages)
    if (flight.told.length > 2 * messageLimit) flight.told.splice(0, flight.told.length - messageLimit)
    flight.local.tell(messages)
  }

  /** Ends the wait of one waiter in Redis; of all when `waiter` is empty. */
  async drop({ invocation, run, queue }: OpenFlight, waiter: WaiterName | ''): Promise<void> {
    if (run === undefined || this.#isClosed) return
    const { connection, keys, queues, log } = this.#options
    const flight = keys.flight(invocation)
    try {
      const isOver = await connection.insist((redis) => leaveFlight(redis, keys, flight, { run, waiter }))
      if (isOver) await queues.remove(queue, run)
    } catch (err) {
      log.debug({ run, err }, 'a run could not be left')
    }
  }
}
