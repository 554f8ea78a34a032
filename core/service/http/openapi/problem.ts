import { type ErrorCode, type Issue, SpecimenError } from '../../../contract/domain/errors.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import { keysOf } from '../../../contract/values/keys-of.ts'
import { problemMediaType, toProblem } from '../answer/errors.ts'
import { refer } from './schema.ts'

/** Returns an answer that is a refusal, with an example of each code. */
export function problem(
  description: string,
  details: { readonly [Code in ErrorCode]?: string },
  more: { headers?: JsonObject; issues?: Issue[] } = {},
): JsonObject {
  const { headers, issues } = more
  const examples = keysOf(details).map((code) => {
    const error = new SpecimenError(code, details[code] ?? '', issues ? { issues } : {})
    return [code, { value: { ...toProblem(error, '') } }]
  })
  const content = { [problemMediaType]: { schema: refer('Problem'), examples: Object.fromEntries(examples) } }
  return { description, ...(headers && { headers }), content }
}
