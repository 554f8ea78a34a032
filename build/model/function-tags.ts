import { isNeed, type Need, needs } from '../../core/contract/domain/needs.ts'
import { tagWordNames } from '../../core/contract/text/words.ts'
import { isJsonObject, type JsonObject, parseJson } from '../../core/contract/values/json.ts'
import type { DocTag, FunctionSignature, PluginSource } from './signature.ts'

/** Tags of a function that have a text. */
export const withText: readonly string[] = [
  'displayName',
  'tags',
  'thumbnail',
  'story',
  'needs',
  'part',
  ...tagWordNames,
]

/** All tags that belong to a function. */
export const functionTags: readonly string[] = [...withText, 'preset', 'notSpecimen']

/** Returns the needs that functions declare (`@needs net, fs`), each once and sorted. */
export function listNeeds(functions: readonly Pick<FunctionSignature, 'tags'>[]): Need[] {
  const words = functions.flatMap(({ tags }) =>
    tags.filter(({ name }) => name === 'needs').flatMap(splitNeeds),
  )
  return needs.filter((need) => words.includes(need))
}

/** Returns the operator's view of a bundle. */
export function toPublishedBundle(
  { name }: PluginSource,
  functions: readonly FunctionSignature[],
): { readonly name: string; readonly functions: readonly string[]; readonly needs: readonly Need[] } {
  return { name, functions: functions.map((declared) => declared.name), needs: listNeeds(functions) }
}

/** Returns the first unknown need of a `@needs` tag; undefined when all are known. */
export function findUnknownNeed(tag: DocTag): string | undefined {
  return splitNeeds(tag).find((word) => !isNeed(word))
}

function splitNeeds({ text }: DocTag): string[] {
  return text.split(',').map((word) => word.trim())
}

/** Returns the preset of a tag, `Fine {"cells":8}`, unchecked; undefined where it has no object. */
export function readPresetTag({ text }: DocTag): { name: string; params: JsonObject } | undefined {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  try {
    const params = parseJson(text.slice(start), 'params')
    return isJsonObject(params) ? { name: text.slice(0, start).trim(), params } : undefined
  } catch {
    return undefined // no JSON: the check says so
  }
}
