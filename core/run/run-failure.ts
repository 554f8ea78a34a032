/**
 * How the failure of a function is told, in every tier: its own message, after its name and where it came
 * from, so that whoever reads it knows whom to ask. Stacks go into `cause`, which only the log shows.
 */

import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { toVisibleText } from '../domain/visible-text.ts'

/** Names a function and its origin: `Function "gyroid" of bundle "surfaces"`. */
export function nameFunction(functionName: string, bundleName: string): string {
  return `Function "${functionName}" of bundle "${bundleName}"`
}

/**
 * Returns `function.failed` for the function that `subject` names. `text` needs no full stop. A cause from
 * another process is the text of its stack.
 */
export function toFunctionFailure(subject: string, text: string, cause?: unknown): SpecimenError {
  const origin = typeof cause === 'string' ? toOrigin(text, cause) : cause
  return new SpecimenError('function.failed', `${subject} failed: ${text}`, { cause: origin })
}

/**
 * Returns what was thrown elsewhere, as an Error with the stack that came from there: logs show causes that
 * are Errors only.
 */
export function toOrigin(text: string, stack: string): Error {
  const origin = new Error(text)
  origin.stack = toVisibleText(stack)
  return origin
}

/**
 * Returns what a thrown value says: an error's message, or what was thrown instead of an error. Never throws.
 */
export function describeThrown(thrown: unknown): { text: string; stack: string } {
  try {
    if (thrown instanceof Error)
      return { text: thrown.message || thrown.name, stack: String(thrown.stack ?? thrown) }
    const text = `it threw ${describe(thrown)}, which is no Error; throw new Error(…) with a message`
    return { text, stack: text }
  } catch {
    // A getter or a proxy of the thrown value threw in turn; there is nothing to be read from it.
    const text = 'it threw a value that cannot be read'
    return { text, stack: text }
  }
}

/** Returns whether V8's or Node's last words are those of a full heap. */
export function isOutOfMemory(words: string): boolean {
  return /out of memory|Allocation failed - /.test(words)
}

/** Says that the heap was full, and what to do. */
export function describeOutOfMemory(heapMebibytes: number): string {
  return (
    `it ran out of memory: ${heapMebibytes} MiB of JavaScript heap are allowed. ` +
    'Hold less at a time, or start the host with a larger --heap-mebibytes.'
  )
}

/** Says that a run took too long, and what to do. */
export function describeOverrun(runTimeoutSeconds: number): string {
  return (
    `it was stopped after ${runTimeoutSeconds} s, the longest time a run may take. ` +
    'Compute less, or start the host with a larger --run-timeout.'
  )
}

/** Returns the refusal of a run that was cancelled. */
export function toCancelled(functionName: string): SpecimenError {
  return new SpecimenError(
    'run.cancelled',
    `The run of ${functionName} was cancelled because nobody waits for it any longer.`,
  )
}
