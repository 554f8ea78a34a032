import { type ReadPresets, readPresets } from '../../domain/preset.ts'
import { mergeDefaults, type ParameterSchema } from '../../domain/schema.ts'
import { describe } from '../../text/describe.ts'
import { suggestName } from '../../text/suggest.ts'
import type { Json, JsonObject } from '../../values/json.ts'
import { listShortly, toSentence } from '../issue-words.ts'
import { Validator } from './validator.ts'

/** Bounds the check of 8,192 characters, by whatever schema, to some ten milliseconds. */
const validator = new Validator(1_000_000)

/** Reads the presets of a specimen, whose calls its schema must take. */
export function readFittingPresets(given: Json | undefined, schema: ParameterSchema): ReadPresets {
  const read = readPresets(given)
  const misfits = read.presets.map(({ params }) => findPresetMisfit(params, schema))
  return {
    presets: read.presets.filter((_, i) => misfits[i] === null),
    faults: [
      ...read.faults,
      ...read.presets.flatMap(({ name }, i) => {
        const misfit = misfits[i]
        return misfit ? [`The preset ${describe(name)} does not fit: ${misfit}`] : []
      }),
    ],
  }
}

/** Returns the first reason in a sentence why a call with these parameters is refused; or null. */
export function findPresetMisfit(params: JsonObject, schema: ParameterSchema): string | null {
  const names = Object.keys(schema.properties)
  const unknown = Object.keys(params).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const meant = suggestName(unknown, names)
    const remedy = meant ? `did you mean ${meant}?` : `there are ${listShortly(names, String) || 'none'}.`
    return `${describe(unknown)} is no parameter; ${remedy}`
  }
  const [issue] = validator.findIssues(schema, mergeDefaults(schema, params)).issues
  return issue ? toSentence(issue) : null
}
