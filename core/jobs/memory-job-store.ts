import { createExpiry, type Expiry } from '../cache/expiry.ts'
import { measureEntry } from '../cache/measure-entry.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { JobView, ProgressMessage, Settlement } from '../domain/job.ts'
import type { JobStore, JobUsage } from './job-store.ts'
import { KeptMessages } from './kept-messages.ts'

/** Bounds and clock of a {@link MemoryJobStore}. */
export interface MemoryJobStoreOptions {
  /** From a job's end until it is forgotten. */
  readonly ttlSeconds: number
  /** Jobs that may run at a time; one more is refused. */
  readonly runningLimit: number
  /** Bytes that messages, results and the jobs themselves may hold together. */
  readonly byteLimit: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/** Of a job beside its messages and result: 360 bytes of heap were measured, 1.7 kB of the process. */
const overheadBytes = 1024

interface Job {
  readonly messages: KeptMessages
  settlement: Settlement | undefined
  endedAt: number
  /** What it holds since its end. */
  bytes: number
}

/**
 * Keeps jobs in memory, bounded three ways: jobs that run, bytes that jobs hold (the job that ended longest
 * ago is forgotten early, the latest is always kept; of running jobs, the one whose messages take most loses
 * its older ones), and time: a timer forgets jobs some time after their end.
 */
export class MemoryJobStore implements JobStore {
  readonly #options: MemoryJobStoreOptions
  readonly #running = new Map<string, Job>()
  /** In order of their end, the oldest first. */
  readonly #ended = new Map<string, Job>()
  /** Of the messages of running jobs. */
  #runningBytes = 0
  #endedBytes = 0
  readonly #expiry: Expiry

  constructor(options: MemoryJobStoreOptions) {
    this.#options = options
    this.#expiry = createExpiry({
      ttlSeconds: options.ttlSeconds,
      now: options.now,
      findOldest: () => this.#findOldest(),
      removeExpired: () => this.#forgetExpired(),
    })
  }

  async create(jobId: string): Promise<void> {
    const { runningLimit } = this.#options
    if (this.#running.size >= runningLimit) {
      throw new SpecimenError(
        'host.busy',
        `${runningLimit} jobs are running, the most this host allows; try again when some have ended.`,
      )
    }
    this.#running.set(jobId, { messages: new KeptMessages(), settlement: undefined, endedAt: 0, bytes: 0 })
  }

  async discard(jobId: string): Promise<void> {
    this.#takeRunning(jobId)
  }

  async append(jobId: string, messages: readonly ProgressMessage[]): Promise<void> {
    const job = this.#running.get(jobId)
    if (!job) return
    this.#runningBytes -= job.messages.bytes
    job.messages.add(messages)
    this.#runningBytes += job.messages.bytes
    this.#makeRoom()
  }

  async settle(jobId: string, settlement: Settlement): Promise<boolean> {
    const job = this.#takeRunning(jobId)
    if (!job) return false
    job.settlement = settlement
    job.endedAt = this.#options.now()
    job.messages.trim()
    job.bytes = overheadBytes + job.messages.bytes + measureSettlement(settlement)
    this.#ended.set(jobId, job)
    this.#endedBytes += job.bytes
    this.#makeRoom()
    this.#expiry.watch()
    return true
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const job = this.#find(jobId)
    if (!job) return undefined
    const error = job.settlement?.status === 'error' ? job.settlement.error : null
    return { status: job.settlement?.status ?? 'running', messages: job.messages.above(since), error }
  }

  async result(jobId: string): Promise<Settlement | 'running' | undefined> {
    const job = this.#find(jobId)
    return job && (job.settlement ?? 'running')
  }

  async usage(): Promise<JobUsage> {
    this.#forgetExpired()
    const bytes = this.#runningBytes + this.#endedBytes
    return { running: this.#running.size, ended: this.#ended.size, bytes }
  }

  async close(): Promise<void> {
    this.#expiry.stop()
    this.#running.clear()
    this.#ended.clear()
    this.#runningBytes = 0
    this.#endedBytes = 0
  }

  #find(jobId: string): Job | undefined {
    const running = this.#running.get(jobId)
    if (running) return running
    const ended = this.#ended.get(jobId)
    return ended && this.#expiry.isExpired(ended.endedAt) ? undefined : ended
  }

  #takeRunning(jobId: string): Job | undefined {
    const job = this.#running.get(jobId)
    this.#runningBytes -= job?.messages.bytes ?? 0
    this.#running.delete(jobId)
    return job
  }

  #forget(jobId: string): void {
    this.#endedBytes -= this.#ended.get(jobId)?.bytes ?? 0
    this.#ended.delete(jobId)
  }

  #makeRoom(): void {
    const { byteLimit } = this.#options
    for (const oldest of this.#ended.keys()) {
      if (this.#ended.size === 1 || this.#endedBytes + this.#runningBytes <= byteLimit) break
      this.#forget(oldest)
    }
    while (this.#runningBytes > byteLimit && this.#cutLongest()) {}
  }

  /** Halves the messages of the running job that holds most; returns false when none has any to lose. */
  #cutLongest(): boolean {
    const all = [...this.#running.values()].map(({ messages }) => messages)
    const longest = all.reduce((most, messages) => (messages.bytes > most.bytes ? messages : most))
    this.#runningBytes -= longest.bytes
    const isCut = longest.halve()
    this.#runningBytes += longest.bytes
    return isCut
  }

  #findOldest(): number | undefined {
    const [oldest] = this.#ended.values()
    return oldest?.endedAt
  }

  #forgetExpired(): void {
    for (const [jobId, { endedAt }] of this.#ended) {
      if (!this.#expiry.isExpired(endedAt)) break
      this.#forget(jobId)
    }
  }
}

function measureSettlement(settlement: Settlement): number {
  return settlement.status === 'done' ? measureEntry(settlement.entry, []) : 2 * settlement.error.length
}
