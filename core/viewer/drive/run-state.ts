import type { Issue } from '../../domain/errors.ts'
import type { ProgressMessage } from '../../domain/job.ts'
import type { Params } from '../../domain/schema.ts'
import type { PlainFile } from '../data/data-source.ts'
import type { Prepared } from '../data/prepared.ts'

/** A result on the screen, and what it belongs to. */
export interface ShownResult {
  readonly content: Prepared | PlainFile
  /** The complete parameters that it was computed from. */
  readonly params: Params
  /** Whether some of them have the value for dragging. */
  readonly isPreview: boolean
  /** From the request to the result, as the page saw it. */
  readonly seconds: number
}

/** Why there is no new result. */
export interface RunFailure {
  /** The tagged code, such as `function.failed` or `parameters.invalid`. */
  readonly code: string
  readonly text: string
  /** The parameters that the host refused, by JSON pointer. */
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
      /** From 0 to 1 where the function says it, by a fraction, a percentage or `n/m` in its text. */
      readonly fraction: number | null
      readonly isPreview: boolean
    }
  | { readonly stage: 'failed'; readonly failure: RunFailure; readonly messages: readonly ProgressMessage[] }
  | { readonly stage: 'cancelled' }
  /** Nothing was asked for: the schema does not take the values, or some are missing. */
  | { readonly stage: 'waiting'; readonly issues: readonly Issue[] }

/** What is on the screen, and what is being worked on. */
export interface RunState {
  readonly shown: ShownResult | null
  readonly run: RunStage
}
