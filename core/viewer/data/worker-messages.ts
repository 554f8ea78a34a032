import type { Issue } from '../../contract/domain/errors.ts'
import type { ProgressMessage } from '../../contract/domain/job.ts'
import type { NamedFile, PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { LoadRequest } from './data-source.ts'

/** The address and the identity of a request. */
export interface LoadOptions {
  /** Absolute, because a relative address would be relative to the worker's own. */
  readonly baseUrl: string
  readonly token: string | undefined
  /** Random letters of this page: its newer request of a function ends the older one. */
  readonly viewerId: string
}

/** Messages of the page. A request has a number, by which all later messages name it. */
export type ToWorker =
  | {
      readonly kind: 'load'
      readonly id: number
      readonly request: LoadRequest
      readonly options: LoadOptions
    }
  | { readonly kind: 'cancel'; readonly id: number; readonly isSuperseded: boolean }
  | { readonly kind: 'end' }

/**
 * Messages of the worker: `started` for a running job, any number of `progress`, `decoding` for a file that
 * is here and about to be decoded, or null when its host decodes it, then one of the others.
 */
export type FromWorker =
  | { readonly kind: 'started'; readonly id: number; readonly jobId: string }
  | { readonly kind: 'progress'; readonly id: number; readonly messages: readonly ProgressMessage[] }
  | { readonly kind: 'decoding'; readonly id: number; readonly file: NamedFile | null }
  | { readonly kind: 'loaded'; readonly id: number; readonly content: Prepared | PlainFile }
  | {
      readonly kind: 'failed'
      readonly id: number
      readonly text: string
      readonly code: string
      readonly issues: readonly Issue[]
    }
