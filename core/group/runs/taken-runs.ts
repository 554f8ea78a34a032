import { setTimeout } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { leftError } from '../../engine/run/run-failure.ts'
import type { Runner } from '../../engine/run/runner.ts'
import { WorkerLeftError } from '../../federation/relay/worker-errors.ts'
import { type GroupCall, parseCall } from '../redis/group-call.ts'
import { findResult } from '../results/group-room-cache.ts'
import { formatPointer } from '../results/result-pointer.ts'
import { type ComputeOptions, computeRun } from './compute-run.ts'
import { leaveFlight } from './flight-records.ts'
import { formatFailure } from './run-end.ts'
import { type MessageListener, RunFeed } from './run-feed.ts'
import { isBundleQueue, toHostQueue } from './run-queues.ts'

/** The dependencies of {@link TakenRuns}. */
export interface TakenRunsOptions extends ComputeOptions {
  /** Returns the runner of a call; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
  /** The patience of BullMQ with a silent host, in milliseconds. */
  readonly waits?: {
    readonly lockDuration: number
    readonly lockRenewTime: number
    readonly stalledInterval: number
  }
}

/** A dead host's runs are free after 2 to 3 s; BullMQ's own checks find those for which no host waits. */
const usualWaits = { lockDuration: 3000, lockRenewTime: 1000, stalledInterval: 3000 }
/** The number of hosts that may be lost by one run: hosts die seldom, but busy ones are silent at times. */
const lostHostLimit = 8

/** Seconds for which a worker of BullMQ waits for a run: the longest that BullMQ takes. */
const drainDelay = 10
/** Milliseconds until a run that this host cannot compute waits for another one. */
const handBackPause = 200

/** A run that this host computes. */
interface TakenRun {
  readonly flight: string
  readonly isOwn: boolean
  readonly ending: AbortController
  readonly pointer: Promise<string>
  readonly feed: RunFeed
}

/** A run that this host has taken from a queue; the signal tells that another has it by now. */
interface HandedRun {
  readonly job: Job
  readonly call: GroupCall
  readonly runner: Runner
  readonly lock: AbortSignal | undefined
}

/** The runs that this host takes from queues and computes for all who wait, as workers of BullMQ. */
export class TakenRuns {
  readonly #options: TakenRunsOptions
  readonly #workers = new Map<string, Worker>()
  readonly #ending = new Set<Promise<void>>()
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

