/**
 * The job store in memory. Bounded three ways: jobs that run, bytes that ended jobs hold (the job that ended
 * longest ago is swept early, the latest is always kept), and time: a timer sweeps jobs some time after their end.
 */
import { SpecimenError } from '../domain/errors.ts'
import { type JobView, messageLimit, type ProgressMessage } from '../domain/job.ts'
import { measureResult } from '../domain/result.ts'
import type { JobStore, StoredSettlement } from './job-store.ts'

export interface MemoryJobStoreOptions {
  /** From a job's end until it is forgotten. */
  readonly ttlSeconds: number
  /** Jobs that may run at a time; one more is refused. */
  readonly runningLimit: number
  /** Bytes that the results and messages of ended jobs may hold together. */
  readonly byteLimit: number
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/** Jobs that are remembered after their end, however small. */
const endedLimit = 10_000

interface Job {
  messages: ProgressMessage[]
  settlement: StoredSettlement | undefined
  endedAt: number
  bytes: number
}

export class MemoryJobStore implements JobStore {
  readonly #options: MemoryJobStoreOptions
  readonly #running = new Map<string, Job>()
  /** In order of their end, the oldest first. */
  readonly #ended = new Map<string, Job>()
  #bytes = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: MemoryJobStoreOptions) {
    this.#options = options
  }

  async create(jobId: string): Promise<void> {
    const { runningLimit } = this.#options
    if (this.#running.size >= runningLimit) {
      throw new SpecimenError(
        'host.busy',
        `${runningLimit} jobs are running, the most this host allows; try again when some have ended.`,
      )
    }
    this.#running.set(jobId, { messages: [], settlement: undefined, endedAt: 0, bytes: 0 })
  }

  async discard(jobId: string): Promise<void> {
    this.#running.delete(jobId)
  }

  async append(jobId: string, messages: readonly ProgressMessage[]): Promise<void> {
    const job = this.#running.get(jobId)
    if (!job) return
    job.messages.push(...messages)
    // Cut in halves rather than one by one: a shift per message would move a thousand each time.
    if (job.messages.length > 2 * messageLimit) job.messages = job.messages.slice(-messageLimit)
  }

  async settle(jobId: string, settlement: StoredSettlement): Promise<boolean> {
    const job = this.#running.get(jobId)
    if (!job) return false
    this.#running.delete(jobId)
    job.settlement = settlement
    job.endedAt = this.#options.now()
    job.messages = job.messages.slice(-messageLimit)
    job.bytes = measureJob(job)
    this.#ended.set(jobId, job)
    this.#bytes += job.bytes
    for (const oldest of this.#ended.keys()) {
      if (oldest === jobId || (this.#bytes <= this.#options.byteLimit && this.#ended.size <= endedLimit)) break
      this.#forget(oldest)
    }
    this.#schedule()
    return true
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const job = this.#find(jobId)
    if (!job) return undefined
    const messages = job.messages.slice(-messageLimit).filter(({ seq }) => seq > since)
    const error = job.settlement?.status === 'error' ? job.settlement.error : null
    return { status: job.settlement?.status ?? 'running', messages, error }
  }

  async result(jobId: string): Promise<StoredSettlement | 'running' | undefined> {
    const job = this.#find(jobId)
    return job && (job.settlement ?? 'running')
  }

  async sweep(now: number): Promise<void> {
    for (const [jobId, { endedAt }] of this.#ended) {
      if (now - endedAt < this.#options.ttlSeconds * 1000) break
      this.#forget(jobId)
    }
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    this.#running.clear()
    this.#ended.clear()
    this.#bytes = 0
  }

  #find(jobId: string): Job | undefined {
    const running = this.#running.get(jobId)
    if (running) return running
    const ended = this.#ended.get(jobId)
    const isSwept = ended && this.#options.now() - ended.endedAt >= this.#options.ttlSeconds * 1000
    return isSwept ? undefined : ended
  }

  #forget(jobId: string): void {
    this.#bytes -= this.#ended.get(jobId)?.bytes ?? 0
    this.#ended.delete(jobId)
  }

  /** Keeps one timer while there are ended jobs: it fires when the earliest is due. */
  #schedule(): void {
    const [earliest] = this.#ended.values()
    if (this.#timer || !earliest) return
    const delay = earliest.endedAt + this.#options.ttlSeconds * 1000 - this.#options.now()
    this.#timer = setTimeout(
      () => {
        this.#timer = undefined
        this.sweep(this.#options.now())
        this.#schedule()
      },
      Math.min(Math.max(delay, 1), 2 ** 31 - 1),
    )
    this.#timer.unref()
  }
}

function measureJob({ settlement, messages }: Job): number {
  const texts = messages.reduce((total, { text }) => total + 2 * text.length, 0)
  return texts + (settlement?.status === 'done' ? measureResult(settlement.entry.result) : 0)
}
