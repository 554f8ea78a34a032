import { mostPresets, type Preset, readPreset, tooManyFault } from '../../core/domain/preset.ts'
import type { ParameterSchema } from '../../core/domain/schema.ts'
import { findPresetMisfit } from '../../core/schema/compiled/check-presets.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import { readPresetTag } from '../model/function-tags.ts'
import type { FunctionSignature } from '../model/signature.ts'

/** Returns the problems of a function's presets; `schema` is null where the function has other problems. */
export function checkPresets(
  { name, tags }: FunctionSignature,
  schema: ParameterSchema | null,
): Diagnostic[] {
  const given = tags.filter((tag) => tag.name === 'preset')
  const earlier: Preset[] = []
  return given.flatMap((tag, i) => {
    const refuse = (code: 'tag.value' | 'preset.misfit', found: string, remedy: string): Diagnostic[] => [
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
