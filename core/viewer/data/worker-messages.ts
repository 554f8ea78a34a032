/** What the page and its data worker send each other. Everything is data: errors too. */
import type { ProgressMessage } from '../../domain/job.ts'
import type { LoadRequest, PlainFile } from './data-source.ts'
import type { FailureDetails } from './load-error.ts'
import type { TextureLimits } from './prepare/texture-limits.ts'
import type { Prepared } from './prepared.ts'

/** Where a request goes, and what may come of it. */
export interface LoadOptions {
  readonly baseUrl: string
  readonly token: string | undefined
  readonly limits: TextureLimits
  /** Some letters that no other open page has: its newer request of a function ends the older one. */
  readonly viewerId: string
}

/** What the page says. A request has a number of its own, by which all later messages name it. */
export type ToWorker =
  | {
      readonly kind: 'load'
      readonly id: number
      readonly request: LoadRequest
      readonly options: LoadOptions
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** Cancel everything, and end when the host knows. */
  | { readonly kind: 'end' }

/** What the worker says: `started` for a job that runs, any number of `progress`, then one of the others. */
export type FromWorker =
  | { readonly kind: 'started'; readonly id: number; readonly jobId: string }
  | { readonly kind: 'progress'; readonly id: number; readonly messages: readonly ProgressMessage[] }
  | { readonly kind: 'loaded'; readonly id: number; readonly content: Prepared | PlainFile }
  | { readonly kind: 'failed'; readonly id: number; readonly text: string; readonly details: FailureDetails }
