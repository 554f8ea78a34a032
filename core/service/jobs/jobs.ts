import { EventEmitter, once } from 'node:events'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { JobView, ProgressMessage, Settlement } from '../../contract/domain/job.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Call, CallAnswer, CallExecutor, Waiter } from '../../engine/run/call.ts'
import type { FlightRun } from '../../engine/run/flights.ts'
import { withdrawnError } from '../../engine/run/run-failure.ts'
import { nameRun } from '../../engine/run/run-watch.ts'
import { openCall } from '../calls/calls.ts'
import type { JobAsker, JobRuns, NewsWait, OwnedJob, StartedJob } from './job-runs.ts'
import type { JobStore } from './job-store.ts'

/** The dependencies of {@link Jobs}. */
export interface JobsOptions {
  readonly store: JobStore
  readonly executor: Pick<CallExecutor, 'request'>
  readonly log: Log
  /** Returns 128 random bits as text. */
  readonly createId: () => string
}

const lookMilliseconds = 1000
/** Runs before a job that waits, below which each change of their number is news: few jobs have so few. */
const fewBefore = 8

/**
 * The life of jobs: each is a detached call of the executor, fed with its run's messages, ended once. A job
 * belongs to its caller and is unknown to others, as the store's key contains both names.
 */
export class Jobs implements JobRuns {
  readonly #options: JobsOptions
  readonly #cancels = new Map<string, AbortController>()
  /** The runs of the jobs that this host has begun and that go on, by the names of the jobs in the store. */
  readonly #runs = new Map<string, FlightRun>()
  /** Tells of a message or the end of a job, by its name in the store; Node's own events have no space. */
  readonly #news = new EventEmitter().setMaxListeners(0)

  constructor(options: JobsOptions) {
    this.#options = options
  }

  /**
   * Starts a call and returns once its run is admitted; on a cache hit the job is done already. The job is
   * created before the run, so that its limit refuses first and no message is lost, and removed when the run
   * is refused.
   * @throws `host.busy`, or the refusal of the run
   */
  async start(owner: string, call: Call, { provenance, ...asker }: JobAsker = {}): Promise<StartedJob> {
    const { store, createId } = this.#options
    const jobId = createId()
    const key = toKey({ owner, jobId })
    await store.create(key, asker.caller, call.invocation, provenance)
    const cancel = new AbortController()
    this.#cancels.set(key, cancel)
    const answer = await this.#open(key, call, { ...asker, signal: cancel.signal })
    const run = nameRun({ id: answer.run?.id, invocation: call.invocation, origin: asker.origin })
    const ended = answer.entry.then(
      (entry) => this.#finish(key, entry),
      (error) => this.#fail(key, error, run),
    )
    if (answer.cache === 'hit') {
      await ended
      return { jobId, status: 'done', answer }
    }
    if (answer.run) this.#runs.set(key, answer.run)
    this.#guard(
      ended.finally(() => this.#runs.delete(key)),
      key,
    )
    return { jobId, status: 'running', answer }
  }

