import type { RoomCache } from '../cache/room-cache.ts'
import { createDeferred } from '../domain/deferred.ts'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import { messageLength, messageLimit, type ProgressMessage } from '../domain/job.ts'
import type { Log } from '../domain/log.ts'
import type { Origin } from '../domain/origin.ts'
import { holdResult, type StoredResult } from '../domain/result/stored-result.ts'
import { toVisibleText } from '../domain/visible-text.ts'
import { LatestRequests, supersededError, toClientKey } from './latest-requests.ts'
import { RunTimer } from './run-timer.ts'
import { noLimits, type RunLimits, RunTurns } from './run-turns.ts'
import type { EndedRun, RunTimes, RunWatch } from './run-watch.ts'
import type { Runner } from './runner.ts'

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
  /** The request that it has sent. */
  readonly origin?: Origin | undefined
}

/** What became of a call that was not refused. */
export interface Answer {
  readonly cache: 'hit' | 'miss' | 'joined'
  /** What computes the result, or has; absent for a hit. Its times are final when `entry` has resolved. */
  readonly run: { readonly id: string; readonly times: RunTimes } | undefined
  /** Rejects with `run.cancelled` when this waiter leaves, with `run.superseded` when it must give way. */
  readonly entry: Promise<StoredResult>
}

/** What an {@link Executor} needs of its host. */
export interface ExecutorOptions {
  readonly cache: RoomCache
  readonly log: Log
  /** Returns an id that no other result has or had. */
  readonly createId: () => string
  /** Unix time in milliseconds. */
  readonly now: () => number
  /** Milliseconds, never going back. */
  readonly clock: () => number
  readonly watch?: RunWatch
  /** How many runs there may be at a time; none when absent. */
  readonly limits?: RunLimits
}

/** A run, and its lookup before, that identical requests share. */
interface Flight {
  readonly id: string
  /** Of its first request. */
  readonly caller: string | undefined
  readonly controller: AbortController
  /** Of its first request. */
  readonly origin: Origin | undefined
  /** Of its run, from the moment in which the cache turned out not to have the result. */
  timer: RunTimer | undefined
  readonly waiters: Set<Waiter>
  readonly messages: ProgressMessage[]
  seq: number
  /** Of its newest request. */
  generation: number
  /** Resolves when the cache has the result, or the run has a place; rejects when the run is refused. */
  readonly admission: Promise<'hit' | 'miss'>
  readonly entry: Promise<StoredResult>
}

/** Characters of a failed call's parameters in the log. */
const loggedLength = 2000

/**
 * Answers an invocation from the room's cache, from an identical run that is under way in the room, or by a
 * run of its own. The only caller of the room cache.
 *
 * Identical requests of a room share one *flight*, the cache lookup included, so that nothing is computed
 * twice between a lookup and the end of the run it just missed. Each waiter counts; when the last has left,
 * the run is aborted. A flight carries the generation of its newest request, and a result never replaces one
 * of a later generation.
 */
export class Executor {
  readonly #options: ExecutorOptions
  readonly #turns: RunTurns
  readonly #flights = new Map<string, Flight>()
  readonly #latest = new LatestRequests()
  #generation = 0

  constructor(options: ExecutorOptions) {
    this.#options = options
    this.#turns = new RunTurns(options.limits ?? noLimits)
  }

  /**
   * Resolves once the cache has the result or the run is admitted, which then goes on. Logs the hit or miss.
   * @throws what refuses the run, to everybody who has joined it; nothing is left of it then, and nothing
   * logged
   */
  async request(call: Call, waiter: Waiter): Promise<Answer> {
    const { invocation } = call
    const id = toFlightId(invocation)
    const generation = ++this.#generation
    const client = toClientKey(invocation, waiter)
    if (client !== undefined) this.#latest.supersede(client, id) // first, as that frees a place
    const known = this.#flights.get(id)
    if (known) known.generation = generation
    const { caller, origin } = waiter
    const flight = known ?? this.#startFlight(id, call, { generation, caller, origin })
    flight.waiters.add(waiter)
    const entry = this.#follow(flight, waiter, client)
    entry.catch(() => {}) // the caller may not look at it before the run is admitted
    if (flight.messages.length > 0) waiter.onMessages?.(flight.messages)
    const admission = await flight.admission
    const cache = known && admission === 'miss' ? 'joined' : admission
    this.#logCall(invocation, cache, waiter.origin)
    const { timer } = flight
    return { cache, run: timer && cache !== 'hit' ? { id: timer.id, times: timer } : undefined, entry }
  }

  /** Returns the room's result for an invocation if it is there, and computes nothing. Logs a hit. */
  async find(invocation: Invocation, origin?: Origin): Promise<StoredResult | undefined> {
    const cached = await this.#options.cache.get(invocation)
    if (cached) this.#logCall(invocation, 'hit', origin)
    return cached
  }

