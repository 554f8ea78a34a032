import type { Invocation } from '../../contract/domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../../contract/domain/job.ts'
import { AgingEntries, type AgingEntry } from '../../engine/cache/aging-entries.ts'
import { measureEntry } from '../../engine/cache/measure-entry.ts'
import type { Hold, Ledger } from '../account/ledger.ts'
import type { JobStore, JobUsage } from './job-store.ts'
import { KeptMessages } from './kept-messages.ts'

/** Bounds and clock of a {@link MemoryJobStore}. */
export interface MemoryJobStoreOptions {
  readonly ttlSeconds: number
  /** The jobs that each caller has running. */
  readonly running: Ledger
  readonly byteLimit: number
  readonly now: () => number
}

/** Bytes of a job beside its messages and result: 360 of heap were measured, 1,700 of the process. */
const overheadBytes = 1024

interface RunningJob {
  readonly owner: string
  readonly hold: Hold
  readonly messages: KeptMessages
  readonly provenance: string
}

/**
 * Keeps jobs in memory, with three bounds: running jobs (each caller has its share of them), bytes (of the
 * caller with most, the job that ended first is forgotten early, the latest is always kept; of running jobs,
 * the one with the longest messages loses its older ones), and time since the end, by a timer.
 */
export class MemoryJobStore implements JobStore {
  readonly #options: MemoryJobStoreOptions
  readonly #running = new Map<string, RunningJob>()
  /** Aged from their ends. */
  readonly #ended: AgingEntries<RunningJob & AgingEntry & { readonly settlement: Settlement }>
  #latest: string | undefined
  #runningBytes = 0

  constructor(options: MemoryJobStoreOptions) {
    this.#options = options
    this.#ended = new AgingEntries(options)
  }

  /** True while a job runs. */
  get isBusy(): boolean {
    return this.#running.size > 0
  }

  async create(jobId: string, caller = '', _invocation?: Invocation, provenance = ''): Promise<void> {
    const hold = this.#options.running.take(caller, 1)
    this.#running.set(jobId, { owner: caller, hold, messages: new KeptMessages(), provenance })
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
    job.messages.trim()
    const kept = job.messages.bytes + 2 * job.provenance.length
    const bytes = overheadBytes + kept + measureSettlement(settlement)
    this.#ended.set(jobId, { ...job, settlement, since: this.#options.now(), bytes })
    this.#latest = jobId
    this.#makeRoom()
    return true
  }

  async cancel(jobId: string): Promise<boolean> {
    return await this.settle(jobId, { status: 'error', error: 'cancelled' })
  }

  async view(jobId: string, since: number): Promise<JobView | undefined> {
    const running = this.#running.get(jobId)
    if (running) return { status: 'running', messages: running.messages.above(since), error: null }
    const ended = this.#ended.get(jobId)
    if (!ended) return undefined
    const { settlement, messages } = ended
    const error = settlement.status === 'error' ? settlement.error : null
    return { status: settlement.status, messages: messages.above(since), error }
  }

  async result(jobId: string): Promise<Settlement | 'running' | undefined> {
    return this.#running.has(jobId) ? 'running' : this.#ended.get(jobId)?.settlement
  }

  async provenance(jobId: string): Promise<string | undefined> {
    return (this.#running.get(jobId) ?? this.#ended.get(jobId))?.provenance
  }

  async usage(): Promise<JobUsage> {
    this.#ended.removeExpired()
    const bytes = this.#runningBytes + this.#ended.bytes
    return { running: this.#running.size, ended: this.#ended.size, bytes }
  }

  async close(): Promise<void> {
    for (const { hold } of this.#running.values()) hold.release()
    this.#running.clear()
    this.#ended.clear()
    this.#runningBytes = 0
  }

  #takeRunning(jobId: string): RunningJob | undefined {
    const job = this.#running.get(jobId)
    if (!job) return undefined
    this.#runningBytes -= job.messages.bytes
    this.#running.delete(jobId)
    job.hold.release()
    return job
  }

  #makeRoom(): void {
    const { byteLimit } = this.#options
    while (this.#ended.bytes + this.#runningBytes > byteLimit) {
      const first = this.#ended.findFirstToGo()
      if (first === undefined || first === this.#latest) break
      this.#ended.delete(first)
    }
    while (this.#runningBytes > byteLimit && this.#cutLongest()) {}
  }

  /** Halves the messages of the running job with most; returns false when there are none to drop. */
  #cutLongest(): boolean {
    const all = [...this.#running.values()]
    const longest = all.reduce((most, job) => (job.messages.bytes > most.messages.bytes ? job : most))
    this.#runningBytes -= longest.messages.bytes
    const isCut = longest.messages.halve()
    this.#runningBytes += longest.messages.bytes
    return isCut
  }
}

function measureSettlement(settlement: Settlement): number {
  return settlement.status === 'done' ? measureEntry(settlement.entry, []) : 2 * settlement.error.length
}
