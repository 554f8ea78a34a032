import { isNeed, type Need, needs } from '../../core/domain/needs.ts'
import type { PluginSource } from './plugin-source.ts'
import type { DocTag, FunctionSignature } from './signature.ts'

/** Returns what functions say that they need (`@needs net, fs`), each need once and sorted. */
export function listNeeds(functions: readonly Pick<FunctionSignature, 'tags'>[]): Need[] {
  const words = functions.flatMap(({ tags }) =>
    tags.filter(({ name }) => name === 'needs').flatMap(splitNeeds),
  )
  return needs.filter((need) => words.includes(need))
}

/** Returns a bundle as operators know it. */
export function toPublishedBundle(
  { name }: PluginSource,
  functions: readonly FunctionSignature[],
): { readonly name: string; readonly functions: readonly string[]; readonly needs: readonly Need[] } {
  return { name, functions: functions.map((declared) => declared.name), needs: listNeeds(functions) }
}

/** Returns the first word of a `@needs` tag that names no need; undefined when all do. */
export function findUnknownNeed(tag: DocTag): string | undefined {
  return splitNeeds(tag).find((word) => !isNeed(word))
}

function splitNeeds({ text }: DocTag): string[] {
  return text.split(',').map((word) => word.trim())
}
