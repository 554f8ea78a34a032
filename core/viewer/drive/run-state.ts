import type { Issue } from '../../domain/errors.ts'
import type { ProgressMessage } from '../../domain/job.ts'
import type { Params } from '../../domain/schema.ts'
import type { PlainFile } from '../data/data-source.ts'
import type { Prepared } from '../data/prepared.ts'

/** The shown result with its origin. */
export interface ShownResult {
  readonly content: Prepared | PlainFile
  readonly params: Params
  readonly isPreview: boolean
  readonly seconds: number
}

/** The reason for a missing result. */
export interface RunFailure {
  readonly code: string
  readonly text: string
  readonly issues: readonly Issue[]
}

/** The work on the newest parameters. */
export type RunStage =
  | { readonly stage: 'idle' }
  | {
      readonly stage: 'running'
      /** Milliseconds, on the clock of the driver. */
      readonly startedAt: number
      readonly messages: readonly ProgressMessage[]
      /** Progress from 0 to 1 by a fraction, a percentage or `n/m` in a message's text. */
      readonly fraction: number | null
      readonly isPreview: boolean
    }
  | { readonly stage: 'failed'; readonly failure: RunFailure; readonly messages: readonly ProgressMessage[] }
  | { readonly stage: 'cancelled' }
  /** Nothing was requested: the values violate the schema, or some are missing. */
  | { readonly stage: 'waiting'; readonly issues: readonly Issue[] }

/** The shown result, and the work on the next. */
export interface RunState {
  readonly shown: ShownResult | null
  readonly run: RunStage
}
