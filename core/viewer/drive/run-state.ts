import type { Issue } from '../../contract/domain/errors.ts'
import { messageLimit, type ProgressMessage } from '../../contract/domain/job.ts'
import type { Params } from '../../contract/domain/schema.ts'
import type { PlainFile } from '../../data/prepared/plain-file.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { LoadError } from '../data/load-error.ts'
import type { ViewerCall } from './call.ts'
import { readFraction } from './read-fraction.ts'

/** The work on the newest parameters. */
export type RunStage =
  | { readonly stage: 'idle' }
  | (Pick<Run, 'startedAt' | 'messages' | 'fraction'> & {
      readonly stage: 'running'
      readonly isPreview: boolean
    })
  | {
      readonly stage: 'failed'
      readonly failure: LoadError
      readonly messages: readonly ProgressMessage[]
    }
  | { readonly stage: 'cancelled' }
  /** Nothing was requested: the values violate the schema, or some are missing. */
  | { readonly stage: 'waiting'; readonly issues: readonly Issue[] }

/** A result with its origin. */
export interface ShownResult {
  readonly content: Prepared | PlainFile
  /** Complete. */
  readonly params: Params
  readonly isPreview: boolean
  /** Those that it took. */
  readonly seconds: number
}

/** The shown result, and the work on the next. */
export interface RunState {
  readonly shown: ShownResult | null
  readonly run: RunStage
}

/** A pending call. */
export interface Run {
  readonly call: ViewerCall
  readonly abort: AbortController
  /** Milliseconds, on the clock of the driver. */
  readonly startedAt: number
  readonly messages: readonly ProgressMessage[]
  /** Progress from 0 to 1 by a fraction, a percentage or `n/m` in a message's text. */
  readonly fraction: number | null
  /** True while the page still shows that the host is away, before a first message. */
  readonly isQuiet: boolean
  /** True when the host had lost the previous job. */
  readonly isSecond: boolean
}

/** Returns a run with more messages. Those without progress keep its fraction. */
export function addMessages(run: Run, added: readonly ProgressMessage[]): Run {
  return {
    ...run,
    messages: [...run.messages, ...added].slice(-messageLimit),
    fraction: added.reduce((known, message) => readFraction(message) ?? known, run.fraction),
    isQuiet: false,
  }
}

/** Returns a run as the page shows it. */
export function toRunStage({ startedAt, messages, fraction, call }: Run): RunStage {
  return { stage: 'running', startedAt, messages, fraction, isPreview: call.isPreview }
}
