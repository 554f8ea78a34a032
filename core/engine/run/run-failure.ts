/** Errors of runs for clients: the function's own message, its name and origin. Stacks go into `cause`. */

import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import type { Log } from '../../contract/domain/log.ts'
import { describe } from '../../contract/text/describe.ts'
import { memoryAdvice, overrunAdvice } from '../../contract/text/failure-advice.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'
import { toVisibleText } from '../../contract/text/visible-text.ts'
import { explainRequest } from './explain-request.ts'

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
      return { text: explainMessage(thrown), stack: String(thrown.stack ?? thrown.message) }
    const text = explainOther(thrown)
    return { text, stack: text }
  } catch {
    // A getter or a proxy of the thrown value threw in turn.
    const text = 'It threw a value that cannot be read'
    return { text, stack: text }
  }
}

/** Messages of V8 about memory, which name neither the limit nor a way out. */
const allocation = /^(?:Array buffer allocation failed|Invalid (?:typed array|array buffer) length\b.*)$/

/** Elements of the longest typed array of Node 20; later versions take more, and fail for want of memory. */
const longestArray = 2 ** 32

function explainMessage(error: Error): string {
  const { message, name } = error
  if (/^\[object \w+\]$/.test(message))
    return `It threw an Error whose message is an object (${message}); write a text: new Error(…)`
  if (!allocation.test(message)) return explainRequest(error) ?? (message || name)
  const length = /\d+$/.exec(message)?.[0]
  if (length !== undefined && Number(length) < longestArray) return message // negative: a slip of the author
  const limit =
    length === undefined
      ? 'a run may not hold so much, and a host started with a larger --result-bytes gives more'
      : `no typed array has so many elements, and in Node 20 none more than ${longestArray}`
  return `${message}: ${limit}. Compute in parts, or with fewer samples`
}

/** A value that is no Error: C++ in WebAssembly throws exceptions without a text, or their address. */
function explainOther(thrown: unknown): string {
  const otherwise = 'which is no Error; throw new Error(…) with a message'
  const remedy = 'catch it, and throw new Error(String(module.getExceptionMessage(error)))'
  const emscripten = '(built with -sEXPORT_EXCEPTION_HANDLING_HELPERS)'
  const catching = `${remedy} ${emscripten}`
  if (Object.prototype.toString.call(thrown) === '[object WebAssembly.Exception]')
    return `It threw an exception of C++ in WebAssembly, whose message its module alone can read: ${catching}`
  if (typeof thrown === 'number') {
    const address = `From C++ in WebAssembly it is the address of an exception: ${catching}`
    return `It threw the number ${thrown}, ${otherwise}. ${address}`
  }
  const found = describe(thrown)
  const said = toThrownText(thrown)
  const saying = said === found || typeof thrown === 'string' ? '' : `. It says: ${said}`
  return `It threw ${found}, ${otherwise}${saying}`
}

/** Returns whether the last output of V8 or Node reports a full heap. */
export function isOutOfMemory(output: string): boolean {
  return /out of memory|Allocation failed - /.test(output)
}

/** Describes a full heap and the remedy. */
export function describeOutOfMemory(heapMebibytes: number): string {
  return `It ran out of memory: ${heapMebibytes} MiB of JavaScript heap are allowed. ` + `${memoryAdvice}.`
}

/** Describes a timeout and the remedy. */
export function describeOverrun(runTimeoutSeconds: number): string {
  return `It was stopped after ${runTimeoutSeconds} s, the longest time a run may take. ${overrunAdvice}.`
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

/**
 * The reason of a signal that drops a run: its last waiter has left without cancelling it. Such a run may end
 * by itself; one whose signal has another reason is ended at once.
 */
export class DroppedRun extends SpecimenError {}

/** Returns the end of a run whose last waiter has left: its connection is closed. */
export function droppedError(): DroppedRun {
  return new DroppedRun('run.cancelled', 'The run was cancelled because its client has left.')
}

/** Returns the end of a run whose client has cancelled it. */
export function withdrawnError(): SpecimenError {
  return new SpecimenError('run.cancelled', 'The run was cancelled.')
}

/** Logs a function's own failure with its stack and parameters; other errors are reported elsewhere. */
export function logFailure(log: Log, { params }: Invocation, error: unknown): void {
  if (!(error instanceof SpecimenError) || error.code !== 'function.failed') return
  const { message, cause } = error
  // A SpecimenError has a stack of the host.
  const stack = cause instanceof Error && !(cause instanceof SpecimenError) ? cause.stack : undefined
  log.error({ params, error: toVisibleText(message), stack }, 'function failed')
}
