import { SpecimenError } from '../../domain/errors.ts'
import type { Invocation } from '../../domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../../domain/job.ts'
import type { StoredResult } from '../../domain/result/stored-result.ts'
import type { JobStore, JobUsage } from '../../jobs/job-store.ts'
import { formatCall, parseCall, type StoredCall } from '../redis/asked-call.ts'
import { parseMessage } from '../redis/message-text.ts'
import { parseOwnJson } from '../redis/own-json.ts'
import { formatPointer, parsePointer } from '../results/result-pointer.ts'
import type { SharedResults } from '../results/shared-results.ts'
import { type JobKeys, toHeldKey, toJobKeys } from './job-keys.ts'
import { JobPolls } from './job-polls.ts'
import { adoptJob, createJob, holdJobs, repointJob, settleJob, toHostChannel } from './job-records.ts'
import { jobLife, OwnJobs, type OwnJobsOptions, passOverAway, toTtl } from './own-jobs.ts'

/** What a {@link RedisJobStore} is made with. */
export interface RedisJobStoreOptions extends OwnJobsOptions {
  /** Redis has pointers to results, and nothing else of them. */
  readonly results: Pick<SharedResults, 'toPointer' | 'find'>
  /** Has a call answered again, as the result of its job was lost. */
  readonly recall: (call: StoredCall) => Promise<StoredResult>
  /** Jobs of this host that may run at a time; one more is refused. */
  readonly runningLimit: number
}

/** A job of a host that is gone, which this one is to ask for now. */
export interface AdoptedJob extends StoredCall {
  readonly jobId: string
  /** The number of the first message that it has not got. */
  readonly nextSeq: number
}

/** Jobs that are taken over at a time, so that all hosts that are left share in it. */
const adoptedAtATime = 10

/**
 * Keeps jobs in Redis, where every host finds them; a poll is one question. A job belongs to the host that
 * runs it, whose messages and end count; when that host is gone another adopts it. Bounded in the jobs that
 * each host runs (each caller has its share of them), in the messages of a job, by number and bytes, and in
 * time. All of it is `group.away` while Redis is, but for what this host's own jobs report and how they end.
 */
export class RedisJobStore implements JobStore {
  readonly outlivesHost = true
  readonly #options: RedisJobStoreOptions
  readonly #own: OwnJobs
  readonly #polls: JobPolls

  constructor(options: RedisJobStoreOptions) {
    this.#options = options
    this.#own = new OwnJobs(options)
    this.#polls = new JobPolls(options.connection)
  }

  /** Hears from now on of running jobs of this host that another has ended. */
  async listen(onEnded: (jobId: string) => void): Promise<void> {
    const { connection, hostId } = this.#options
    const own = toHostChannel(connection.prefix, hostId)
    connection.subscriber.on('message', (channel: string, jobId: string) => {
      if (channel === own) onEnded(jobId)
    })
    await connection.subscriber.subscribe(own)
  }