  /** Takes runs of these queues from now on, with so many places each; those begun go on. */
  serve(queues: ReadonlyMap<string, number>): void {
    for (const [queue, worker] of this.#workers) {
      if (queues.has(queue)) continue
      this.#workers.delete(queue)
      const ending = this.#end(queue, worker)
      this.#ending.add(ending)
      void ending.finally(() => this.#ending.delete(ending))
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

  /** Returns the result of a run that this host computes, and passes on its messages until then. */
  async find(run: string, onMessage: MessageListener): Promise<StoredResult | undefined> {
    const taken = this.#taken.get(run)
    taken?.feed.follow(onMessage)
    const pointer = await (taken && Promise.race([taken.feed.made, taken.pointer]))
    return pointer === undefined ? undefined : this.#options.results.findHere(pointer)
  }

  /** Ends a run for which no client waits. */
  leave(run: string): void {
    this.#taken.get(run)?.ending.abort(leftError())
  }

  /** Begins a run again if its host has lost it, without the wait for BullMQ's next check. */
  async recover(queue: string, run: string): Promise<void> {
    const worker = this.#workers.get(queue)
    if (!worker || worker.opts.skipStalledCheck) return
    await this.#options.queues.suspect(queue, run)
    await worker.startStalledCheckTimer()
  }

  /** Ends the runs whose waiting hosts are all dead, and has keys of all queues expire. */
  async sweep(): Promise<void> {
    const { connection, keys, isThere, queues } = this.#options
    queues.keep(this.#workers.keys())
    for (const [run, { flight }] of this.#taken) {
      const waiters = await connection.ask((redis) => redis.hkeys(flight))
      const isAwaited = (name: string): boolean => {
        const [kind, host = ''] = name.split(':')
        return kind === 'job' || (kind === 'host' && isThere(host))
      }
      if (waiters.some(isAwaited)) continue
      await connection.ask((redis) => leaveFlight(redis, keys, flight, { run }))
      this.leave(run)
    }
  }

  /**
   * Takes no more runs, and ends those that no other host can compute. Resolves when those begun have ended
   * or were handed back; at once if `isForced`.
   */
  async close(isForced: boolean): Promise<void> {
    for (const { isOwn, ending } of this.#taken.values()) if (isOwn) ending.abort(leftError())
    const ended = [...this.#workers].map(([queue, worker]) => this.#end(queue, worker, isForced))
    await Promise.all([...ended, ...(isForced ? [] : this.#ending)])
  }

  /** Closes a worker of BullMQ, which may write in its queue until then. */
  async #end(queue: string, worker: Worker, isForced = false): Promise<void> {
    await worker.close(isForced).catch(this.#note)
    this.#options.queues.keep([queue])
  }

  #open(queue: string, places: number): Worker {
    const { connection, queues, host, waits = usualWaits } = this.#options
    const worker = new connection.bullmq.Worker(
      queue,
      async (job, token, signal) => await this.#process(job, token, signal),
      {
        ...queues.common,
        ...waits,
        maxStalledCount: lostHostLimit,
        connection: connection.working,
        concurrency: Math.max(1, places),
        runRetryDelay: 500,
        drainDelay, // each time it looks again it asks for some more
        skipStalledCheck: queue === toHostQueue(host), // its only host would be dead
      },
    )
    worker.on('error', this.#note)
    worker.on('completed', (job) => queues.forget(job))
    worker.on('failed', (job) => job && queues.forget(job))
    return worker
  }

  /** Computes a run; returns the pointer to its result. @throws the failure as BullMQ keeps it */
  async #process(job: Job, token = '', lock: AbortSignal | undefined): Promise<string> {
    const { bullmq } = this.#options.connection
    try {
      const pointer = await this.#compute(job, lock)
      if (pointer !== undefined) return pointer
    } catch (error) {
      const failure = toSpecimenError(error)
      if (failure.code === 'internal') this.#options.log.error({ err: error }, 'a run could not be computed')
      throw new bullmq.UnrecoverableError(formatFailure(failure))
    }
    await setTimeout(handBackPause)
    await job.moveToWait(token)
    throw new bullmq.WaitingError()
  }

  /** Returns the pointer to the result of a run; undefined when another host is to compute it. */
  async #compute(job: Job, lock: AbortSignal | undefined): Promise<string | undefined> {
    const { connection, keys, findRunner } = this.#options
    const call = parseCall(job.data)
    const run = job.id
    if (!call || run === undefined) throw new TypeError('the queue has what is no run')
    const { invocation } = call
    const flight = keys.flight(invocation)
    // BullMQ's workers may take one more when they are closed.
    if (!this.#workers.has(job.queueName)) return undefined
    const [found, awaited] = await connection.insist(
      async (redis) =>
        await Promise.all([findResult(redis, keys, invocation, false), redis.hget(flight, 'run')]),
    )
    if (found && awaited !== run) return formatPointer(found) // made meanwhile
    if (awaited !== run) throw leftError()
    const runner = this.#own.get(run) ?? findRunner(invocation)
    if (!runner && isBundleQueue(job.queueName)) return undefined
    if (!runner) {
      const detail = `Function "${invocation.functionName}" is another version by now; ask for it again.`
      throw new SpecimenError('function.unknown', detail)
    }
    return await this.#run({ job, call, runner, lock }, { run, flight })
  }

  async #run(
    { lock, ...begun }: HandedRun,
    { run, flight }: { readonly run: string; readonly flight: string },
  ): Promise<string | undefined> {
    const { connection, keys } = this.#options
    const ending = new AbortController()
    lock?.addEventListener('abort', () => ending.abort(leftError()), { once: true })
    const feed = new RunFeed()
    const pointer = computeRun(this.#options, { ...begun, signal: ending.signal, feed })
    this.#taken.set(run, { flight, isOwn: this.#own.has(run), ending, pointer, feed })
    this.#count++
    try {
      return await pointer
    } catch (error) {
      if (isLeft(error)) return undefined
      // The next request begins another run.
      await connection.insist((redis) => leaveFlight(redis, keys, flight, { run }))
      throw error
    } finally {
      this.#taken.delete(run)
    }
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}

/** Returns true when a run ended with its host, or with the link of its worker, and is another host's now. */
function isLeft(error: unknown): boolean {
  if (error instanceof WorkerLeftError) return true
  return error instanceof SpecimenError && error.code === 'host.stopping'
}
