import { SpecimenError } from '../../domain/errors.ts'
import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { Log } from '../../domain/log.ts'
import { Shares } from '../../domain/shares.ts'
import type { JobUsage } from '../../jobs/job-store.ts'
import type { GroupConnection } from '../redis/connect.ts'
import { formatMessage } from '../redis/message-text.ts'
import { EndedJobs } from './ended-jobs.ts'
import { type JobKeys, toHeldKey, toJobKeys } from './job-keys.ts'
import { appendJob, holdJobs, settleJob } from './job-records.ts'

/** What {@link OwnJobs} are kept with. */
export interface OwnJobsOptions {
  readonly connection: GroupConnection
  /** Of this host among the others. */
  readonly hostId: string
  /** From a job's end until it is forgotten. */
  readonly ttlSeconds: number
  /** Milliseconds, never going back. Of figures alone: what is forgotten when is up to Redis' clock. */
  readonly now: () => number
  readonly log: Log
}

/** How a job ends, as Redis has it: with the pointer to its result, or its error. */
export interface WrittenEnd {
  readonly state: 'done' | 'error'
  readonly value: string
}

/** A running job of this host. */
interface OwnJob {
  readonly keys: JobKeys
  readonly caller: string
  /** Messages that Redis has not got yet, the last ones. */
  pending: readonly ProgressMessage[]
  /** Sends them; one call at a time, so that they stay in order. */
  sending: Promise<void> | undefined
  /** How it ended, until Redis knows it. */
  end: WrittenEnd | undefined
  /** Of what Redis has of it, as far as this host knows. */
  bytes: number
  /** When Redis was last told to keep it; undefined until it has it. */
  keptAt: number | undefined
}

/** Milliseconds that a running job lives when nothing is heard of it. */
export const jobLife = 3_600_000
/** Milliseconds after which Redis is told again to keep one that says nothing. */
const keepAfter = jobLife / 3
/** Of a job's messages in Redis. */
const messageBytes = 256 * 1024
/** Of a job beside its messages and what was asked. */
const overheadBytes = 600
/** Milliseconds between two tries to write what could not be written. */
const retryPause = 2000

/**
 * The running jobs of this host, which alone adds to them and ends them. What they report and how they end is
 * kept while Redis is away, the last messages of each, and written when it is back.
 */
export class OwnJobs {
  readonly #options: OwnJobsOptions
  readonly #held: string
  readonly #jobs = new Map<string, OwnJob>()
  readonly #shares = new Shares()
  readonly #ended: EndedJobs
  readonly #timer: NodeJS.Timeout
  readonly #stopListening: () => void

