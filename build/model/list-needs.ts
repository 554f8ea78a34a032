import { isNeed, type Need, needs } from '../../core/domain/needs.ts'
import type { DocTag, FunctionSignature } from './signature.ts'

/** Returns what functions say that they need (`@needs net, fs`), each need once and sorted. */
export function listNeeds(functions: readonly Pick<FunctionSignature, 'tags'>[]): Need[] {
  const words = functions.flatMap(({ tags }) =>
    tags.filter(({ name }) => name === 'needs').flatMap(splitNeeds),
  )
  return needs.filter((need) => words.includes(need))
}

/** Returns the first word of a `@needs` tag that names no need; undefined when all do. */
export function findUnknownNeed(tag: DocTag): string | undefined {
  return splitNeeds(tag).find((word) => !isNeed(word))
}

function splitNeeds({ text }: DocTag): string[] {
  return text.split(',').map((word) => word.trim())
}
