import type { Invocation } from '../../contract/domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../../contract/domain/job.ts'

/** The size of a job store. */
export interface JobUsage {
  readonly running: number
  /** Ended and not yet forgotten. */
  readonly ended: number
  readonly bytes: number
}

/** The port of the job store, which keeps each job from its start until some time after its end. */
export interface JobStore {
  /**
   * Opens a running job, which counts in the caller's share of the store. A store that outlives this process
   * keeps the invocation, so that another host can continue the job. `provenance` is that of its result, as
   * JSON; empty for none.
   * @throws `host.busy` when too many are running
   */
  create(jobId: string, caller?: string, invocation?: Invocation, provenance?: string): Promise<void>
  discard(jobId: string): Promise<void>
  /** Appends messages in order; ignored when the job is unknown or has ended. */
  append(jobId: string, messages: readonly ProgressMessage[]): Promise<void>
  /** Ends a running job of this host, once: returns whether this call did it. */
  settle(jobId: string, settlement: Settlement): Promise<boolean>
  /** Cancels a running job on any host: returns whether this call did it. */
  cancel(jobId: string): Promise<boolean>
  /** Returns the status, and the messages with a `seq` above `since`; undefined when the job is unknown. */
  view(jobId: string, since: number): Promise<JobView | undefined>
  /** Returns the settlement of the job, 'running', or undefined when it is unknown. */
  result(jobId: string): Promise<Settlement | 'running' | undefined>
  /** Returns what was given as its provenance; undefined when the job is unknown. */
  provenance(jobId: string): Promise<string | undefined>
  usage(): Promise<JobUsage>
  close(): Promise<void>
}