  constructor(options: OwnJobsOptions) {
    this.#options = options
    const { connection, hostId, ttlSeconds, now } = options
    this.#held = toHeldKey(connection.prefix, hostId)
    this.#ended = new EndedJobs(1000 * ttlSeconds, now)
    this.#timer = setInterval(() => this.#tend(), retryPause)
    this.#timer.unref()
    this.#stopListening = connection.reachability.onChange((isAway) => {
      if (!isAway) this.#tend()
    })
  }

  /** Returns whether a caller may have one more. */
  admits(caller: string, limit: number): boolean {
    return this.#shares.admits(caller, limit)
  }

  /** Returns whether a job is running here. */
  has(jobId: string): boolean {
    return this.#jobs.has(jobId)
  }

  /** Returns the caller of a job that is running here. */
  callerOf(jobId: string): string | undefined {
    return this.#jobs.get(jobId)?.caller
  }

  /** Takes a job, with the bytes of what was asked. */
  add(jobId: string, caller: string, askedBytes: number): void {
    this.#shares.add(caller, 1)
    this.#jobs.set(jobId, {
      keys: toJobKeys(this.#options.connection.prefix, jobId),
      caller,
      pending: [],
      sending: undefined,
      end: undefined,
      bytes: overheadBytes + askedBytes,
      keptAt: undefined,
    })
  }

  /** Notes that Redis has a job now. */
  markWritten(jobId: string): void {
    const job = this.#jobs.get(jobId)
    if (job) job.keptAt = this.#options.now()
  }

  /** Gives a job up; resolves when nothing more of it is sent, with whether it was there. */
  async drop(jobId: string): Promise<boolean> {
    const job = this.#release(jobId)
    await job?.sending
    return job !== undefined
  }

  /** Gives a job up that has ended by itself or by another host. */
  markEnded(jobId: string): void {
    const job = this.#release(jobId)
    if (job) this.#ended.add(job.bytes)
  }

  /**
   * Gives up the jobs that are another host's now, and those that Redis has no longer, and returns them: what
   * this host still does for them is for nobody. @throws `group.away`
   */
  async dropLost(): Promise<readonly string[]> {
    const { connection, hostId } = this.#options
    const jobs = [...this.#jobs].filter(([, { keptAt, end }]) => keptAt !== undefined && !end)
    const hosts = await connection.ask((redis) =>
      Promise.all(jobs.map(([, { keys }]) => redis.hget(keys.job, 'host'))),
    )
    const lost = jobs.flatMap(([jobId], i) => (hosts[i] === hostId ? [] : [jobId]))
    for (const jobId of lost) this.#release(jobId)
    return lost
  }

  /** Adds messages in order; ignored when the job is not running here. */
  async append(jobId: string, messages: readonly ProgressMessage[]): Promise<void> {
    const job = this.#jobs.get(jobId)
    if (!job || job.end) return
    job.pending = [...job.pending, ...messages].slice(-messageLimit)
    await this.#send(job)
  }

  /** Ends a job that is running here, once: returns whether this call did it, or will when Redis is back. */
  async end(jobId: string, end: WrittenEnd): Promise<boolean> {
    const job = this.#jobs.get(jobId)
    if (!job || job.end) return false
    job.end = end
    job.bytes += end.value.length
    return await this.#writeEnd(jobId, job, end)
  }

  /** Returns how many there are, those included that have ended and are remembered. */
  usage(): JobUsage {
    const ended = this.#ended.total()
    const running = [...this.#jobs.values()].reduce((sum, { bytes }) => sum + bytes, 0)
    return { running: this.#jobs.size, ended: ended.count, bytes: running + ended.bytes }
  }

  /** Ends its timer. */
  close(): void {
    clearInterval(this.#timer)
    this.#stopListening()
    this.#jobs.clear()
    this.#shares.clear()
  }

  #release(jobId: string): OwnJob | undefined {
    const job = this.#jobs.get(jobId)
    if (!job) return undefined
    this.#jobs.delete(jobId)
    this.#shares.add(job.caller, -1)
    return job
  }

  /** Sends what is pending; what comes meanwhile goes out together. Resolves also when Redis is away. */
  #send(job: OwnJob): Promise<void> {
    job.sending ??= this.#sendAll(job).finally(() => {
      job.sending = undefined
    })
    return job.sending
  }

  async #sendAll(job: OwnJob): Promise<void> {
    const { connection, hostId: host, now } = this.#options
    const limits = { life: jobLife, countLimit: messageLimit, byteLimit: messageBytes }
    while (job.pending.length > 0) {
      const taken = job.pending
      job.pending = []
      const messages = taken.map(formatMessage)
      try {
        await connection.ask((redis) => appendJob(redis, job.keys, { host, ...limits, messages }))
      } catch (error) {
        passOverAway(error)
        job.pending = [...taken, ...job.pending].slice(-messageLimit)
        return
      }
      const sent = messages.reduce((sum, message) => sum + message.length, 0)
      job.bytes = Math.min(job.bytes + sent, overheadBytes + messageBytes)
      job.keptAt = now()
    }
  }

  async #writeEnd(jobId: string, job: OwnJob, end: WrittenEnd): Promise<boolean> {
    const { connection, hostId: host, ttlSeconds } = this.#options
    const ttl = toTtl(ttlSeconds)
    try {
      await this.#send(job)
      const ran = await connection.ask((redis) => settleJob(redis, job.keys, { host, ...end, ttl }))
      if (ran === undefined) this.#release(jobId)
      else this.markEnded(jobId)
      // Where it stays, whoever adopts it finds that it has ended.
      await connection.ask((redis) => redis.srem(this.#held, jobId)).catch(passOverAway)
      return ran !== undefined
    } catch (error) {
      if (isAway(error)) return true // it is tried again
      this.#release(jobId)
      throw error
    }
  }

  /** Writes what could not be written, and has Redis keep what runs for long. */
  #tend(): void {
    const work = [...this.#jobs].map(async ([jobId, job]) => {
      if (job.end) await this.#writeEnd(jobId, job, job.end)
      else await this.#send(job)
    })
    Promise.all([...work, this.#keep()]).catch((error: unknown) => {
      this.#options.log.error({ err: error }, 'the job store failed')
    })
  }

  async #keep(): Promise<void> {
    const { connection, now } = this.#options
    const due = now() - keepAfter
    const kept = [...this.#jobs.values()].filter(({ keptAt }) => keptAt !== undefined && keptAt <= due)
    if (kept.length === 0) return
    const keys = kept.flatMap(({ keys: { job, log } }) => [job, log])
    await connection
      .ask(async (redis) => {
        const renewed = keys.map((key) => redis.pexpire(key, jobLife))
        await Promise.all([holdJobs(redis, this.#held, jobLife, []), ...renewed])
        for (const job of kept) job.keptAt = now()
      })
      .catch(passOverAway)
  }
}

/** Returns a time in whole milliseconds, as Redis wants it. */
export function toTtl(seconds: number): number {
  return Math.ceil(1000 * seconds)
}

/** Throws all errors again but those of a Redis that is away. */
export function passOverAway(error: unknown): void {
  if (!isAway(error)) throw error
}

function isAway(error: unknown): boolean {
  return error instanceof SpecimenError && error.code === 'group.away'
}
