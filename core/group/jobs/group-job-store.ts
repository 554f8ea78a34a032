import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../../domain/job.ts'
import type { OpenResult, StoredResult } from '../../domain/result/stored-result.ts'
import { Shares } from '../../domain/shares.ts'
import type { JobStore, JobUsage } from '../../jobs/job-store.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { type GroupCall, parseCall, toCallJson } from '../redis/group-call.ts'
import type { GroupKeys } from '../redis/keys.ts'
import type { GroupResults } from '../results/group-results.ts'
import { formatPointer, parsePointer } from '../results/result-pointer.ts'
import { flightLife, leaveFlight } from '../runs/flight-records.ts'
import { lostError } from '../runs/run-end.ts'
import type { RunQueues, SeenRun } from '../runs/run-queues.ts'

/** The dependencies of {@link GroupJobStore}. */
export interface GroupJobStoreOptions {
  readonly connection: GroupConnection
  readonly keys: GroupKeys
  readonly queues: Pick<RunQueues, 'read' | 'remove'>
  readonly results: GroupResults
  readonly host: string
  readonly ttlSeconds: number
  readonly runningLimit: number
  /** Milliseconds, never going back. */
  readonly now: () => number
  readonly isThere: (host: string) => boolean
  /** Answers the call of a job again, whose result was lost. */
  readonly recall: (call: GroupCall) => Promise<StoredResult>
}

/** Bytes of an ended job in Redis, beside its messages. */
const jobBytes = 1024

/** A job of this host that runs. */
interface OwnJob {
  readonly caller: string
  readonly call: GroupCall | undefined
}

/** A job as Redis has it. */
interface FoundJob {
  readonly end: Settlement | undefined
  readonly seen: SeenRun | undefined
}

/**
 * The jobs of a group: each is a name of a run in BullMQ, which has its messages, its state and its end, so
 * that a job needs no host. Its own are the end of a cancelled one, and the call that is asked again when its
 * result is lost.
 */
export class GroupJobStore implements JobStore {
  readonly #options: GroupJobStoreOptions
  readonly #own = new Map<string, OwnJob>()
  readonly #shares = new Shares()
  /** The times at which ended jobs of this host are forgotten, in order. */
  readonly #ended: number[] = []
  #isClosed = false

  constructor(options: GroupJobStoreOptions) {
    this.#options = options
  }

  async create(jobId: string, caller = '', invocation?: Invocation): Promise<void> {
    const { connection, keys, host, runningLimit } = this.#options
    if (!this.#shares.admits(caller, runningLimit)) {
      throw new SpecimenError(
        'host.busy',
        `${runningLimit} jobs are running, the most this host allows; try again when some have ended.`,
      )
    }
    const call = invocation && { invocation, caller }
    this.#own.set(jobId, { caller, call })
    this.#shares.add(caller, 1)
    const key = keys.job(jobId)
    const asked = call ? JSON.stringify(toCallJson(call)) : ''
    try {
      await connection.ask((redis) =>
        Promise.all([redis.hset(key, 'host', host, 'asked', asked), redis.pexpire(key, flightLife)]),
      )
    } catch (error) {
      this.#free(jobId)
      throw error
    }
  }

  async discard(jobId: string): Promise<void> {
    this.#free(jobId)
    const { connection, keys } = this.#options
    await connection.ask((redis) => redis.del(keys.job(jobId)))
  }

  /** The run has its messages already. */
  async append(): Promise<void> {}

