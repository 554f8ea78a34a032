/** Checks the values that an author writes against the schema that the build derives for them. */
import type { Json } from '../../core/domain/json.ts'
import { Validator } from '../../core/schema/compiled/validator.ts'
import { toSentence } from '../../core/schema/issue-words.ts'
import { deriveAlone } from '../derive/derive-schema.ts'
import type { Constrained } from '../model/constraints.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { Definition, ParameterDefault } from '../model/signature.ts'

/** Checks without a bound, since authors check their own values. Many parameters share a schema. */
const validator = new Validator(Number.POSITIVE_INFINITY)

/** Returns a problem where a folded default is not a value of its parameter. */
export function checkDefault(
  constrained: Constrained,
  definitions: readonly Definition[],
  { value, text, span }: Extract<ParameterDefault, { kind: 'value' }>,
  path: string,
): Diagnostic[] {
  const misfit = findMisfit(constrained, definitions, value)
  if (misfit === null) return []
  const written = JSON.stringify(value)
  const shown = written === text ? `The default ${written}` : `The default \`${text}\` is ${written} and`
  const found = `${shown} does not fit ${constrained.name}.`
  return [toError('default.misfit', { span, path, found, remedy: `${misfit} Change it, or widen the type.` })]
}

/** Returns where and how a value breaks a type and its tags, as a sentence; null where it fits. */
export function findMisfit(
  constrained: Constrained,
  definitions: readonly Definition[],
  value: Json,
): string | null {
  const schema = deriveAlone(constrained, definitions)
  const [issue] = validator.findIssues(schema, { [constrained.name]: value }).issues
  return issue ? toSentence(issue) : null
}
