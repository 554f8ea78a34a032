/** Checks the values that an author writes against the schema that the build derives for them. */

import { mostPresets, type Preset, readPreset, tooManyFault } from '../../core/contract/domain/preset.ts'
import type { ParameterSchema } from '../../core/contract/domain/schema.ts'
import { findPresetMisfit } from '../../core/contract/schema/compiled/check-presets.ts'
import { Validator } from '../../core/contract/schema/compiled/validator.ts'
import { listDataPlaces } from '../../core/contract/schema/data-places.ts'
import { toSentence } from '../../core/contract/schema/issue-words.ts'
import type { Json } from '../../core/contract/values/json.ts'
import { deriveAlone } from '../derive/derive-schema.ts'
import type { Constrained } from '../model/constraints.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import { readPresetTag } from '../model/function-tags.ts'
import type { Definition, FunctionSignature, ParameterDefault } from '../model/signature.ts'

/** Checks without a bound, since authors check their own values. Many parameters share a schema. */
const validator = new Validator(Number.POSITIVE_INFINITY)

/** Returns a problem where a folded default is not a value of its parameter. */
export function checkDefault(
  constrained: Constrained,
  definitions: readonly Definition[],
  { value, text, span, isTag }: Extract<ParameterDefault, { kind: 'value' }>,
  path: string,
): Diagnostic[] {
  const { name } = constrained
  if (!isTag && listDataPlaces(deriveAlone(constrained, definitions), { [name]: value }).length > 0) {
    const found = `\`${text}\` is a reference, and TypeScript would hand it over in place of the data.`
    const remedy = `Write it behind the @param: @default ${JSON.stringify(value)}`
    return [toError('default.misfit', { span, path, found, remedy })]
  }
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

/** Returns the problems of a function's presets; `schema` is null where the function has other problems. */
export function checkPresets(
  { name, tags }: FunctionSignature,
  schema: ParameterSchema | null,
): Diagnostic[] {
  const given = tags.filter((tag) => tag.name === 'preset')
  const earlier: Preset[] = []
  return given.flatMap((tag, i) => {
    const refuse = (code: Diagnostic['code'], found: string, remedy: string): Diagnostic[] => [
      toError(code, { span: tag.span, path: name, found, remedy }),
    ]
    if (i === mostPresets)
      return refuse('tag.value', `@preset: ${tooManyFault(given.length)}`, 'Keep the best.')
    if (i > mostPresets) return []
    const item = readPresetTag(tag)
    const form = 'Write a name and the parameters in JSON: @preset Coarse {"cells": 2}'
    if (!item) return refuse('tag.value', '@preset must be a name and a JSON object.', form)
    const preset = readPreset(item, earlier)
    if (typeof preset === 'string') return refuse('tag.value', `@preset: ${preset}`, form)
    earlier.push(preset)
    const misfit = schema && findPresetMisfit(preset.params, schema)
    const found = `The preset ${JSON.stringify(preset.name)} does not fit the parameters.`
    return misfit ? refuse('preset.misfit', found, `${misfit} Change it.`) : []
  })
}
