/** A job as clients see it: its status, its messages, and why it failed. */
import type { StoredResult } from './result/stored-result.ts'

/** Where a job stands; `done` and `error` are final. */
export type JobStatus = 'running' | 'done' | 'error'

/** What one call of `report` says: a text, and from 0 to 1 how much is done, where that was said. */
export type Report = { readonly text: string; readonly fraction?: number }

/** One call of `report`. On the wire as it is. */
export interface ProgressMessage {
  /** Starts at 0 and counts every call, also those whose messages are no longer kept. */
  readonly seq: number
  readonly text: string
  /** Unix time in seconds, with fractions. */
  readonly ts: number
  /** How much is done, from 0 to 1; absent where it was not said. */
  readonly fraction?: number
}

/** The body of `/progress`, as it is on the wire. */
export interface JobView {
  readonly status: JobStatus
  readonly messages: readonly ProgressMessage[]
  readonly error: string | null
}

/** How a job ended, with the identity of its result. */
export type Settlement =
  | { readonly status: 'done'; readonly entry: StoredResult }
  | { readonly status: 'error'; readonly error: string }

/** Messages kept of a job; older ones are dropped, `seq` goes on. */
export const messageLimit = 1000
/** Characters kept of a message. */
export const messageLength = 2000

/** Returns the fraction that somebody reports, -0 as 0; undefined for all but numbers from 0 to 1. */
export function toFraction(value: unknown): number | undefined {
  return typeof value === 'number' && value >= 0 && value <= 1 ? Math.abs(value) : undefined
}
