import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { type Invocation, toPreviewedRoom } from '../../contract/domain/invocation.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import { type Log, withFields } from '../../contract/domain/log.ts'
import type { CallOrigin } from '../../contract/domain/origin.ts'
import { measureResult } from '../../contract/domain/result/result.ts'
import { openWhole, type StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Call, CallAnswer, CallExecutor, CallInput, FileInput, ResultInput, Waiter } from './call.ts'
import {
  type Boarding,
  type CallAdmission,
  type Flights,
  type FlightTask,
  type StartedRun,
  toFlightId,
} from './flights.ts'
import { DroppedRun, droppedError, logFailure } from './run-failure.ts'
import type { CountBefore } from './run-queue.ts'
import { noLimits, type RunLimits, RunTurns } from './run-turns.ts'
import { type EndedRun, nameRun, type RunWatch, timeRun } from './run-watch.ts'
import { type MadeRun, type RunContext, type RunData, type SharedRunner, toShared } from './runner.ts'
import { readInput, takeInput } from './take-input.ts'

/** The dependencies of an {@link Executor}. */
export interface ExecutorOptions {
  readonly flights: Flights
  readonly log: Log
  readonly clock: () => number
  readonly watch?: RunWatch
  readonly limits?: RunLimits
  /** Takes the bytes of data that a client's run holds from the account. @throws `host.busy` */
  readonly holdData?: (client: string, data: HeldData) => DataHold
  /** Most bytes of a file that a run takes; absent for any. */
  readonly resultBytes?: number
}

/** Data in memory: two of one id are the same. */
export type HeldData = { readonly id: unknown; readonly bytes: number }

/** Data that a run holds, from their arrival to its end. */
export interface DataHold {
  readonly release: () => void
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
    const { invocation } = call
    this.#latest.supersede(invocation, waiter) // first, as that frees a place
    const boarding = this.#options.flights.join(invocation, waiter, (task) => this.#start(call, waiter, task))
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
    let countQueued: CountBefore | undefined
    const onQueued = (count: CountBefore | undefined): void => {
      countQueued = count
    }
    const onPlaced = (): void => {
      onQueued(undefined)
      place()
    }
    const end = (outcome: EndedRun['outcome'], bytes: number): void => {
      endTimes()
      this.#options.watch?.ended({ id, times, invocation, origin, outcome, bytes })
    }
    const onReleased = this.#watchRelease(task.signal)
    const context = { ...task, log, caller, onQueued, onPlaced, onReleased }
    const { inputs } = call
    // A run with data is computed where its data are, also in a group.
    const runner = (!inputs && share?.(call.runner, origin?.id)) || toShared(call.runner)
    const made = (
      inputs
        ? this.#runWithData({ invocation, runner }, inputs, { ...context, origin })
        : this.#turns.run({ invocation, runner }, context)
    ).then(
      (result) => {
        end('done', result.kind === 'stored' ? result.entry.bytes : measureResult(result.result))
        return result
      },
      (error: unknown) => {
        end(toSpecimenError(error).code, 0)
        if (!share) logFailure(log, invocation, error) // else the host that computes it has
        throw error
      },
    )
    return { times, made, countBefore: () => countQueued?.() }
  }

  /** Runs a call when its data are there; it is admitted once all of their runs are. */
  async #runWithData(
    run: { readonly invocation: Invocation; readonly runner: SharedRunner },
    inputs: readonly CallInput[],
    context: DataContext,
  ): Promise<MadeRun> {
    const { caller, origin, progress, onAdmitted, onReleased } = context
    const ended = new AbortController() // for what still runs when something of it has failed
    const signal = AbortSignal.any([context.signal, ended.signal])
    const holds: DataHold[] = []
    const hold = (data: HeldData): void => {
      signal.throwIfAborted() // what is taken after a failure is given back by nobody
      holds.push(this.#options.holdData?.(caller ?? '', data) ?? { release: () => {} })
    }
    try {
      const answers = await Promise.all(
        inputs.map(async (input): Promise<AskedInput> => {
          if (input.file) return { input }
          const { call } = input
          const onMessages = (messages: readonly ProgressMessage[]): void => {
            for (const { text } of messages) progress.report(`${call.invocation.functionName}: ${text}`)
          }
          const { entry } = await this.request(call, { caller, origin, signal, onMessages })
          entry.catch(() => {}) // unobserved until all are admitted
          return { input, entry }
        }),
      )
      onAdmitted()
      const data = await Promise.all(
        answers.map(async ({ input, entry }) => {
          if (!entry) return await this.#readFile(run.invocation, input, { signal, hold })
          const stored = await entry
          hold(stored)
          return takeInput(input, (await openWhole(stored)).result)
        }),
      )
      return await this.#turns.run(run, { ...context, data, onAdmitted: () => {} })
    } catch (error) {
      ended.abort(droppedError())
      onReleased()
      throw error
    } finally {
      for (const hold of holds) hold.release()
    }
  }

  /** Each run has bytes of its own. */
  async #readFile(
    { functionName }: Invocation,
    input: FileInput,
    { signal, hold }: { readonly signal: AbortSignal; readonly hold: (data: HeldData) => void },
  ): Promise<RunData> {
    const { resultBytes: limit = Number.POSITIVE_INFINITY } = this.#options
    const onSize = (bytes: number): void => hold({ id: Symbol(), bytes })
    return await readInput(input, { functionName, limit, signal, onSize })
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

/** An input, and for one of a call its result to come. */
type AskedInput =
  | { readonly input: ResultInput; readonly entry: Promise<StoredResult> }
  | { readonly input: FileInput; readonly entry?: never }

/** The context of a run that waits for its data. */
interface DataContext extends RunContext {
  readonly origin: CallOrigin | undefined
  readonly onAdmitted: () => void
  readonly onReleased: () => void
}

/** The open requests of clients that want only their latest, by function and room, its previews included. */
class LatestRequests {
  /** The callbacks that end them, with the flights they wait for. */
  readonly #open = new Map<string, Map<() => void, string>>()

  /** Ends the client's other requests; one for the same flight stays. */
  supersede(invocation: Invocation, name: Pick<Waiter, 'caller' | 'client'>): void {
    if (name.client === undefined) return
    const flightId = toFlightId(invocation)
    for (const [giveWay, id] of [...(this.#open.get(toKey(invocation, name)) ?? [])])
      if (id !== flightId) giveWay()
  }

  /** Adds a request; returns the function that removes it. */
  add(invocation: Invocation, name: Pick<Waiter, 'caller' | 'client'>, giveWay: () => void): () => void {
    if (name.client === undefined) return () => {}
    const key = toKey(invocation, name)
    const requests = this.#open.get(key) ?? new Map()
    this.#open.set(key, requests.set(giveWay, toFlightId(invocation)))
    return () => {
      requests.delete(giveWay)
      if (requests.size === 0 && this.#open.get(key) === requests) this.#open.delete(key)
    }
  }
}

function supersededError(): DroppedRun {
  return new DroppedRun(
    'run.superseded',
    'A newer request of the same client to this function in the room has taken the place of this one.',
  )
}

function toKey(
  { roomId, functionName }: Invocation,
  { caller, client }: Pick<Waiter, 'caller' | 'client'>,
): string {
  return JSON.stringify([caller, client, toPreviewedRoom(roomId), functionName])
}
