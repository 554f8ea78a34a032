import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { ViewerCall } from './call.ts'
import { readFraction } from './read-fraction.ts'
import type { RunStage } from './run-state.ts'

/** A pending call. */
export interface Run {
  readonly call: ViewerCall
  readonly abort: AbortController
  readonly startedAt: number
  readonly messages: readonly ProgressMessage[]
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
