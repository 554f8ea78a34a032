import type { Invocation } from '../domain/invocation.ts'
import type { JobView, ProgressMessage, Settlement } from '../domain/job.ts'

/** What a job store holds at one moment. */
export interface JobUsage {
  readonly running: number
  /** Ended and not yet forgotten. */
  readonly ended: number
  /** Of messages, results and the jobs themselves. */
  readonly bytes: number
}

/**
 * The port of the job store: what is known of each job, from its start until some time after its end. The
 * store forgets ended jobs by itself, by its own clock.
 */
export interface JobStore {
  /** Whether the jobs of a host that stops are gone on with by another. */
  readonly outlivesHost: boolean
  /**
   * Opens a running job; its bytes and its place are its caller's share of what the store has. The invocation
   * is what a store that outlives this process needs, for another to go on with the job.
   * @throws `host.busy` when too many are running
   */
  create(jobId: string, caller?: string, invocation?: Invocation): Promise<void>
  /** Takes back a running job whose run was refused: nothing remains of its id. */
  discard(jobId: string): Promise<void>
  /** Adds messages in order; ignored when the job is unknown or has ended. */
  append(jobId: string, messages: readonly ProgressMessage[]): Promise<void>
  /** Ends a running job of this host, once: returns whether this call did it. */
  settle(jobId: string, settlement: Settlement): Promise<boolean>
  /** Ends a running job, whoever runs it, as cancelled: returns whether this call did it. */
  cancel(jobId: string): Promise<boolean>
  /** Returns the status, and the messages with a `seq` above `since`; undefined when the job is unknown. */
  view(jobId: string, since: number): Promise<JobView | undefined>
  /** Returns how the job ended, 'running', or undefined when it is unknown. */
  result(jobId: string): Promise<Settlement | 'running' | undefined>
  /** Returns how many jobs there are, and the bytes that they hold. */
  usage(): Promise<JobUsage>
  /** Ends its timers. */
  close(): Promise<void>
}
