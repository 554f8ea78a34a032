import { hasCode, SpecimenError } from '../contract/domain/errors.ts'
import type { JobStatus, ProgressMessage } from '../contract/domain/job.ts'
import type { Result } from '../contract/domain/result/result.ts'
import { sleep } from '../contract/time/sleep.ts'
import type { ProgressBody } from '../contract/wire/bodies.ts'
import { cancelJob, readProgress, readResult, startJob } from './jobs.ts'
import { ProblemError } from './problem-error.ts'
import { type CallOptions, type DataRequest, readStoredResult } from './specimens.ts'
import type { Transport } from './transport.ts'

export type { ProgressMessage } from '../contract/domain/job.ts'

/** The options of a run. */
export interface RunOptions extends CallOptions {
  /** Longest wait between two polls; 1000 when absent. */
  readonly pollMilliseconds?: number | undefined
  /** Called with the id of the running job, so that a closing page can cancel it. */
  readonly onStart?: ((jobId: string) => void) | undefined
  /**
   * Called while the run waits in the queue of the host, with the number of runs before it, whenever that is
   * another. A callback, so that a loop over {@link JobEvent} meets no event that it does not know.
   */
  readonly onQueued?: ((before: number) => void) | undefined
}

/** The events of a run: any number of messages in order, then one result. */
export type JobEvent =
  | { readonly type: 'progress'; readonly message: ProgressMessage }
  | { readonly type: 'result'; readonly result: Result }

const firstWaitMilliseconds = 10
/** Below the time after which proxies drop a silent answer. */
const longestPollSeconds = 20
/** The wait before a poll, as a part of the job's time so far: waiting never adds more than this share. */
const waitShare = 1 / 20
const left = new Error('The loop over the job was left.')

/**
 * A job as one async iterator: its progress messages, then its result. Stopping early (by the signal, by
 * leaving the loop, or by an error) cancels the job at once, also during `/start` or while the loop's body is
 * busy; a signal with the reason `run.superseded` leaves the job to the newer run that supersedes it. Sends
 * nothing before the first `next()`.
 */
export class JobRun implements AsyncIterableIterator<JobEvent, undefined> {
  readonly #transport: Transport
  readonly #envelopeMediaType: string
  readonly #id: string
  readonly #options: RunOptions
  readonly #events: AsyncGenerator<JobEvent, undefined>
  readonly #stop = new AbortController()
  #cancelling: Promise<void> = Promise.resolve()

  constructor(transport: Transport, { id, envelopeMediaType, call }: DataRequest & { call: RunOptions }) {
    this.#transport = transport
    this.#envelopeMediaType = envelopeMediaType
    this.#id = id
    this.#options = call
    this.#events = this.#follow()
  }

  next(): Promise<IteratorResult<JobEvent, undefined>> {
    return this.#events.next()
  }

  /** Ends the run and waits for the host. A plain generator's `return` would wait for a pending `next()`. */
  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#stop.abort(left)
    await this.#events.return(undefined)
    await this.#cancelling
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  async *#follow(): AsyncGenerator<JobEvent, undefined> {
    const { signal } = this.#options
    signal?.throwIfAborted()
    const forward = () => this.#stop.abort(signal?.reason)
    signal?.addEventListener('abort', forward, { once: true })
    try {
      const call = { ...this.#options, signal: this.#stop.signal }
      const { job_id: jobId, status } = await startJob(this.#transport, this.#id, call)
      if (status !== 'done') {
        this.#options.onStart?.(jobId)
        yield* this.#poll(jobId)
      }
      this.#stop.signal.throwIfAborted()
      yield { type: 'result', result: await this.#readResult(jobId) }
    } catch (error) {
      this.#stop.abort(error) // no effect when this error came from it
      // The reason of the end matters more than a failed cancellation.
      await Promise.allSettled([this.#cancelling])
      if (this.#stop.signal.reason !== left) throw this.#stop.signal.reason
    } finally {
      signal?.removeEventListener('abort', forward)
    }
    return undefined
  }

  /** Prefers the room's data: an envelope is at most half as large as the job's JSON. */
  async #readResult(jobId: string): Promise<Result> {
    const { params, roomId } = this.#options
    const { signal } = this.#stop
    const call = { params, roomId, signal } // without `supersede`: a newer run may have begun
    const request = { id: this.#id, envelopeMediaType: this.#envelopeMediaType, call }
    const stored = await readStoredResult(this.#transport, request)
    if (stored) return stored
    const { values } = this.#transport
    const result = await readResult(this.#transport, jobId, signal)
    values.note(result, { process: this.#id, inputs: await values.take(params ?? {}) })
    return result
  }

  /** Yields messages until the job is done. @throws `job.failed` with the job's error */
  async *#poll(jobId: string): AsyncGenerator<JobEvent, undefined> {
    const { signal } = this.#stop
    const { pollMilliseconds = 1000, onQueued } = this.#options
    let status: JobStatus = 'running'
    const cancel = () => {
      if (status !== 'running' || hasCode(signal.reason, 'run.superseded')) return
      this.#cancelling = cancelJob(this.#transport, jobId)
      // `return` and `#follow` await it, but may never be called.
      this.#cancelling.catch(() => undefined)
    }
    if (signal.aborted) cancel()
    else signal.addEventListener('abort', cancel, { once: true })
    let since = -1
    let known: number | undefined
    for (let waited = 0; ; ) {
      signal.throwIfAborted()
      const asked = performance.now()
      const view = await this.#readNews(jobId, since)
      status = view.status
      const { before } = view
      if (before !== undefined && before !== known) onQueued?.(before)
      known = before
      for (const message of view.messages) {
        since = message.seq
        yield { type: 'progress', message }
        signal.throwIfAborted()
      }
      if (status === 'error') throw new SpecimenError('job.failed', view.error ?? 'The job failed.')
      if (status === 'done') return undefined
      const wait = Math.min(Math.max(waited * waitShare, firstWaitMilliseconds), pollMilliseconds)
      // A host that holds the answer until there is news has waited already; what it told is shown first.
      await sleep(Math.max(0, wait - (performance.now() - asked)), signal)
      waited += wait
    }
  }

  /** Lets the host hold the answer until there is news, unless it holds as many as it may. */
  async #readNews(jobId: string, since: number): Promise<ProgressBody> {
    const { signal } = this.#stop
    try {
      return await readProgress(this.#transport, jobId, { since, signal, waitSeconds: longestPollSeconds })
    } catch (error) {
      if (!(error instanceof ProblemError) || error.code !== 'host.busy') throw error
      return await readProgress(this.#transport, jobId, { since, signal, waitSeconds: 0 })
    }
  }
}
