/** Errors of runs for clients: the function's own message, its name and origin. Stacks go into `cause`. */

import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import type { Invocation } from '../domain/invocation.ts'
import type { Log } from '../domain/log.ts'
import { toVisibleText } from '../domain/visible-text.ts'

/** Names a function and its origin: `function gyroid of bundle surfaces`. */
export function nameFunction(functionName: string, bundleName: string): string {
  return `function ${functionName} of bundle ${bundleName}`
}

/** Appends an origin: `The kiln is cold. (function bake of bundle kiln)`. */
export function addOrigin(text: string, origin: string): string {
  return `${text}${/[.!?…)]$/.test(text) ? '' : '.'} (${origin})`
}

/** Returns `function.failed` for `subject`. A cause from another process is the text of its stack. */
export function toFunctionFailure(subject: string, text: string, cause?: unknown): SpecimenError {
  const origin = typeof cause === 'string' ? toOrigin(text, cause) : cause
  return new SpecimenError('function.failed', addOrigin(text, subject), { cause: origin })
}

/** The failure of a function that ended its process or thread. */
export class FunctionCrash extends SpecimenError {}

/** Returns {@link toFunctionFailure} as a {@link FunctionCrash}. */
export function toFunctionCrash(subject: string, text: string, given?: unknown): FunctionCrash {
  const { code, message, cause } = toFunctionFailure(subject, text, given)
  return new FunctionCrash(code, message, { cause })
}

/** Returns an Error with a stack from elsewhere: logs show only causes that are Errors. */
export function toOrigin(text: string, stack: string): Error {
  const origin = new Error(text)
  origin.stack = toVisibleText(stack)
  return origin
}

/** Returns the message and stack of a thrown value. Never throws. */
export function describeThrown(thrown: unknown): { text: string; stack: string } {
  try {
    if (thrown instanceof Error)
      return { text: thrown.message || thrown.name, stack: String(thrown.stack ?? thrown) }
    const text = `It threw ${describe(thrown)}, which is no Error; throw new Error(…) with a message`
    return { text, stack: text }
  } catch {
    // A getter or a proxy of the thrown value threw in turn.
    const text = 'It threw a value that cannot be read'
    return { text, stack: text }
  }
}

/** Returns whether the last output of V8 or Node reports a full heap. */
export function isOutOfMemory(output: string): boolean {
  return /out of memory|Allocation failed - /.test(output)
}

/** Describes a full heap and the remedy. */
export function describeOutOfMemory(heapMebibytes: number): string {
  return (
    `It ran out of memory: ${heapMebibytes} MiB of JavaScript heap are allowed. ` +
    'Hold less at a time, or start the host with a larger --heap-mebibytes.'
  )
}

/** Describes a timeout and the remedy. */
export function describeOverrun(runTimeoutSeconds: number): string {
  return (
    `It was stopped after ${runTimeoutSeconds} s, the longest time a run may take. ` +
    'Compute less, or start the host with a larger --run-timeout.'
  )
}

/** Returns `run.cancelled` for the function named by `subject`. */
export function cancelledError(subject: string): SpecimenError {
  return new SpecimenError(
    'run.cancelled',
    `The run of ${subject} was cancelled because nobody waits for it.`,
  )
}

/** Returns `host.stopping` for work in a closed part of the host. */
export function stoppingError(cause?: unknown): SpecimenError {
  return new SpecimenError('host.stopping', 'This host is stopping; try again on its successor.', { cause })
}

/** Returns `host.busy` for a run that a full queue refuses. */
export function busyError(reason: string): SpecimenError {
  return new SpecimenError('host.busy', `${reason}; try again in a few seconds.`)
}

/** The end of a run without waiters. */
export function leftError(): SpecimenError {
  return new SpecimenError('run.cancelled', 'Nobody waits for the run.')
}

const loggedLength = 2000

/** Logs a function's own failure with its stack; other errors are reported elsewhere. */
export function logFailure(log: Log, { params }: Invocation, error: unknown): void {
  if (!(error instanceof SpecimenError) || error.code !== 'function.failed') return
  const { message, cause } = error
  // A SpecimenError has a stack of the host.
  const stack = cause instanceof Error && !(cause instanceof SpecimenError) ? cause.stack : undefined
  const given = JSON.stringify(params).slice(0, loggedLength)
  log.error({ params: given, error: toVisibleText(message), stack }, 'function failed')
}
