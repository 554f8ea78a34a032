/** The port of jobs: calls that go on without their client, which follows them by their id. */
import type { JobStatus, JobView } from '../../contract/domain/job.ts'
import type { StoredResult } from '../../contract/domain/result/stored-result.ts'
import type { Call, CallAnswer, Waiter } from '../../engine/run/call.ts'

/** A job as named in a request. */
export interface OwnedJob {
  /** The name of the caller, which has no space. */
  readonly owner: string
  readonly jobId: string
}

/** Who starts a job. */
export interface JobAsker extends Omit<Waiter, 'signal' | 'onMessages'> {
  /** The provenance of the result, as JSON; absent for none. */
  readonly provenance?: string
}

/** A job that has been started. */
export interface StartedJob {
  readonly jobId: string
  /** `done` for a result that the room had. */
  readonly status: JobStatus
  readonly answer: CallAnswer
}

/** How long a client waits for news of a job. */
export interface NewsWait {
  readonly seconds: number
  readonly signal: AbortSignal
}

/** The jobs of callers. Each is unknown to all but its own. */
export interface JobRuns {
  /** Starts a call and returns once its run is admitted. @throws `host.busy`, or the refusal of the run */
  start(owner: string, call: Call, asker?: JobAsker): Promise<StartedJob>
  /** Returns the status, and the messages with a `seq` above `since`. @throws `job.unknown` */
  view(job: OwnedJob, since: number): Promise<JobView>
  /** Returns what `view` does, once there is news or the time is up. @throws `job.unknown` */
  awaitNews(job: OwnedJob, since: number, wait: NewsWait): Promise<JobView>
  /** Returns the result of a finished job. @throws `job.unknown`, `job.running` or `job.failed` */
  result(job: OwnedJob): Promise<StoredResult>
  /** Returns the provenance of its result, as JSON. @throws `job.unknown` */
  provenance(job: OwnedJob): Promise<string>
  /** Cancels a running job; an ended job stays as it is. @throws `job.unknown` */
  cancel(job: OwnedJob): Promise<void>
}
