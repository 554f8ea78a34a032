import type { Job, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { Json } from '../../domain/json.ts'
import { nameRun } from '../../run/run-watch.ts'
import type { Runner } from '../../run/runner.ts'
import { parseCall } from '../redis/asked-call.ts'
import { toRoomKeys } from '../results/room-keys.ts'
import { type BegunRun, type ComputeOptions, computeRun } from './compute-run.ts'
import { isStopping } from './flight-parts.ts'
import { RunAttempt } from './run-attempt.ts'
import { type RunQueues, toQueueName } from './run-queues.ts'
import { beginRun, handBackRun, insist } from './run-records.ts'

/** How long BullMQ believes a host that says nothing more, and how often it looks, in milliseconds. */
export interface QueueWaits {
  readonly lockDuration: number
  readonly lockRenewTime: number
  readonly stalledInterval: number
}

/** A host is missed, and its runs are taken by others, within about 8 s. */
export const usualWaits: QueueWaits = { lockDuration: 5000, lockRenewTime: 1500, stalledInterval: 2000 }

/** What {@link TakenRuns} need of their host and its group. */
export interface TakenRunsOptions extends ComputeOptions {
  readonly bullmq: typeof import('bullmq')
  readonly queues: RunQueues
  /** Returns a connection that waits for Redis as long as it takes. */
  readonly createQueueClient: (name: string) => Redis
  /** Runs that this host computes at a time. */
  readonly places: number
  readonly waits?: QueueWaits
  /** Returns what computes a call here; undefined where this host lacks the function in that revision. */
  readonly findRunner: (invocation: Invocation) => Runner | undefined
}

/** The runs that this host takes from the queue of its set, and computes for whoever waits. */
export class TakenRuns {
  readonly #options: TakenRunsOptions
  #taker: Taker | undefined
  /** Of former sets, while they finish what they have begun. */
  readonly #ending = new Set<Taker>()
  #held = 0
  #begun = 0
  #hurried = 0

  constructor(options: TakenRunsOptions) {
    this.#options = options
  }

  /** Takes runs of another set from now on; those begun go on. */
  take(set: string): void {
    if (set === this.#taker?.set) return
    const former = this.#taker
    this.#taker = { set, worker: this.#open(set), hurried: undefined }
    if (!former) return
    this.#ending.add(former)
    endTaker(former, false)
      .catch((err: unknown) => this.#note(err))
      .finally(() => {
        this.#ending.delete(former)
        this.#options.queues.use(former.set)
      })
  }

  /**
   * Takes the next run of a set by itself when this host has nothing to do, and so before the others, who
   * must wake up first: what was just asked for here is computed here, unless another run has the next turn.
   */
  hurry(set: string): void {
    const taker = this.#taker
    if (taker?.set !== set || taker.hurried) return
    // BullMQ may have taken one of which this host has not heard yet.
    const isIdle = this.#held === 0 && this.#options.places > 1
    if (!isIdle && !this.#isCut(taker)) return
    taker.hurried = this.#takeNext(taker.worker)
      .catch((err: unknown) => this.#note(err))
      .finally(() => {
        taker.hurried = undefined
      })
  }

  /** Looks for a run for the place that BullMQ does not know to be free. */
  tend(): void {
    if (this.#taker && this.#isCut(this.#taker)) this.hurry(this.#taker.set)
  }

  /** How many runs it has begun. */
  get begun(): number {
    return this.#begun
  }

  /** Whether it has a run now. */
  get isBusy(): boolean {
    return this.#held > 0
  }

  /** Takes no more runs; those begun go on. */
  async retire(): Promise<void> {
    await this.#taker?.worker.pause(true)
  }

  /** Takes no more runs. Resolves when those begun have ended or were handed back; at once if `isForced`. */
  async close(isForced: boolean): Promise<void> {
    const takers = [...this.#ending, ...(this.#taker ? [this.#taker] : [])]
    await Promise.all(takers.map((taker) => endTaker(taker, isForced)))
  }

  /**
   * Takes runs for one place, for as long as there are any. BullMQ has the others meanwhile, and afterwards
   * until all are free: it looks at their number only when a run ends.
   */
  async #takeNext(worker: Worker): Promise<void> {
    const { places } = this.#options
    const token = `${worker.id}:hurried:${this.#hurried++}`
    worker.concurrency = places - 1
    try {
      let job: Job | undefined = await worker.getNextJob(token, { block: false })
      while (job) job = (await worker.processJob(job, token, () => true)) || undefined
    } finally {
      if (this.#held === 0) worker.concurrency = places
    }
  }

  /** Whether BullMQ does not have all places of this host. */
  #isCut({ worker }: Taker): boolean {
    return worker.concurrency < this.#options.places
  }

  #open(set: string): Worker {
    const { bullmq, queues, createQueueClient, places, log, waits = usualWaits } = this.#options
    const worker = new bullmq.Worker(
      toQueueName(set),
      async (job, token, signal) => {
        this.#held++
        await this.#compute(job, { set, token, signal }).finally(() => this.#held--)
      },
      {
        ...queues.common,
        ...waits,
        maxStalledCount: 1,
        connection: createQueueClient('queue'),
        concurrency: Math.max(1, places),
      },
    )
    worker.on('error', (error) => this.#note(error))
    worker.on('failed', (job, error) => {
      const note = (err: unknown): void => log.error({ run: job?.id, err }, 'a run could not be given up')
      if (job) this.#giveUp(job, error).catch(note)
    })
    return worker
  }

  /** Computes a run that this host has taken, and tells everybody how it ends. */
  async #compute(job: Job, held: HeldJob): Promise<void> {
    const { redis, prefix, queues, findRunner, log, leaseMs } = this.#options
    const call = parseCall(job.data as Json) // of JSON
    if (!call || job.id === undefined) throw new TypeError('the queue holds something that is no run')
    const { invocation } = call
    const keys = toRoomKeys(prefix, invocation)
    const runner = findRunner(invocation)
    if (!runner) return await this.#handBack(job, held.token) // a reload came between
    void queues.noteTaken(held.set, job.priority).catch(() => {}) // turns are counted anew then
    const begun = { run: job.id, prefix }
    // Nobody else would: to BullMQ this host has it. After two leases it is forgotten by those who wait.
    const attempt = await insist(() => beginRun(redis, keys, begun), 2 * leaseMs)
    if (!attempt) return // nobody waits for it any more
    const isAgain = job.stalledCounter > 0
    if (isAgain) log.warn(nameRun({ id: job.id, invocation }), 'a run is begun again, as its host was lost')
    const notice = isAgain ? 'The host that computed this was lost; it is begun again.' : undefined
    if (await this.#make({ call, runner, attempt, notice, signal: held.signal })) return
    await handBackRun(redis, keys, attempt)
    await this.#handBack(job, held.token)
  }

  /** Returns false when the run was ended by the end of this host, and is somebody else's to compute. */
  async #make(begun: Omit<BegunRun, 'leads' | 'isLeft'>): Promise<boolean> {
    this.#begun++
    return await computeRun(this.#options, { ...begun, leads: false, isLeft: isStopping })
  }

  /** Puts a run back for another host. */
  async #handBack(job: Job, token: string | undefined): Promise<void> {
    await job.moveToWait(token)
    throw new this.#options.bullmq.WaitingError()
  }

  #note(error: unknown): void {
    this.#options.log.debug({ err: error }, 'the queue of runs')
  }

  /** Ends a run that BullMQ gives up: a second host was lost with it, or what waited is no run. */
  async #giveUp(job: Job, error: Error): Promise<void> {
    const { redis, prefix, log, bullmq } = this.#options
    const call = parseCall(job.data as Json) // of JSON
    if (!(error instanceof bullmq.UnrecoverableError) || !call)
      log.error({ run: job.id, err: error }, 'a run of the queue could not be computed')
    if (!call || job.id === undefined) return
    const attempt = await beginRun(redis, toRoomKeys(prefix, call.invocation), { run: job.id, prefix })
    if (!attempt) return // it ended by itself before
    const detail = `The hosts that computed function "${call.invocation.functionName}" were lost, twice.`
    const lost = error instanceof SpecimenError ? error : new SpecimenError('worker.lost', detail)
    await new RunAttempt(this.#options, call.invocation, attempt, () => {}).fail(lost)
  }
}

/** What takes the runs of a set. */
interface Taker {
  readonly set: string
  readonly worker: Worker
  /** Settles with the run that it has taken besides; undefined when there is none. */
  hurried: Promise<void> | undefined
}

/** Takes no more runs. Resolves when those begun have ended or were handed back; at once if `isForced`. */
async function endTaker(taker: Taker, isForced: boolean): Promise<void> {
  if (!isForced) {
    await taker.worker.pause(true)
    await taker.hurried
  }
  await taker.worker.close(isForced)
}

/** A job as BullMQ gives it to one who takes it. */
interface HeldJob {
  readonly set: string
  readonly token: string | undefined
  /** Aborts when the job is this host's no longer. */
  readonly signal: AbortSignal | undefined
}
