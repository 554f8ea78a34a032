import { hasCode, SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../../contract/domain/job.ts'
import type { OpenResult, StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Hold, Ledger } from '../../service/account/ledger.ts'
import type { JobStore, JobUsage } from '../../service/jobs/job-store.ts'
import { type GroupCall, parseCall, toCallJson } from '../redis/group-call.ts'
import { Script } from '../redis/script.ts'
import { formatPointer, parsePointer } from '../results/result-pointer.ts'
import { type FlightRecord, flightLife, leaveFlight } from '../runs/flight-records.ts'
import type { HostParts } from '../runs/host-parts.ts'
import { lostError, type RunEnd } from '../runs/run-end.ts'
import { toHostQueue } from '../runs/run-queues.ts'

/** The dependencies of {@link GroupJobStore}. */
export interface GroupJobStoreOptions extends HostParts {
  readonly ttlSeconds: number
  /** The jobs that each caller has running at this host. */
  readonly running: Ledger
  /** Answers the call of a job again, whose result was lost. */
  readonly recall: (call: GroupCall) => Promise<StoredResult>
  /** Returns true for a queue from which a host takes. */
  readonly isServed: (queue: string) => boolean
}

interface OwnJob {
  readonly caller: string
  readonly invocation: Invocation | undefined
  readonly hold: Hold
}

/** Runs of polled jobs that are known at most. */
const runLimit = 10_000
// Ends a job that is there and has not ended.
const endScript = new Script(`
local state, value, life = unpack(ARGV)
if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('HEXISTS', KEYS[1], 'state') == 1 then return {0} end
redis.call('HSET', KEYS[1], 'state', state, 'value', value)
redis.call('PEXPIRE', KEYS[1], life)
return {1}`)

/** Bytes of an ended job in Redis, beside its messages. */
const jobBytes = 1024

/**
 * The jobs of a group: each is a name of a run in BullMQ, which has its messages, its state and its end, so
 * that a job needs no host. Its own are the end of a cancelled one, and the call that is asked again when its
 * result is lost.
 */
export class GroupJobStore implements JobStore {
  readonly #options: GroupJobStoreOptions
  /** The running jobs of this host. */
  readonly #own = new Map<string, OwnJob>()
  /** The runs of jobs that were polled, so that the next poll is one round trip. */
  readonly #runs = new Map<string, FlightRecord>()
  /** The times at which ended jobs of this host are forgotten, in order. */
  readonly #ended: number[] = []
  #isClosed = false

  constructor(options: GroupJobStoreOptions) {
    this.#options = options
  }

  async create(jobId: string, caller = '', invocation?: Invocation, provenance = ''): Promise<void> {
    const { connection, keys, host, running } = this.#options
    const hold = running.take(caller, 1)
    this.#own.set(jobId, { caller, invocation, hold })
    const key = keys.job(jobId)
    const asked = invocation ? JSON.stringify(toCallJson({ invocation, caller })) : ''
    try {
      await connection.ask((redis) =>
        Promise.all([
          redis.hset(key, 'host', host, 'asked', asked, 'provenance', provenance),
          redis.pexpire(key, flightLife),
        ]),
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
    const job = this.#isClosed ? undefined : this.#own.get(jobId)
    if (!job) return false // a closed host's jobs go on elsewhere
    const { connection, results, log } = this.#options
    const value =
      settlement.status === 'error'
        ? settlement.error
        : results.toPointer(settlement.entry, job.invocation, job.caller)
    const end = async (): Promise<boolean> => await this.#end(jobId, settlement.status, value)
    try {
      const isNew = await end()
      this.#free(jobId, true)
      return isNew
    } catch (error) {
      if (!hasCode(error, 'group.away')) throw error
    }
    // It stays a job of this host until its end is written: its run may have none that could be read instead.
    void connection
      .insist(end, Number.POSITIVE_INFINITY)
      .catch((err: unknown) => log.error({ err }, 'the end of a job could not be written'))
      .finally(() => this.#free(jobId, true))
    return true
  }

  async cancel(jobId: string): Promise<boolean> {
    const { connection, keys, queues } = this.#options
    const key = keys.job(jobId)
    const job = await this.#find(jobId)
    if (!job || job.end || !(await this.#end(jobId, 'error', 'cancelled'))) return false
    this.#free(jobId, true)
    await connection.ask(async (redis) => {
      await redis.publish(keys.channel, JSON.stringify({ job: jobId }))
      const flight = await redis.hget(key, 'flight')
      const left = flight ? await leaveFlight(redis, keys, flight, { waiter: `job:${key}` }) : undefined
      if (left) await queues.remove(left.queue, left.run)
    })
    return true
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const job = await this.#find(jobId, since)
    if (!job) return undefined
    const { end, messages } = job
    const status = end?.status ?? 'running'
    return { status, messages, error: end?.status === 'error' ? end.error : null }
  }

  async result(jobId: string): Promise<Settlement | 'running' | undefined> {
    const job = await this.#find(jobId)
    return job && (job.end ?? 'running')
  }

  async provenance(jobId: string): Promise<string | undefined> {
    const { connection, keys } = this.#options
    const [host, provenance] = await connection.ask((redis) =>
      redis.hmget(keys.job(jobId), 'host', 'provenance'),
    )
    return host ? (provenance ?? '') : undefined
  }

  async usage(): Promise<JobUsage> {
    this.#tidy()
    return { running: this.#own.size, ended: this.#ended.length, bytes: this.#ended.length * jobBytes }
  }

  /** Changes nothing any more: the jobs of this host go on elsewhere. */
  async close(): Promise<void> {
    this.#isClosed = true
  }

  #free(jobId: string, hasEnded = false): void {
    const job = this.#own.get(jobId)
    if (!job) return
    this.#own.delete(jobId)
    job.hold.release()
    if (!hasEnded) return
    this.#tidy()
    this.#ended.push(this.#options.clock() + this.#options.ttlSeconds * 1000)
  }

  #tidy(): void {
    const now = this.#options.clock()
    while ((this.#ended[0] ?? now + 1) <= now) this.#ended.shift()
  }

  /** Ends a running job, once: returns whether this call did it. */
  async #end(jobId: string, state: Settlement['status'], value: string): Promise<boolean> {
    const { connection, keys, ttlSeconds } = this.#options
    const key = keys.job(jobId)
    const args = [state, value, ttlSeconds * 1000]
    const [isNew] = await connection.ask((redis) => endScript.run(redis, [key], args))
    return isNew === 1
  }

  /**
   * Returns a job, with its messages above `since`, none without. Its host ends it while it is there; a job
   * that this host had and has no longer ends as its run has.
   */
  async #find(
    jobId: string,
    since?: number,
  ): Promise<{ readonly end?: Settlement; readonly messages: readonly ProgressMessage[] } | undefined> {
    const { connection, keys, queues, isThere } = this.#options
    return await connection.ask(async (redis) => {
      const names = ['state', 'value', 'run', 'queue', 'host', 'asked'] as const
      const read = ({ run, queue }: FlightRecord) =>
        since === undefined ? [] : queues.readMessages(queue, run, since)
      const known = this.#runs.get(jobId)
      const [row, early] = await Promise.all([
        redis.hmget(keys.job(jobId), ...names),
        known ? read(known) : [],
      ])
      const [state, value, run, queue, host, asked] = row
      if (!host) return undefined
      const place = run && queue ? { run, queue } : undefined
      if (this.#runs.size >= runLimit) this.#runs.clear()
      if (place) this.#runs.set(jobId, place)
      const messages = place && run !== known?.run ? await read(place) : early
      if (state === 'done') return { messages, end: this.#toDone(value ?? '', asked ?? '') }
      if (state === 'error') return { messages, end: { status: 'error', error: value ?? '' } }
      const isHeld = host === this.#options.host ? this.#own.has(jobId) : isThere(host)
      if (isHeld) return { messages }
      const seen = place && (await queues.read(place.queue, place.run))
      if (seen && !seen.end && queue !== toHostQueue(host)) {
        if (!seen.isPlaced && !this.#options.isServed(queue ?? '')) this.#adopt(jobId, asked ?? '')
        return { messages }
      }
      // Written, so that it is the end at all hosts, which miss a dead one at different times.
      await this.#end(jobId, ...toState(seen?.end))
      return await this.#find(jobId, since)
    })
  }

  /**
   * Makes a job one of this host: its own is gone, and its run in a queue that no host has any more, as the
   * bundles of all have changed. What this host cannot compute now the next poll asks for again.
   */
  #adopt(jobId: string, asked: string): void {
    const call = parseCall(asked)
    if (!call || this.#own.has(jobId)) return
    const { caller = '', invocation } = call
    const { recall, log, running } = this.#options
    if (!running.admits(caller, 1)) return // the next poll asks again
    this.#own.set(jobId, { caller, invocation, hold: running.take(caller, 1) })
    recall(call)
      .then((entry) => this.settle(jobId, { status: 'done', entry }))
      .catch((error: unknown) => {
        const { message, retryAfterSeconds } = toSpecimenError(error)
        return retryAfterSeconds === undefined && this.settle(jobId, { status: 'error', error: message })
      })
      .catch((err: unknown) => log.error({ err }, 'a job of a host that is gone could not be ended'))
      .finally(() => this.#free(jobId))
  }

  /** Returns the end of a job with a result, which is asked for again when it turns out to be lost. */
  #toDone(text: string, asked: string): Settlement {
    const { results, recall } = this.#options
    const call = parseCall(asked)
    const pointer = parsePointer(text)
    const entry = pointer && results.find(pointer, call?.invocation.roomId ?? '')
    if (entry?.held) return { status: 'done', entry }
    const open = async (): Promise<OpenResult> => {
      try {
        if (entry) return await entry.open()
      } catch (error) {
        if (!(error instanceof SpecimenError) || error.code !== 'result.lost') throw error
      }
      if (!call) throw lostError()
      return await (await recall(call)).open()
    }
    const outline = entry ?? pointer ?? { id: '', type: 'mesh', bytes: 0, members: [] }
    return { status: 'done', entry: { ...outline, open } }
  }
}

/** Returns the state and value of a job that ends as its run has; a run that is gone is lost. */
function toState(end: RunEnd | undefined): [Settlement['status'], string] {
  if (end?.kind === 'done') return ['done', formatPointer(end.pointer)]
  return ['error', (end?.kind === 'failed' ? end.error : lostError()).message]
}