  async settle(jobId: string, settlement: Settlement): Promise<boolean> {
    const job = this.#own.get(jobId)
    if (this.#isClosed || !job) return false // a closed host's jobs go on elsewhere
    this.#free(jobId)
    this.#ended.push(this.#options.now() + this.#options.ttlSeconds * 1000)
    const { connection, results } = this.#options
    const invocation = job.call?.invocation
    const value =
      settlement.status === 'error'
        ? settlement.error
        : results.toPointer(settlement.entry, invocation, job.caller)
    return await connection.insist(() => this.#end(jobId, settlement.status, value))
  }

  async cancel(jobId: string): Promise<boolean> {
    const { connection, keys, queues } = this.#options
    const key = keys.job(jobId)
    const found = await this.#find(jobId, Number.MAX_SAFE_INTEGER)
    if (!found || found.end || !(await this.#end(jobId, 'error', 'cancelled'))) return false
    if (this.#own.has(jobId)) this.#ended.push(this.#options.now() + this.#options.ttlSeconds * 1000)
    this.#free(jobId)
    await connection.ask(async (redis) => {
      await redis.publish(keys.channel, JSON.stringify({ job: jobId }))
      const [run, queue, asked] = await redis.hmget(key, 'run', 'queue', 'asked')
      const call = parseCall(asked ?? '')
      if (!run || !queue || !call) return
      const flight = keys.flight(call.invocation)
      const isOver = await leaveFlight(redis, keys, flight, { run, waiter: `job:${key}` })
      if (isOver) await queues.remove(queue, run)
    })
    return true
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const found = await this.#find(jobId, since)
    if (!found) return undefined
    const messages: readonly ProgressMessage[] = found.seen?.messages ?? []
    const { end } = found
    if (!end) return { status: 'running', messages, error: null }
    return { status: end.status, messages, error: end.status === 'error' ? end.error : null }
  }

  async result(jobId: string): Promise<Settlement | 'running' | undefined> {
    const found = await this.#find(jobId, Number.MAX_SAFE_INTEGER)
    return found && (found.end ?? 'running')
  }

  async usage(): Promise<JobUsage> {
    const now = this.#options.now()
    while ((this.#ended[0] ?? now + 1) <= now) this.#ended.shift()
    return { running: this.#own.size, ended: this.#ended.length, bytes: this.#ended.length * jobBytes }
  }

  /** Changes nothing any more: the jobs of this host go on elsewhere. */
  async close(): Promise<void> {
    this.#isClosed = true
  }

  #free(jobId: string): void {
    const job = this.#own.get(jobId)
    if (!job) return
    this.#own.delete(jobId)
    this.#shares.add(job.caller, -1)
  }

  /** Ends a running job, once: returns whether this call did it. */
  async #end(jobId: string, state: Settlement['status'], value: string): Promise<boolean> {
    const { connection, keys, ttlSeconds } = this.#options
    const key = keys.job(jobId)
    return await connection.ask(async (redis) => {
      if ((await redis.exists(key)) === 0) return false
      const ending = redis.multi().hsetnx(key, 'state', state).hsetnx(key, 'value', value)
      const [isNew] = (await ending.pexpire(key, ttlSeconds * 1000).exec()) ?? []
      return isNew?.[1] === 1
    })
  }

  async #find(jobId: string, since: number): Promise<FoundJob | undefined> {
    const { connection, keys, queues, results, isThere } = this.#options
    return await connection.ask(async (redis) => {
      const names = ['state', 'value', 'run', 'queue', 'host', 'asked'] as const
      const [state, value, run, queue, host, asked] = await redis.hmget(keys.job(jobId), ...names)
      if (!host) return undefined
      const call = parseCall(asked ?? '')
      const seen = run && queue ? await queues.read(queue, run, since) : undefined
      const open = (pointer: string | undefined): Settlement => {
        const parsed = parsePointer(pointer ?? '')
        const entry = parsed && results.find(parsed, call?.invocation.roomId ?? '')
        return { status: 'done', entry: this.#withRecall(entry, parsed, call) }
      }
      if (state === 'done' && value) return { seen, end: open(value) }
      if (state === 'error' && value) return { seen, end: { status: 'error', error: value } }
      if (seen?.end?.kind === 'done') return { seen, end: open(formatPointer(seen.end.pointer)) }
      const isOwn = host === this.#options.host || isThere(host)
      if (isOwn) return { seen, end: undefined }
      if (seen?.end?.kind === 'failed')
        return { seen, end: { status: 'error', error: seen.end.error.message } }
      const isLost = !seen || seen.end !== undefined || queue === `h-${host}`
      return { seen, end: isLost ? { status: 'error', error: lostError().message } : undefined }
    })
  }

  /** Returns a result that is asked for again when it turns out to be lost. */
  #withRecall(
    entry: StoredResult | undefined,
    outline: Omit<StoredResult, 'open'> | undefined,
    call: GroupCall | undefined,
  ): StoredResult {
    if (entry?.held) return entry
    const { recall } = this.#options
    const again = async (): Promise<OpenResult> => {
      if (!call) throw lostError()
      return await (await recall(call)).open()
    }
    const open = async (): Promise<OpenResult> => {
      if (!entry) return await again()
      try {
        return await entry.open()
      } catch (error) {
        if (error instanceof SpecimenError && error.code === 'result.lost') return await again()
        throw error
      }
    }
    const shown = entry ?? outline ?? { id: '', type: 'mesh', bytes: 0, fitsEnvelope: true }
    return { ...shown, open }
  }
}
