import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { JobStatus, JobView, ProgressMessage } from '../domain/job.ts'
import type { Log } from '../domain/log.ts'
import type { StoredResult } from '../domain/result/result.ts'
import type { Answer, Call, Executor } from '../run/executor.ts'
import type { JobStore } from './job-store.ts'

/** What {@link Jobs} are kept, run and logged with. */
export interface JobsOptions {
  readonly store: JobStore
  readonly executor: Executor
  readonly log: Log
  /** Returns 128 random bits as text. */
  readonly createId: () => string
}

/** The life of jobs: each is a detached call of the executor, fed with its run's messages, ended once. */
export class Jobs {
  readonly #options: JobsOptions
  readonly #cancels = new Map<string, AbortController>()

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /**
   * Starts a call and returns once its run is admitted; on a cache hit the job is done already. The job is
   * made before the run, so that its limit refuses first and no message is lost, and taken back when the run
   * is refused.
   * @throws `host.busy`, or what refuses the run
   */
  async start(call: Call): Promise<{ jobId: string; status: JobStatus }> {
    const { store, createId } = this.#options
    const jobId = createId()
    await store.create(jobId)
    const cancel = new AbortController()
    this.#cancels.set(jobId, cancel)
    const ticket = await this.#open(jobId, call, cancel.signal)
    const ended = ticket.entry.then(
      (entry) => this.#finish(jobId, entry),
      (error) => this.#fail(jobId, error),
    )
    if (ticket.cache === 'hit') {
      await ended
      return { jobId, status: 'done' }
    }
    this.#guard(ended, jobId)
    return { jobId, status: 'running' }
  }

  /** Returns the status, and the messages with a `seq` above `since`. @throws `job.unknown` */
  async view(jobId: string, since: number): Promise<JobView> {
    const view = await this.#options.store.view(jobId, since)
    if (!view) throw unknownJobError(jobId)
    return view
  }

  /** Returns the result of a finished job. @throws `job.unknown`, `job.running` or `job.failed` */
  async result(jobId: string): Promise<StoredResult> {
    const settlement = await this.#options.store.result(jobId)
    if (!settlement) throw unknownJobError(jobId)
    if (settlement === 'running') {
      throw new SpecimenError('job.running', 'Job still running; poll its progress until the status is done.')
    }
    if (settlement.status === 'done') return settlement.entry
    throw new SpecimenError('job.failed', `Job failed: ${settlement.error}`)
  }

  /**
   * Ends a running job as cancelled and leaves its run; an ended job stays as it is. @throws `job.unknown`
   */
  async cancel(jobId: string): Promise<void> {
    const { store } = this.#options
    if (!(await store.result(jobId))) throw unknownJobError(jobId)
    await store.settle(jobId, { status: 'error', error: 'cancelled' })
    this.#cancels.get(jobId)?.abort()
    this.#cancels.delete(jobId)
  }

  async #open(jobId: string, call: Call, signal: AbortSignal): Promise<Answer> {
    const { store, executor } = this.#options
    const onMessages = (messages: readonly ProgressMessage[]): void =>
      this.#guard(store.append(jobId, messages), jobId)
    try {
      return await executor.request(call, { signal, onMessages })
    } catch (error) {
      this.#cancels.delete(jobId)
      await store.discard(jobId)
      throw error
    }
  }

  async #finish(jobId: string, entry: StoredResult): Promise<void> {
    this.#cancels.delete(jobId)
    await this.#options.store.settle(jobId, { status: 'done', entry })
  }

  async #fail(jobId: string, error: unknown): Promise<void> {
    this.#cancels.delete(jobId)
    const problem = toSpecimenError(error)
    const { code, message } = problem
    const isNew = await this.#options.store.settle(jobId, { status: 'error', error: message })
    if (!isNew) return
    // What a function threw has been logged with its stack when its run failed.
    const fields = { job: jobId, code, ...(code !== 'function.failed' && { err: problem }) }
    this.#options.log.warn(fields, 'job failed')
  }

  /** The store's own failure can only be logged: no request waits for it. */
  #guard(work: Promise<void>, jobId: string): void {
    work.catch((error: unknown) =>
      this.#options.log.error({ job: jobId, err: error }, 'the job store failed'),
    )
  }
}

function unknownJobError(jobId: string): SpecimenError {
  const reason = 'it was never started here, or ended long enough ago to be forgotten'
  return new SpecimenError('job.unknown', `There is no job ${JSON.stringify(jobId)}; ${reason}.`)
}
