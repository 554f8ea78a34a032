import { ProblemError } from '../../client/problem-error.ts'
import { SpecimenError } from '../../domain/errors.ts'
import { type FailureDetails, LoadError } from './load-error.ts'

/** A failure as it crosses from the worker to the page, where it becomes a {@link LoadError}. */
export interface Failure {
  readonly text: string
  readonly details: FailureDetails
}

/** Statuses of a proxy before a host that does not answer. */
const gatewayStatuses = [502, 503, 504]

/** Returns any error as data. */
export function toFailure(error: unknown): Failure {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof LoadError) {
    const { code, status, issues } = error
    return { text, details: { code, status, issues } }
  }
  if (error instanceof ProblemError) {
    const { status, errors: issues } = error
    return { text, details: { code: error.code ?? toCode(status), status, issues } }
  }
  const plain = { status: null, issues: [] }
  if (isMissingScript(error))
    return { text: missingScriptText, details: { ...plain, code: 'page.incomplete' } }
  if (error instanceof SpecimenError) return { text, details: { ...plain, code: error.code } }
  if (isOutOfMemory(error))
    return {
      text: 'The result is larger than the memory that this page can get. Ask for a coarser one.',
      details: { ...plain, code: 'result.too-large' },
    }
  return { text: `The result could not be read: ${text}`, details: { ...plain, code: 'internal' } }
}

/** The remedy for a script that could not be loaded. */
export const missingScriptText =
  'A part of this page could not be loaded. Its host may have been upgraded since the page was opened: ' +
  'load the page again.'

/** Returns whether an `import()` found no script. Each browser has its own message for that, and no code. */
export function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}

/** Returns whether an array, a buffer or a text was too large to allocate. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof RangeError && !/call stack/i.test(error.message)
}

/** Returns the code of an answer without one, which came from a proxy. */
function toCode(status: number): string {
  if (status === 401) return 'token.missing'
  return gatewayStatuses.includes(status) ? 'host.unreachable' : 'host.refused'
}
