import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { type Log, withFields } from '../../contract/domain/log.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import { measureResult, type Result } from '../../contract/domain/result/result.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { type Call, type CallAnswer, type CallExecutor, takesData, type Waiter } from './call.ts'
import type { Boarding, CallAdmission, FlightRun, Flights, FlightTask, StartedRun } from './flights.ts'
import { LatestRequests, supersededError } from './latest-requests.ts'
import {
  type DataAccount,
  type DataContext,
  type DataHold,
  type DataRequests,
  type HeldBytes,
  readFiles,
  requestData,
  takeData,
} from './request-data.ts'
import { droppedError, logFailure } from './run-failure.ts'
import { RunNodes } from './run-nodes.ts'
import { noLimits, type RunLimits, RunTurns } from './run-turns.ts'
import { type EndedRun, nameRun, type RunWatch, timeRun } from './run-watch.ts'
import { type MadeRun, type Runner, type SharedRunner, toShared } from './runner.ts'

/** The dependencies of an {@link Executor}. */
export interface ExecutorOptions {
  readonly flights: Flights
  readonly log: Log
  readonly clock: () => number
  readonly watch?: RunWatch
  readonly limits?: RunLimits
  /** Takes the bytes of data that a client's run holds from the account. */
  readonly data?: DataAccount
  /** Most bytes of a file that a run takes; absent for any. */
  readonly resultBytes?: number
  /** Counts the runs that a client's call begins beside its own, for the data that it takes. */
  readonly rates?: { chargeRun(client: string): void }
}

/**
 * Answers an invocation from the room's cache, from an identical run in the room, or by a run of its own, and
 * reports it to log and metrics. {@link Flights} decides between waiters and runs.
 */
export class Executor implements CallExecutor {
  readonly #options: ExecutorOptions
  readonly #turns: RunTurns
  readonly #latest = new LatestRequests()

  constructor(options: ExecutorOptions) {
    this.#options = options
    this.#turns = new RunTurns(options.limits ?? noLimits)
  }

  /**
   * Resolves once the cache has the result or the run is admitted; the run then continues. Logs the hit or
   * miss.
   * @throws the refusal of the run, to all its waiters; the run leaves nothing behind and no log line
   */
  async request(call: Call, waiter: Waiter): Promise<CallAnswer> {
    return await this.#request(call, waiter, () => {})
  }