  /** Answers the call of a job again, whose result is lost. */
  async repeat(call: Call, caller: string): Promise<StoredResult> {
    const { signal } = new AbortController() // the client may leave: the result is the job's
    const asker = { client: caller, origin: undefined }
    return (await openCall(this.#options.executor, call, asker, { signal })).entry
  }

  /** Leaves the run of a job that has ended otherwise, by its name in the store. */
  leave(key: string): void {
    this.#cancels.get(key)?.abort(withdrawnError())
    this.#cancels.delete(key)
  }

  /** Returns the status, and the messages with a `seq` above `since`. @throws `job.unknown` */
  async view(job: OwnedJob, since: number): Promise<JobView> {
    const view = await this.#options.store.view(toKey(job), since)
    if (!view) throw unknownJobError(job)
    const run = view.status === 'running' ? this.#runs.get(toKey(job)) : undefined
    const [before, nodes = []] = [run?.countBefore?.(), run?.nodes?.()]
    return { ...view, ...(before !== undefined && { before }), ...(nodes.length > 1 && { nodes }) }
  }

  /**
   * Returns what `view` does, once there is a message above `since`, one of the last runs before it has
   * begun, the job has ended, or the time is up. News of this host come at once; those of another host of a
   * group are looked for each second.
   * @throws `job.unknown`
   */
  async awaitNews(job: OwnedJob, since: number, { seconds, signal }: NewsWait): Promise<JobView> {
    const patience = AbortSignal.any([signal, AbortSignal.timeout(1000 * seconds)])
    let known: number | undefined
    for (;;) {
      const look = AbortSignal.any([patience, AbortSignal.timeout(lookMilliseconds)])
      const news = once(this.#news, toKey(job), { signal: look }).catch(() => undefined) // the time is up
      const view = await this.view(job, since)
      const { before = 0 } = view
      known ??= before
      const isNearer = before < known && before < fewBefore
      if (view.status !== 'running' || view.messages.length > 0 || isNearer || patience.aborted) return view
      await news
    }
  }

  /** Returns the result of a finished job. @throws `job.unknown`, `job.running` or `job.failed` */
  async result(job: OwnedJob): Promise<StoredResult> {
    const settlement = await this.#options.store.result(toKey(job))
    if (!settlement) throw unknownJobError(job)
    if (settlement === 'running') {
      throw new SpecimenError('job.running', 'Job still running; poll its progress until the status is done.')
    }
    if (settlement.status === 'done') return settlement.entry
    const { error } = settlement
    const isOwn = error === 'cancelled' || error === 'superseded'
    throw new SpecimenError('job.failed', isOwn ? `Job failed: ${error}` : `${error} Job failed.`)
  }

  /** Returns the provenance of its result, as JSON. @throws `job.unknown` */
  async provenance(job: OwnedJob): Promise<string> {
    const provenance = await this.#options.store.provenance(toKey(job))
    if (provenance === undefined) throw unknownJobError(job)
    return provenance === '' ? '{}' : provenance
  }

  /** Cancels a running job; an ended job stays as it is. @throws `job.unknown` */
  async cancel(job: OwnedJob): Promise<void> {
    const { store } = this.#options
    const key = toKey(job)
    // First, as most are running.
    if (!(await store.cancel(key)) && !(await store.view(key, Number.MAX_SAFE_INTEGER)))
      throw unknownJobError(job)
    this.leave(key)
    this.#news.emit(key)
  }

  async #open(key: string, call: Call, waiter: Omit<Waiter, 'onMessages' | 'jobId'>): Promise<CallAnswer> {
    const { store, executor } = this.#options
    try {
      return await executor.request(call, { ...waiter, jobId: key, onMessages: this.#append(key) })
    } catch (error) {
      this.#cancels.delete(key)
      await store.discard(key)
      throw error
    }
  }

  #append(key: string): (messages: readonly ProgressMessage[]) => void {
    const { store } = this.#options
    return (messages) =>
      this.#guard(
        store.append(key, messages).then(() => void this.#news.emit(key)),
        key,
      )
  }

  async #finish(key: string, entry: StoredResult): Promise<void> {
    this.#cancels.delete(key)
    await this.#settle(key, { status: 'done', entry })
  }

  /** Ends a job: returns whether this call did it. */
  async #settle(key: string, settlement: Settlement): Promise<boolean> {
    const isNew = await this.#options.store.settle(key, settlement)
    this.#news.emit(key)
    return isNew
  }

  async #fail(key: string, error: unknown, run: object): Promise<void> {
    this.#cancels.delete(key)
    const problem = toSpecimenError(error)
    const { code, message } = problem
    const hasGivenWay = code === 'run.superseded'
    const isNew = await this.#settle(key, { status: 'error', error: hasGivenWay ? 'superseded' : message })
    if (!isNew || hasGivenWay) return
    // A function's failure has been logged with its stack by its run.
    const fields = { ...run, job: toId(key), code, ...(code !== 'function.failed' && { err: problem }) }
    this.#options.log.warn(fields, 'job failed')
  }

  /** The store's own failure can only be logged: no request waits for it. */
  #guard(work: Promise<void>, key: string): void {
    work.catch((error: unknown) =>
      this.#options.log.error({ job: toId(key), err: error }, 'the job store failed'),
    )
  }
}

function unknownJobError({ jobId }: OwnedJob): SpecimenError {
  const reason = 'it was never started here, or ended long enough ago to be forgotten'
  return new SpecimenError('job.unknown', `There is no job ${JSON.stringify(jobId)}; ${reason}.`)
}

/** Unique, as names of callers have no space. */
function toKey({ owner, jobId }: OwnedJob): string {
  return `${owner} ${jobId}`
}

function toId(key: string): string {
  return key.slice(key.indexOf(' ') + 1)
}