  #startFlight(id: string, call: Call, first: Pick<Flight, 'generation' | 'caller' | 'origin'>): Flight {
    const admission = createDeferred<'hit' | 'miss'>()
    const flight: Flight = {
      id,
      controller: new AbortController(),
      waiters: new Set(),
      messages: [],
      seq: 0,
      timer: undefined,
      ...first,
      admission: admission.promise,
      entry: this.#options.cache.get(call.invocation).then((cached) => {
        if (cached) admission.resolve('hit')
        return cached ?? this.#compute(flight, call, () => admission.resolve('miss'))
      }),
    }
    this.#flights.set(id, flight)
    const fail = (error: unknown): void => {
      this.#removeFlight(flight)
      // When everybody has left, nobody is refused; and of a run that was admitted neither means anything.
      if (flight.controller.signal.aborted) admission.resolve('miss')
      else admission.reject(error)
    }
    flight.entry.then(() => this.#removeFlight(flight), fail)
    return flight
  }

  /** Takes out a flight, so that no request joins it; its successor of the same id stays. */
  #removeFlight(flight: Flight): void {
    if (this.#flights.get(flight.id) === flight) this.#flights.delete(flight.id)
  }

  async #compute(
    flight: Flight,
    { invocation, runner }: Call,
    onAdmitted: () => void,
  ): Promise<StoredResult> {
    const { signal } = flight.controller
    signal.throwIfAborted()
    const { createId, cache } = this.#options
    const timer = this.#startTimer(flight)
    const progress = {
      report: (text: string, fraction?: number) => this.#report(flight, text, fraction),
      skip: (count: number) => {
        flight.seq += count
      },
    }
    const onReleased = this.#watchRelease(signal)
    const onPlaced = (): void => timer.place()
    const context = { caller: flight.caller, signal, progress, onAdmitted, onPlaced, onReleased }
    const result = await this.#turns.run({ invocation, runner }, context).catch((error: unknown) => {
      this.#end(timer, { invocation, origin: flight.origin, outcome: toSpecimenError(error).code, bytes: 0 })
      this.#logFailure(invocation, error)
      throw error
    })
    const entry = holdResult(createId(), result)
    this.#end(timer, { invocation, origin: flight.origin, outcome: 'done', bytes: entry.bytes })
    await cache.put(invocation, entry, flight.generation, flight.caller)
    return entry
  }

  #startTimer(flight: Flight): RunTimer {
    const { createId, clock } = this.#options
    const timer = new RunTimer(createId(), clock)
    flight.timer = timer
    return timer
  }

  #end(timer: RunTimer, run: Omit<EndedRun, 'id' | 'times'>): void {
    timer.end()
    this.#options.watch?.ended({ ...run, id: timer.id, times: timer })
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

  #report(flight: Flight, given: string, fraction: number | undefined): void {
    const text = given.length > messageLength ? `${given.slice(0, messageLength - 1)}…` : given
    const plain = { seq: flight.seq++, text, ts: this.#options.now() / 1000 }
    const message: ProgressMessage = fraction === undefined ? plain : { ...plain, fraction }
    flight.messages.push(message)
    if (flight.messages.length > 2 * messageLimit) flight.messages.splice(0, messageLimit)
    for (const { onMessages } of flight.waiters) onMessages?.([message])
  }

  /**
   * Settles with the flight, or rejects as soon as the waiter leaves or gives way; the last to leave aborts
   * the run.
   */
  #follow(flight: Flight, waiter: Waiter, client: string | undefined): Promise<StoredResult> {
    const { signal } = waiter
    return new Promise((resolve, reject) => {
      const settle = (): void => {
        signal.removeEventListener('abort', cancel)
        forget()
        flight.waiters.delete(waiter)
      }
      const leave = (error: SpecimenError): void => {
        settle()
        reject(error)
        if (flight.waiters.size > 0) return
        this.#removeFlight(flight)
        flight.controller.abort(new SpecimenError('run.cancelled', 'Nobody waits for the run.'))
      }
      const cancel = (): void => leave(new SpecimenError('run.cancelled', 'The run was cancelled.'))
      const giveWay = (): void => leave(supersededError())
      const forget =
        client === undefined ? () => {} : this.#latest.add(client, { flightId: flight.id, giveWay })
      if (signal.aborted) cancel()
      else signal.addEventListener('abort', cancel, { once: true })
      flight.entry.then(resolve, reject).finally(settle)
    })
  }

  /** A function's failure is logged here and nowhere else, once for all who wait for it. */
  #logFailure({ roomId, functionName, params }: Invocation, error: unknown): void {
    if (!(error instanceof SpecimenError) || error.code !== 'function.failed') return
    const { message, cause } = error
    // The stack of a SpecimenError is the host's.
    const stack = cause instanceof Error && !(cause instanceof SpecimenError) ? cause.stack : undefined
    const given = JSON.stringify(params).slice(0, loggedLength)
    this.#options.log.error(
      { room: roomId, function: functionName, params: given, error: toVisibleText(message), stack },
      'function failed',
    )
  }

  #logCall(
    { roomId, functionName, params }: Invocation,
    cache: Answer['cache'],
    origin: Origin | undefined,
  ): void {
    const { log, watch } = this.#options
    watch?.looked(cache)
    const request = origin && { request: origin.id }
    const fields = { ...request, room: roomId, function: functionName, params: Object.keys(params), cache }
    log.info(fields, cache === 'hit' ? 'cache hit' : 'cache miss')
  }
}

function toFlightId({ roomId, key, revision }: Invocation): string {
  return JSON.stringify([roomId, key, revision])
}
