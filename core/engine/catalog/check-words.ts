import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Preset } from '../../contract/domain/preset.ts'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { findWordFault } from '../../contract/look/check-words.ts'
import { readFittingPresets } from '../../contract/schema/compiled/check-presets.ts'
import { type Words, wordNames } from '../../contract/text/words.ts'
import type { Json } from '../../contract/values/json.ts'

/** Returns the words that can be used, and the faults of the others: a specimen is worth showing without. */
export function checkWords(
  given: Words,
  what: string,
): { readonly words: Words; readonly faults: readonly SpecimenError[] } {
  const found = wordNames.flatMap((name) => {
    const text = given[name]
    return text === undefined ? [] : [{ name, text, fault: findWordFault(name, text) }]
  })
  const words = found.flatMap(({ name, text, fault }) => (fault === null ? [[name, text] as const] : []))
  const faults = found.flatMap(({ name, fault }) => {
    if (fault === null) return []
    const detail = `${name} of ${what}: ${fault} The specimen is served without it.`
    return [new SpecimenError('metadata.invalid', detail)]
  })
  return { words: Object.fromEntries(words), faults }
}

/** Returns the presets that the schema takes, and the faults of the others. */
export function checkPresets(
  given: Json | undefined,
  schema: ParameterSchema,
  what: string,
): { readonly presets: readonly Preset[]; readonly faults: readonly SpecimenError[] } {
  const { presets, faults } = readFittingPresets(given, schema)
  const errors = faults.map((fault) => {
    const detail = `presets of ${what}: ${fault} The specimen is served with the others.`
    return new SpecimenError('metadata.invalid', detail)
  })
  return { presets, faults: errors }
}
