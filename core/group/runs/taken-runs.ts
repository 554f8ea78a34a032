import { setTimeout } from 'node:timers/promises'
import type { Job, Worker } from 'bullmq'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import { leftError } from '../../engine/run/run-failure.ts'
import type { Runner } from '../../engine/run/runner.ts'
import { type GroupCall, parseCall } from '../redis/group-call.ts'
import { beginRun } from './begin-run.ts'
import { type ComputeOptions, computeRun, type MadeResult } from './compute-run.ts'
import { type ComputedRun, flightLife, leaveFlight, tellFlight } from './flight-records.ts'
import { formatFailure, isLeft } from './run-end.ts'
import { type MessageListener, RunFeed } from './run-feed.ts'
import { formatFailed } from './run-news.ts'
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

/** A dead host's runs are free after 2 to 3 s, and BullMQ's checks of all hosts find them within 3 s more. */
const usualWaits = { lockDuration: 3000, lockRenewTime: 1000, stalledInterval: 3000 }
/** The patience with this host itself, in its own queue: a run has its lock for as long as it may take. */
const ownWaits = { lockDuration: flightLife, skipLockRenewal: true, skipStalledCheck: true }
/** The number of hosts that may be lost by one run: hosts die seldom, but busy ones are silent at times. */
const lostHostLimit = 8

/** Seconds for which a worker of BullMQ waits for a run: the longest that BullMQ takes. */
const drainDelay = 10
/** Milliseconds until a worker that could not connect at first is replaced. */
const reopenPause = 500
/** Milliseconds until a run that this host cannot compute waits for another one. */
const handBackPause = 200

/** A run that this host computes. */
interface TakenRun {
  readonly flight: string
  readonly isOwn: boolean
  readonly ending: AbortController
  readonly made: Promise<MadeResult>
  readonly feed: RunFeed
  /** Set once another host may have it: it has no end here. */
  isLost: boolean
}

/** A run that this host has taken from a queue. */
interface HandedRun extends ComputedRun {
  readonly job: Job
  readonly call: GroupCall
  readonly runner: Runner
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

  /**
   * Returns the result of a run that this host computes, and passes on its messages until then.
   * @throws the error of the run, the signal's reason
   */
  async find(
    run: string,
    onMessage: MessageListener,
    signal: AbortSignal,
  ): Promise<StoredResult | undefined> {
    const taken = this.#taken.get(run)
    return taken && this.#options.results.findHere(await taken.feed.follow(onMessage, signal))
  }