  async create(jobId: string, caller = '', invocation?: Invocation): Promise<void> {
    const { runningLimit, connection, hostId } = this.#options
    if (!this.#own.admits(caller, runningLimit)) {
      throw new SpecimenError(
        'host.busy',
        `${runningLimit} jobs are running, the most this host allows; try again when some have ended.`,
      )
    }
    const asked = invocation ? formatCall({ caller, invocation }) : ''
    this.#own.add(jobId, caller, asked.length)
    try {
      await connection.ask(async (redis) => {
        // They go out together, in this order: a job that nobody holds would be adopted by nobody.
        const held = holdJobs(redis, this.#toHeld(hostId), jobLife, [jobId])
        const created = createJob(redis, this.#toKeys(jobId), { host: hostId, asked, life: jobLife })
        await Promise.all([held, created])
      })
      this.#own.markWritten(jobId)
    } catch (error) {
      await this.#own.drop(jobId)
      throw error
    }
  }

  async discard(jobId: string): Promise<void> {
    if (!(await this.#own.drop(jobId))) return
    const { job, log } = this.#toKeys(jobId)
    const { connection, hostId } = this.#options
    await connection
      .ask((redis) => Promise.all([redis.del(job, log), redis.srem(this.#toHeld(hostId), jobId)]))
      .catch(passOverAway) // nobody has been told its id, and it expires
  }

  async append(jobId: string, messages: readonly ProgressMessage[]): Promise<void> {
    await this.#own.append(jobId, messages)
  }

  async settle(jobId: string, settlement: Settlement): Promise<boolean> {
    if (!this.#own.has(jobId)) return false
    if (settlement.status === 'error')
      return await this.#own.end(jobId, { state: 'error', value: settlement.error })
    const pointer = this.#options.results.toPointer(settlement.entry, this.#own.callerOf(jobId))
    return await this.#own.end(jobId, { state: 'done', value: formatPointer(pointer) })
  }

  async cancel(jobId: string): Promise<boolean> {
    const { connection, ttlSeconds } = this.#options
    const told = { prefix: connection.prefix, jobId }
    const end = { state: 'error', value: 'cancelled', ttl: toTtl(ttlSeconds), told } as const
    const ran = await connection.ask((redis) => settleJob(redis, this.#toKeys(jobId), end))
    if (ran === undefined) return false
    this.#own.markEnded(jobId)
    // Where it stays, whoever adopts it finds that it has ended.
    await connection.ask((redis) => redis.srem(this.#toHeld(ran), jobId)).catch(passOverAway)
    return true
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const written = await this.#polls.ask({ keys: this.#toKeys(jobId), since })
    if (!written) return undefined
    const { state, value } = written
    if (state !== 'running' && state !== 'done' && state !== 'error') return undefined
    const messages = written.messages.flatMap((message) => parseMessage(message) ?? [])
    const above = messages.filter(({ seq }) => seq > since)
    return { status: state, messages: above, error: state === 'error' ? value : null }
  }

  async result(jobId: string): Promise<Settlement | 'running' | undefined> {
    const { connection, results } = this.#options
    const { job } = this.#toKeys(jobId)
    const fields = ['state', 'value', 'asked'] as const
    const [state, value, asked] = await connection.ask((redis) => redis.hmget(job, ...fields))
    if (state === 'running') return state
    if (typeof value !== 'string') return undefined
    if (state === 'error') return { status: state, error: value }
    if (state !== 'done') return undefined
    const pointer = parsePointer(parseOwnJson(value))
    const lose = (): void => {
      this.#repoint(jobId, value, '').catch(() => {}) // the next who asks finds out, too
    }
    const found = pointer && results.find(pointer, lose)
    return { status: state, entry: found ?? (await this.#recall(jobId, value, asked ?? '')) }
  }

  /**
   * Takes over the running jobs of a host that is gone, those that no other host takes, and hands out each:
   * this host must now ask for it again. Its messages so far stay.
   * @throws `group.away`, and is then to be called again for the rest
   */
  async adopt(gone: string, goOn: (job: AdoptedJob) => void): Promise<void> {
    const { connection, hostId } = this.#options
    for (;;) {
      const jobIds = await connection.ask((redis) => redis.srandmember(this.#toHeld(gone), adoptedAtATime))
      if (jobIds.length === 0) return
      await connection.ask((redis) => holdJobs(redis, this.#toHeld(hostId), jobLife, jobIds))
      for (const jobId of jobIds) await this.#adoptOne(jobId, gone, goOn)
      await connection.ask((redis) => redis.srem(this.#toHeld(gone), ...jobIds))
    }
  }

  /**
   * To be called when this host was taken for gone, and when Redis has lost its data: gives up the jobs that
   * are no longer this host's and returns them, so that it leaves their runs. @throws `group.away`
   */
  async dropLost(): Promise<readonly string[]> {
    return await this.#own.dropLost()
  }

  async usage(): Promise<JobUsage> {
    return this.#own.usage()
  }

  async close(): Promise<void> {
    this.#own.close()
  }

  /** Has the result of a job computed again, as the host that had it is gone. @throws `result.lost` */
  async #recall(jobId: string, lost: string, asked: string): Promise<StoredResult> {
    const { results, recall } = this.#options
    const call = parseCall(parseOwnJson(asked))
    if (!call)
      throw new SpecimenError('result.lost', 'The result of this job is lost with its host; start it again.')
    const entry = await recall(call)
    await this.#repoint(jobId, lost, formatPointer(results.toPointer(entry, call.caller)))
    return entry
  }

  async #repoint(jobId: string, from: string, to: string): Promise<void> {
    await this.#options.connection.ask((redis) => repointJob(redis, this.#toKeys(jobId), { from, to }))
  }

  async #adoptOne(jobId: string, gone: string, goOn: (job: AdoptedJob) => void): Promise<void> {
    if (this.#own.has(jobId)) return
    const { connection, hostId } = this.#options
    const takeover = { gone, host: hostId, life: jobLife }
    const adopted = await connection.ask((redis) => adoptJob(redis, this.#toKeys(jobId), takeover))
    if (!adopted) {
      await connection.ask((redis) => redis.srem(this.#toHeld(hostId), jobId))
      return
    }
    const { asked, nextSeq } = adopted
    const job = parseCall(parseOwnJson(asked))
    this.#own.add(jobId, job?.caller ?? '', asked.length)
    this.#own.markWritten(jobId)
    if (job) goOn({ jobId, nextSeq, ...job })
    else
      await this.#own.end(jobId, { state: 'error', value: 'The host that ran it is gone; start it again.' })
  }

  #toHeld(host: string): string {
    return toHeldKey(this.#options.connection.prefix, host)
  }

  #toKeys(jobId: string): JobKeys {
    return toJobKeys(this.#options.connection.prefix, jobId)
  }
}
