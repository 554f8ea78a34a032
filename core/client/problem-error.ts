/**
 * The host's refusals as errors, from problem bodies (RFC 9457). Other answers, as of a proxy or a login
 * page, become errors that describe them.
 */

import type { Issue } from '../contract/domain/errors.ts'
import { describe } from '../contract/text/describe.ts'
import { isJsonObject, type Json, type JsonObject } from '../contract/values/json.ts'

/**
 * An answer with a status outside 200 to 299.
 *
 * @example
 * import { createClient, ProblemError } from 'specimen-host/client'
 *
 * const refused = await createClient('').schema('gyriod').catch((error: unknown) => error)
 * if (refused instanceof ProblemError && refused.code === 'function.unknown') console.log(refused.detail)
 */
export class ProblemError extends Error {
  override readonly name = 'ProblemError'
  readonly status: number
  /** The host's code, such as `params.invalid`; null for an answer without one, as from a proxy. */
  readonly code: string | null
  /** The fault, the expectation and the remedy; also the error's message. */
  readonly detail: string
  /** The offending parameters; empty for other errors. */
  readonly errors: readonly Issue[]

  constructor(
    status: number,
    {
      code,
      detail,
      errors = [],
    }: Pick<ProblemError, 'code' | 'detail'> & Partial<Pick<ProblemError, 'errors'>>,
  ) {
    super(detail)
    this.status = status
    this.code = code
    this.detail = detail
    this.errors = errors
  }
}

/** Returns the error of an unsuccessful answer, whatever its body. Reads the body. */
export async function readProblem(response: Response): Promise<ProblemError> {
  const { status, statusText, headers } = response
  const text = await response.text()
  const { code, detail, errors } = parseObject(text)
  const mediaType = headers.get('content-type') ?? 'no media type'
  const found = `${status} ${statusText}`.trimEnd()
  return new ProblemError(status, {
    code: typeof code === 'string' ? code : null,
    detail:
      typeof detail === 'string' ? detail : `The answer is ${found} with ${mediaType}: ${describe(text)}.`,
    errors: Array.isArray(errors) ? errors.filter(isIssue) : [],
  })
}

function parseObject(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text)
    return isJsonObject(value) ? value : {}
  } catch {
    return {}
  }
}

function isIssue(value: Json): value is Issue & JsonObject {
  return (
    isJsonObject(value) &&
    [value.pointer, value.found, value.allowed].every((text) => typeof text === 'string')
  )
}
