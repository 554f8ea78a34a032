import { setTimeout } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import { SpecimenError, toSpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import { leftError } from '../../run/run-failure.ts'
import type { Runner } from '../../run/runner.ts'
import { parseCall } from '../redis/group-call.ts'
import { formatPointer } from '../results/result-pointer.ts'
import { findResult } from '../results/room-records.ts'
import { type ComputeOptions, computeRun } from './compute-run.ts'
import { leaveFlight, toWaitingHost } from './flight-records.ts'
import { formatFailure, isLeft } from './run-end.ts'
import { isBundleQueue, isHostQueue } from './run-queues.ts'

/** The dependencies of {@link TakenRuns}. */
export interface TakenRunsOptions extends ComputeOptions {
  /** Returns the runner of a call; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
  /** True while another host gives signs of life. */
  readonly isThere: (host: string) => boolean
  readonly waits?: QueueWaits
}

/** The patience of BullMQ with a silent host, in milliseconds. */
export interface QueueWaits {
  readonly lockDuration: number
  readonly lockRenewTime: number
  readonly stalledInterval: number
}

/** Another host takes the runs of a dead one within about 8 s. */
const usualWaits: QueueWaits = { lockDuration: 5000, lockRenewTime: 1500, stalledInterval: 2000 }

/** Milliseconds until a run that this host cannot compute waits for another one. */
const handBackPause = 200

/** A run that this host computes. */
interface TakenRun {
  readonly flight: string
  readonly isOwn: boolean
  readonly ending: AbortController
  readonly made: Promise<StoredResult>
}

/** The runs that this host takes from queues and computes for all who wait, as workers of BullMQ. */
export class TakenRuns {
  readonly #options: TakenRunsOptions
  readonly #workers = new Map<string, Worker>()
  readonly #ending = new Set<Worker>()
  readonly #own = new Map<string, Runner>()
  readonly #taken = new Map<string, TakenRun>()
  #count = 0

  constructor(options: TakenRunsOptions) {
    this.#options = options
  }

  /** The number of runs that it has begun. */
  get count(): number {
    return this.#count
  }

  get isBusy(): boolean {
    return this.#taken.size > 0
  }

  /** The queues that it takes from. */
  get served(): Iterable<string> {
    return this.#workers.keys()
  }

  /** Takes runs of these queues from now on, with so many places each; those begun go on. */
  serve(queues: ReadonlyMap<string, number>): void {
    for (const [queue, worker] of this.#workers)
      if (!queues.has(queue)) {
        this.#workers.delete(queue)
        this.#ending.add(worker)
        worker
          .close()
          .catch(this.#note)
          .finally(() => this.#ending.delete(worker))
      }
    for (const [queue, places] of queues)
      if (!this.#workers.has(queue)) this.#workers.set(queue, this.#open(queue, places))
  }

  /** Lets this host alone compute a run, by its own runner. */
  addOwn(run: string, runner: Runner): void {
    this.#own.set(run, runner)
  }

  /** Forgets the runner of a run that has ended. */
  removeOwn(run: string): void {
    this.#own.delete(run)
  }

  /** Returns the result of a run that this host computes. */
  find(run: string): Promise<StoredResult> | undefined {
    return this.#taken.get(run)?.made
  }

  /** Ends a run for which no client waits. */
  leave(run: string): void {
    this.#taken.get(run)?.ending.abort(leftError())
  }

  /** Ends the runs whose waiting hosts are all dead. */
  async sweep(): Promise<void> {
    const { connection, keys, isThere } = this.#options
    for (const [run, { flight }] of [...this.#taken]) {
      const [found, ...names] = await connection.ask(async (redis) => {
        const kept = await redis.hgetall(flight)
        return [kept.run, ...Object.keys(kept)]
      })
      const isAwaited = names.some((name = '') => {
        return name.startsWith('job:') || isThere(toWaitingHost(name) ?? '')
      })
      if (found === run && isAwaited) continue
      await connection.ask((redis) => leaveFlight(redis, keys, flight, { run, waiter: '' }))
      this.leave(run)
    }
  }

  /** Takes no more runs that other hosts can compute; those begun go on. */
  async retire(): Promise<void> {
    const shared = [...this.#workers].filter(([queue]) => !isHostQueue(queue))
    for (const [queue] of shared) this.#workers.delete(queue)
    for (const [, worker] of shared) this.#ending.add(worker)
    await Promise.all(shared.map(([, worker]) => worker.pause(true)))
  }

  /**
   * Takes no more runs, and ends those that no other host can compute. Resolves when those begun have ended
   * or were handed back; at once if `isForced`.
   */
  async close(isForced: boolean): Promise<void> {
    for (const { isOwn, ending } of this.#taken.values()) if (isOwn) ending.abort(leftError())
    await Promise.all([...this.#workers.values(), ...this.#ending].map((worker) => worker.close(isForced)))
  }

  #open(queue: string, places: number): Worker {
    const { connection, queues, waits = usualWaits } = this.#options
    const worker = new connection.bullmq.Worker(
      queue,
      async (job, token, signal) => await this.#process(job, token, signal),
      {
        ...queues.common,
        ...waits,
        connection: connection.working,
        concurrency: Math.max(1, places),
        runRetryDelay: 500,
        skipStalledCheck: isHostQueue(queue), // its only host would be dead
      },
    )
    worker.on('error', this.#note)
    worker.on('completed', (job) => queues.expire(job))
    worker.on('failed', (job) => job && queues.expire(job))
    return worker
  }

  /** Computes a run; returns the pointer to its result. @throws the failure as BullMQ keeps it */
  async #process(job: Job, token: string | undefined, lock: AbortSignal | undefined): Promise<string> {
    const { connection, keys, results, findRunner } = this.#options
    const call = parseCall(job.data)
    const run = job.id
    if (!call || run === undefined) throw this.#toFailure(new TypeError('the queue has what is no run'))
    const { invocation } = call
    const flight = keys.flight(invocation)
    // BullMQ's workers may take one more when they are paused or closed.
    if (!this.#workers.has(job.queueName)) return await this.#handBack(job, token)
    const [found, awaited] = await connection.insist(
      async (redis) =>
        await Promise.all([findResult(redis, keys, invocation, false), redis.hget(flight, 'run')]),
    )
    if (found && awaited !== run) return formatPointer(found) // made meanwhile
    if (awaited !== run) throw this.#toFailure(leftError())
    let runner: Runner | undefined
    try {
      runner = this.#own.get(run) ?? findRunner(invocation)
    } catch (error) {
      throw this.#toFailure(error)
    }
    if (!runner && isBundleQueue(job.queueName)) return await this.#handBack(job, token)
    if (!runner) {
      const detail = `Function "${invocation.functionName}" is another version by now; ask for it again.`
      throw this.#toFailure(new SpecimenError('function.unknown', detail))
    }
    const ending = new AbortController()
    lock?.addEventListener('abort', () => ending.abort(leftError()), { once: true })
    const pointer = computeRun(this.#options, { job, call, runner, signal: ending.signal })
    const made = pointer.then((text) => results.findHere(text))
    made.catch(() => {}) // a flight of this host may wait for it
    this.#taken.set(run, { flight, isOwn: this.#own.has(run), ending, made })
    this.#count++
    try {
      return await pointer
    } catch (error) {
      if (isLeft(error)) return await this.#handBack(job, token)
      // The next request begins another run.
      const ended = { run, waiter: '', hasEnded: true } as const
      await connection.insist((redis) => leaveFlight(redis, keys, flight, ended))
      throw this.#toFailure(error)
    } finally {
      this.#taken.delete(run)
    }
  }

  /** Puts a run back for another host. */
  async #handBack(job: Job, token: string | undefined): Promise<never> {
    await setTimeout(handBackPause)
    await job.moveToWait(token)
    throw new this.#options.connection.bullmq.WaitingError()
  }

  #toFailure(error: unknown): Error {
    const failure = toSpecimenError(error)
    if (failure.code === 'internal') this.#options.log.error({ err: error }, 'a run could not be computed')
    return new this.#options.connection.bullmq.UnrecoverableError(formatFailure(failure))
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}