  /** Ends a run for which no client waits. */
  leave(run: string): void {
    this.#taken.get(run)?.ending.abort(leftError())
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

  /** Replaces a worker of BullMQ, which never connects when its first try has failed. */
  async #reopen(queue: string, places: number, worker: Worker): Promise<void> {
    await setTimeout(reopenPause, undefined, { ref: false })
    if (worker.closing || this.#workers.get(queue) !== worker) return
    this.#workers.set(queue, this.#open(queue, places))
    await this.#end(queue, worker, true)
  }

  /** Closes a worker of BullMQ, which may write in its queue until then. */
  async #end(queue: string, worker: Worker, isForced = false): Promise<void> {
    await worker.close(isForced).catch(this.#note)
    this.#options.queues.keep([queue])
  }

  #open(queue: string, places: number): Worker {
    const { connection, queues, host, waits = usualWaits } = this.#options
    const isOwn = queue === toHostQueue(host)
    // No other host takes from its own queue, so that its runs are never lost to one.
    const patience = isOwn ? { ...ownWaits, stalledInterval: waits.stalledInterval } : waits
    const worker = new connection.bullmq.Worker(
      queue,
      async (job, token) => await this.#process(job, token),
      {
        ...queues.common,
        ...patience,
        name: host,
        maxStalledCount: lostHostLimit,
        removeOnComplete: queues.kept,
        removeOnFail: queues.kept,
        connection: connection.working,
        concurrency: Math.max(1, places),
        runRetryDelay: 500,
        drainDelay, // each time it looks again it asks for some more
      },
    )
    worker.on('error', this.#note)
    worker.waitUntilReady().catch(() => this.#reopen(queue, places, worker))
    worker.on('lockRenewalFailed', (runs) => {
      for (const run of runs) this.#lose(run)
    })
    worker.on('completed', ({ queueName }) => queues.touch(queueName))
    worker.on('failed', (job) => {
      if (job) queues.touch(job.queueName)
      if (job?.deferredFailure) this.#giveUp(job, job.deferredFailure)
    })
    return worker
  }

  /** Ends a run that another host may have by now, and gives back its place. */
  #lose(run: string): void {
    const taken = this.#taken.get(run)
    if (!taken) return
    taken.isLost = true
    taken.ending.abort(leftError())
  }

  /** Tells those who wait that BullMQ has ended a run whose hosts were lost too often, without a begin. */
  #giveUp({ id: run, data }: Job, reason: string): void {
    const { connection, keys } = this.#options
    const call = parseCall(data)
    if (!call || run === undefined) return
    const computed = { run, flight: keys.flight(call.invocation), by: '' }
    const told = { what: 'lost', news: formatFailed(run, reason) } as const
    connection.insist((redis) => tellFlight(redis, keys, computed, told)).catch(this.#note)
  }

  /** Computes a run; returns the pointer to its result. @throws the failure as BullMQ keeps it */
  async #process(job: Job, token = ''): Promise<string> {
    const { connection, keys, log } = this.#options
    const call = parseCall(job.data)
    const run = job.id
    if (!call || run === undefined)
      throw new connection.bullmq.UnrecoverableError('the queue has what is no run')
    const computed = { run, flight: keys.flight(call.invocation), by: token }
    try {
      const pointer = await this.#compute(job, call, computed)
      if (pointer !== undefined) return pointer
    } catch (error) {
      if (error instanceof connection.bullmq.UnrecoverableError) throw error
      const failure = toSpecimenError(error)
      if (failure.code === 'internal') log.error({ err: error }, 'a run could not be computed')
      const text = formatFailure(failure)
      // The next request begins another run.
      const told = { what: 'end', news: formatFailed(run, text) } as const
      await connection.insist((redis) => tellFlight(redis, keys, computed, told))
      throw new connection.bullmq.UnrecoverableError(text)
    }
    await setTimeout(handBackPause)
    await job.moveToWait(token)
    throw new connection.bullmq.WaitingError()
  }

  /** Returns the pointer to the result of a run; undefined when another host is to compute it. */
  async #compute(job: Job, call: GroupCall, computed: ComputedRun): Promise<string | undefined> {
    const { findRunner } = this.#options
    const { invocation } = call
    const { run } = computed
    // BullMQ's workers may take one more when they are closed.
    if (!this.#workers.has(job.queueName)) return undefined
    const former = this.#taken.get(run)
    if (former) {
      // BullMQ has one record of a run for a worker, which ends with that of the former: this one goes back.
      this.#lose(run)
      await former.made.catch(() => {})
      return undefined
    }
    const made = await beginRun(this.#options, computed, invocation)
    if (made !== undefined) return made
    const runner = this.#own.get(run) ?? findRunner(invocation)
    if (!runner && isBundleQueue(job.queueName)) return undefined
    if (!runner) {
      const detail = `Function "${invocation.functionName}" is another version by now; ask for it again.`
      throw new SpecimenError('function.unknown', detail)
    }
    return await this.#run({ job, call, runner, ...computed })
  }

  async #run(handed: HandedRun): Promise<string | undefined> {
    const { job, run, flight } = handed
    const { bullmq } = this.#options.connection
    const ending = new AbortController()
    const feed = new RunFeed()
    const made = computeRun(this.#options, { ...handed, signal: ending.signal, feed })
    const taken: TakenRun = { flight, isOwn: this.#own.has(run), ending, made, feed, isLost: false }
    this.#taken.set(run, taken)
    this.#count++
    try {
      const { pointer, isViewed } = await made
      if (!isViewed) job.opts.removeOnComplete = true // the room has what there is to know
      return pointer
    } catch (error) {
      feed.fail(error)
      if (isLeft(error)) return undefined
      if (taken.isLost) throw new bullmq.UnrecoverableError('this run is that of another host by now')
      throw error
    } finally {
      if (this.#taken.get(run) === taken) this.#taken.delete(run)
    }
  }

  readonly #note = (error: unknown): void => {
    this.#options.log.debug({ err: error }, 'the queues of runs')
  }
}
