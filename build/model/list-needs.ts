import { isNeed, type Need, needs } from '../../core/domain/needs.ts'
import type { PluginSource } from './plugin-source.ts'
import type { DocTag, FunctionSignature } from './signature.ts'

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
