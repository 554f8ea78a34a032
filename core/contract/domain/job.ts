/** A job as clients see it: its status, its messages, and its failure. */
import type { StoredResult } from './result/stored-result.ts'

/** The status of a job; `done` and `error` are final. */
export type JobStatus = 'running' | 'done' | 'error'

/** One call of `report`: a text, and optionally the finished fraction from 0 to 1. */
export type Report = { readonly text: string; readonly fraction?: number }

/** One call of `report`, as on the wire. */
export interface ProgressMessage {
  /** Starts at 0 and counts every call, also those whose messages were dropped. */
  readonly seq: number
  readonly text: string
  /** Unix time in seconds, with fractions. */
  readonly ts: number
  readonly fraction?: number
}

/** The body of `/progress`, as on the wire. */
export interface JobView {
  readonly status: JobStatus
  readonly messages: readonly ProgressMessage[]
  readonly error: string | null
  /** The runs before it in its queue, as far as is known; absent once it is begun. */
  readonly before?: number
  /** Its calls, where it takes the results of others; absent once it has ended, and at another host. */
  readonly nodes?: readonly JobNode[]
}

/** Where a call is; the result of a kept one was there already. */
export type NodeState = 'waiting' | 'running' | 'done' | 'kept'

/** A call of a job, before those whose results it takes. */
export interface JobNode {
  /** The name of its function, or the id of the specimen whose file is read. */
  readonly name: string
  readonly state: NodeState
  /** 0 for the call that the job is of. */
  readonly level: number
}

/** The end of a job, with the identity of its result. */
export type Settlement =
  | { readonly status: 'done'; readonly entry: StoredResult }
  | { readonly status: 'error'; readonly error: string }

/** Messages kept of a job; older ones are dropped, `seq` goes on. */
export const messageLimit = 1000
/** Characters kept of a message. */
export const messageLength = 2000

/** Returns the place of a run in its queue as a message for those who wait; its own messages follow. */
export function toQueuedMessage(before: number): ProgressMessage {
  const text = before === 0 ? 'Next in the queue.' : `${before} before you in the queue.`
  return { seq: -1 - before, text, ts: Date.now() / 1000 }
}

/** Returns a reported fraction, -0 as 0; undefined for all but numbers from 0 to 1. */
export function toFraction(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? Math.abs(value) : undefined
}