  /** Requests a call; `onStart` is called where it begins a run. */
  async #request(call: Call, waiter: Waiter, onStart: () => void): Promise<CallAnswer> {
    const { invocation } = call
    this.#latest.supersede(invocation, waiter) // first, as that frees a place
    const boarding = this.#options.flights.join(
      invocation,
      { ...waiter, isHere: takesData(call) },
      (task) => {
        onStart()
        return this.#start(call, waiter, task)
      },
    )
    const entry = this.#follow(boarding, call, waiter)
    entry.catch(() => {}) // unobserved until the run is admitted
    const admission = await boarding.admission
    this.#logCall(invocation, admission, waiter.origin)
    return { ...admission, entry }
  }

  /** Returns the room's result for an invocation, if any, and computes nothing. Logs a hit. */
  async find(invocation: Invocation, origin?: CallOrigin): Promise<StoredResult | undefined> {
    const cached = await this.#options.flights.find(invocation)
    if (cached) this.#logCall(invocation, { cache: 'hit', run: undefined }, origin)
    return cached
  }

  #start(call: Call, { caller, origin }: Waiter, { id, share, ...task }: FlightTask): StartedRun {
    const { invocation } = call
    const { clock } = this.#options
    const log = withFields(this.#options.log, nameRun({ id, invocation, origin }))
    const { times, place, end: endTimes } = timeRun(clock)
    let countQueued: FlightRun['countBefore']
    const onQueued = (count: FlightRun['countBefore']): void => {
      countQueued = count
    }
    const nodes = new RunNodes(call)
    const onPlaced = (): void => {
      onQueued(undefined)
      nodes.set('running')
      place()
    }
    const end = (outcome: EndedRun['outcome'], bytes: number): void => {
      endTimes()
      this.#options.watch?.ended({ id, times, invocation, origin, outcome, bytes })
    }
    const onReleased = this.#watchRelease(task.signal)
    const context = { ...task, log, caller, onQueued, onPlaced, onReleased }
    const toRunner = (own: Runner) => share?.(own, origin?.id) ?? toShared(own)
    const made = (
      takesData(call)
        ? this.#shareWithData(call, toRunner, { ...context, origin, nodes })
        : this.#turns.run({ invocation, runner: toRunner(call.runner) }, context)
    ).then(
      (result) => {
        nodes.set('done')
        end('done', result.kind === 'stored' ? result.entry.bytes : measureResult(result.result))
        return result
      },
      (error: unknown) => {
        end(toSpecimenError(error).code, 0)
        if (!share) logFailure(log, invocation, error) // else the host that computes it has
        throw error
      },
    )
    return { times, made, countBefore: () => countQueued?.(), nodes: () => nodes.list() }
  }

  /** Computes a call with data at this host, also in a group, whose others may wait for it. */
  async #shareWithData(
    call: Call,
    toRunner: (own: Runner) => SharedRunner,
    context: DataContext,
  ): Promise<MadeRun> {
    const run: Runner['run'] = async (_, { signal, progress }) => {
      return await this.#runWithData(call, { ...context, signal, progress })
    }
    const { signal, progress, onAdmitted } = context
    // It is admitted with its data, and not when the group knows of it.
    const made = await toRunner({ run }).run(call.invocation, { signal, progress })
    onAdmitted() // another host may have made it meanwhile
    return made
  }

  /** Runs a call when its data are there; it is admitted once all of their runs are. */
  async #runWithData(call: Call, context: DataContext): Promise<Result> {
    const { onAdmitted, onReleased, caller = '' } = context
    const ended = new AbortController() // for what still runs when something of it has failed
    const signal = AbortSignal.any([context.signal, ended.signal])
    const request: DataRequests['request'] = async (inner, waiter) =>
      await this.#request(inner, waiter, () => this.#options.rates?.chargeRun(caller))
    const find: DataRequests['find'] = async (inner, origin) => await this.find(inner, origin)
    const holds: DataHold[] = []
    const hold = ({ id: key, bytes: amount }: HeldBytes): void => {
      signal.throwIfAborted() // what is taken after a failure is given back by nobody
      const held = this.#options.data?.takeShared(caller, { key, amount }, 0)
      if (held) holds.push(held)
    }
    try {
      const answers = await requestData(call, { ...context, signal }, { request, find })
      onAdmitted()
      const { resultBytes: limit = Number.POSITIVE_INFINITY } = this.#options
      const results = answers.map((answer) => takeData(answer, hold))
      const data = await Promise.all([...results, ...readFiles(call, { limit, signal, hold })])
      return await this.#turns.run(call, { ...context, data, onAdmitted: () => {} })
    } catch (error) {
      ended.abort(droppedError())
      onReleased()
      throw error
    } finally {
      for (const hold of holds) hold.release()
    }
  }

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

  async #follow(
    { entry, leave }: Boarding,
    call: Call,
    { signal, ...waiter }: Waiter,
  ): Promise<StoredResult> {
    const cancel = (): void => leave(signal.reason instanceof SpecimenError ? signal.reason : droppedError())
    const giveWay = (): void => leave(supersededError())
    const forget = this.#latest.add(call.invocation, waiter, giveWay)
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    try {
      return await entry
    } finally {
      signal.removeEventListener('abort', cancel)
      forget()
    }
  }

  #logCall(invocation: Invocation, { cache, run }: CallAdmission, origin: CallOrigin | undefined): void {
    const { log, watch } = this.#options
    watch?.looked(cache)
    const named = nameRun({ id: run?.id, invocation, origin })
    const fields = { ...named, params: Object.keys(invocation.params), cache }
    log.info(fields, cache === 'hit' ? 'cache hit' : 'cache miss')
  }
}
