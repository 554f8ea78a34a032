import { messageLimit, type ProgressMessage } from '../../domain/job.ts'
import type { ViewerCall } from './call.ts'
import { readFraction } from './read-fraction.ts'
import type { RunStage } from './run-state.ts'

/** A call under way. */
export interface Run {
  readonly call: ViewerCall
  /** Ends it, and tells it from every other. */
  readonly abort: AbortController
  /** Milliseconds, on the clock of the driver. */
  readonly startedAt: number
  /** The newest ones, as many as a host keeps. */
  readonly messages: readonly ProgressMessage[]
  readonly fraction: number | null
  /** Whether the page still says that the host is away, because nothing has been heard from it yet. */
  readonly isQuiet: boolean
  /** Whether the host had lost the job before this one. */
  readonly isSecond: boolean
}

/** Returns a run with more messages. One that says nothing about how much is done changes nothing of that. */
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
