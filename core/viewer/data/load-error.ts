import { ProblemError } from '../../client/problem-error.ts'
import { type Issue, SpecimenError } from '../../contract/domain/errors.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'

/** The reason for a missing result, in words for the user. */
export class LoadError extends Error {
  override readonly name = 'LoadError'
  /**
   * The code of the host or its client, such as `function.failed`, or one of the viewer: `host.unreachable`
   * for no answer, `result.too-large` for more than this page can hold or show, `worker.crashed`, and
   * `page.incomplete` for a script that is missing, as after an upgrade of the host.
   */
  readonly code: string
  /** The refused parameters, by JSON pointer; empty for other failures. */
  readonly issues: readonly Issue[]

  constructor(text: string, code: string, issues: readonly Issue[] = []) {
    super(text)
    this.code = code
    this.issues = issues
  }
}

/** Returns the reason of a request that a newer one takes the place of: the host ends its job by itself. */
export function supersededError(): LoadError {
  return new LoadError('A newer request has taken the place of this one.', 'run.superseded')
}

/** Returns whether the reason of a signal is {@link supersededError}. */
export function isSupersededError(reason: unknown): boolean {
  return reason instanceof LoadError && reason.code === 'run.superseded'
}

/** Statuses of a proxy before a host that does not answer. */
const gatewayStatuses = [502, 503, 504]

/** Returns the failure to show for any error. */
export function toLoadError(error: unknown): LoadError {
  if (error instanceof LoadError) return error
  const text = toThrownText(error)
  if (error instanceof ProblemError)
    return new LoadError(text, error.code ?? toCode(error.status), error.errors)
  if (isMissingScript(error)) return new LoadError(missingScriptText, 'page.incomplete')
  if (error instanceof SpecimenError) return new LoadError(text, error.code)
  if (error instanceof RangeError && !/call stack/i.test(text)) {
    // An array, a buffer or a text could not be allocated.
    const found = 'The result is larger than the memory that this page can get. Ask for a coarser one.'
    return new LoadError(found, 'result.too-large')
  }
  return new LoadError(`The result could not be read: ${text}`, 'internal')
}

/** The remedy for a script that could not be loaded. */
export const missingScriptText =
  'A part of this page could not be loaded. Its host may have been upgraded since the page was opened: ' +
  'load the page again.'

/** Returns whether an `import()` found no script. Each browser has its own message for that, and no code. */
export function isMissingScript(error: unknown): boolean {
  return error instanceof TypeError && /dynamically imported module|module script/i.test(error.message)
}

/** Returns the code of an answer without one, which came from a proxy. */
function toCode(status: number): string {
  if (status === 401) return 'token.missing'
  return gatewayStatuses.includes(status) ? 'host.unreachable' : 'host.refused'
}
