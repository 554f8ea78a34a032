import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { ProgressMessage } from '../domain/job.ts'
import { type Log, withFields } from '../domain/log.ts'
import type { CallOrigin } from '../domain/origin.ts'
import { measureResult } from '../domain/result/result.ts'
import type { StoredResult } from '../domain/result/stored-result.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import {
  type Boarding,
  type CallAdmission,
  type Flights,
  type FlightTask,
  type StartRun,
  toFlightId,
} from './flights.ts'
import { LatestRequests, supersededError, toClientKey } from './latest-requests.ts'
import { RunTimer } from './run-timer.ts'
import { noLimits, type RunLimits, RunTurns } from './run-turns.ts'
import { type EndedRun, nameRun, type RunWatch } from './run-watch.ts'
import type { Runner, SharedRunner } from './runner.ts'

/** An invocation, and what runs it. */
export interface Call {
  readonly invocation: Invocation
  readonly runner: Runner
}

/** A client that waits for a result. */
export interface Waiter {
  /** The name under which it is counted. */
  readonly caller?: string | undefined
  /**
   * What tells it from others of its caller, where it wants the latest of its answers only: a newer request
   * of the same client to the function in the room takes this one's place.
   */
  readonly client?: string | undefined
  /** Aborts when it leaves. */
  readonly signal: AbortSignal
  /** Takes the run's messages, from the first one (as far as kept), also when joining late. */
  readonly onMessages?: (messages: readonly ProgressMessage[]) => void
  /** The number of the first message that it has not got, where it has waited at a host that is gone. */
  readonly nextSeq?: number | undefined
  /** The request that it has sent. */
  readonly origin?: CallOrigin | undefined
}

/** What became of a call that was not refused. */
export interface CallAnswer extends CallAdmission {
  /** Rejects with `run.cancelled` when this waiter leaves, with `run.superseded` when it must give way. */
  readonly entry: Promise<StoredResult>
}

/** What an {@link Executor} needs of its host. */
export interface ExecutorOptions {
  readonly flights: Flights
  readonly log: Log
  /** Milliseconds, never going back. */
  readonly clock: () => number
  readonly watch?: RunWatch
  /** How many runs there may be at a time; none when absent. */
  readonly limits?: RunLimits
  /** Returns what runs a call that the room has no result of; the call's own runner when absent. */
  readonly share?: (call: Call) => SharedRunner
}

/** What a client waits for. */
interface Asked {
  readonly invocation: Invocation
  readonly waiter: Waiter
  /** See {@link toClientKey}. */
  readonly client: string | undefined
}

/** Characters of a failed call's parameters in the log. */
const loggedLength = 2000

/**
 * Answers an invocation from the room's cache, from an identical run that is under way in the room, or by a
 * run of its own, and tells log and metrics of it. Who waits, and which of several runs wins, is for the
 * {@link Flights} to say.
 */
export class Executor {
  readonly #options: ExecutorOptions
  readonly #turns: RunTurns
  readonly #latest = new LatestRequests()

  constructor(options: ExecutorOptions) {
    this.#options = options
    this.#turns = new RunTurns(options.limits ?? noLimits)
  }

  /**
   * Resolves once the cache has the result or the run is admitted, which then goes on. Logs the hit or miss.
   * @throws what refuses the run, to everybody who has joined it; nothing is left of it then, and nothing
   * logged
   */
  async request(call: Call, waiter: Waiter): Promise<CallAnswer> {
    const { invocation } = call
    const client = toClientKey(invocation, waiter)
    // First, as that frees a place.
    if (client !== undefined) this.#latest.supersede(client, toFlightId(invocation))
    const boarding = this.#options.flights.join(invocation, waiter, (task) => this.#start(call, waiter, task))
    const entry = this.#follow(boarding, { invocation, waiter, client })
    entry.catch(() => {}) // the caller may not look at it before the run is admitted
    const admission = await boarding.admission
    this.#logCall(invocation, admission, waiter.origin)
    return { ...admission, entry }
  }

  /** Returns the room's result for an invocation if it is there, and computes nothing. Logs a hit. */
  async find(invocation: Invocation, origin?: CallOrigin): Promise<StoredResult | undefined> {
    const cached = await this.#options.flights.find(invocation)
    if (cached) this.#logCall(invocation, { cache: 'hit' }, origin)
    return cached
  }

  /** Starts the run that the first of its waiters has asked for. */
  #start(call: Call, { caller, origin }: Waiter, { id, ...task }: FlightTask): ReturnType<StartRun> {
    const { invocation } = call
    const { clock, share } = this.#options
    const log = withFields(this.#options.log, nameRun({ id, invocation, origin }))
    const timer = new RunTimer(clock)
    const end = (outcome: EndedRun['outcome'], bytes: number): void => {
      timer.end()
      this.#options.watch?.ended({ id, times: timer, invocation, origin, outcome, bytes })
    }
    const onReleased = this.#watchRelease(task.signal)
    const context = { ...task, log, caller, onPlaced: () => timer.place(), onReleased }
    const runner = share?.(call) ?? call.runner
    const made = this.#turns.run({ invocation, runner }, context).then(
      (result) => {
        end('done', 'open' in result ? result.bytes : measureResult(result))
        return result
      },
      (error: unknown) => {
        end(toSpecimenError(error).code, 0)
        logFailure(log, invocation, error)
        throw error
      },
    )
    return { times: timer, made }
  }

  /** Returns what tells, when a run that was given up is gone, how long that has taken. */
  #watchRelease(signal: AbortSignal): () => void {
    const { clock, watch } = this.#options
    let leftAt: number | undefined
    signal.addEventListener('abort', () => {
      leftAt = clock()
    })
    return () => {
      if (leftAt !== undefined) watch?.released(clock() - leftAt)
    }
  }

  /** Settles with the flight, or rejects as soon as the waiter leaves or gives way. */
  async #follow({ entry, leave }: Boarding, asked: Asked): Promise<StoredResult> {
    const { signal } = asked.waiter
    const cancel = (): void => leave(new SpecimenError('run.cancelled', 'The run was cancelled.'))
    const giveWay = (): void => leave(supersededError())
    const flightId = toFlightId(asked.invocation)
    const forget =
      asked.client === undefined ? () => {} : this.#latest.add(asked.client, { flightId, giveWay })
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    try {
      return await entry
    } finally {
      signal.removeEventListener('abort', cancel)
      forget()
    }
  }

  #logCall(invocation: Invocation, { cache, run }: LookedUp, origin: CallOrigin | undefined): void {
    const { log, watch } = this.#options
    watch?.looked(cache)
    const named = nameRun({ id: run?.id, invocation, origin })
    const fields = { ...named, params: Object.keys(invocation.params), cache }
    log.info(fields, cache === 'hit' ? 'cache hit' : 'cache miss')
  }
}

/** A call that was answered by the room, which has no run, or by a run. */
type LookedUp = Pick<CallAdmission, 'cache'> & Partial<Pick<CallAdmission, 'run'>>

/** A function's failure is logged here and nowhere else, once for all who wait for it. */
function logFailure(log: Log, { params }: Invocation, error: unknown): void {
  if (!(error instanceof SpecimenError) || error.code !== 'function.failed') return
  const { message, cause } = error
  // The stack of a SpecimenError is the host's.
  const stack = cause instanceof Error && !(cause instanceof SpecimenError) ? cause.stack : undefined
  const given = JSON.stringify(params).slice(0, loggedLength)
  log.error({ params: given, error: toVisibleText(message), stack }, 'function failed')
}
