/** Checks `@part` tags by the parts that the return type names. */
import { namesParts, type Returned } from '../../core/contract/domain/result/returned.ts'
import { lookNames } from '../../core/contract/domain/result/scene.ts'
import { suggestName } from '../../core/contract/text/suggest.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import { readPartTag } from '../model/part-tag.ts'
import type { DocTag } from '../model/signature.ts'

/** Returns the problems of the tags of a function's parts. */
export function checkPartTags(tags: readonly DocTag[], returns: Returned, path: string): Diagnostic[] {
  const given = tags.filter(({ name, text }) => name === 'part' && text !== '')
  const names = returns.type === 'scene' && namesParts(returns) ? Object.keys(returns.parts) : []
  const known = new Set<string>()
  return given.flatMap(({ text, span }) => {
    const read = readPartTag(text)
    if (read.kind === 'fault') {
      const remedy = `Write: @part brain opacity=0.35 color=#c33, with some of ${lookNames.join(', ')}.`
      return [toError('tag.value', { span, path, found: `@part: ${read.found}`, remedy })]
    }
    const { name } = read
    if (!names.includes(name)) {
      const meant = suggestName(name, names)
      const remedy = meant
        ? `Did you mean ${meant}?`
        : names.length > 0
          ? `It returns ${names.join(', ')}.`
          : 'It is for a function that returns an object of results: `{ scan: Volume; brain: Mesh }`.'
      return [toError('tag.value', { span, path, found: `@part names no part of ${path}: ${name}.`, remedy })]
    }
    if (known.has(name))
      return [
        toError('tag.twice', {
          span,
          path,
          found: `@part ${name} is given a second time.`,
          remedy: 'Keep one.',
        }),
      ]
    known.add(name)
    return []
  })
}
