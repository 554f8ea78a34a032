/**
 * Checks all tags of comments. A tag that looks like a constraint and has no effect is an error, other
 * misspellings are warnings.
 */

import { needs } from '../../core/contract/domain/needs.ts'
import { findWordFault } from '../../core/contract/look/check-words.ts'
import { describe } from '../../core/contract/text/describe.ts'
import { suggestName } from '../../core/contract/text/suggest.ts'
import { tagWordNames } from '../../core/contract/text/words.ts'
import type { Json } from '../../core/contract/values/json.ts'
import { type Constrained, isMeantOtherwise, readConstraints } from '../model/constraints.ts'
import { type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import { findUnknownNeed, functionTags, withText } from '../model/function-tags.ts'
import type { Definition, DocTag, FunctionSignature } from '../model/signature.ts'
import { looksLikeConstraint, translateTag } from '../model/tag-vocabulary.ts'
import { toBareText, valueTags } from '../model/value-tags.ts'
import { checkPartTags } from './check-part-tags.ts'
import { findMisfit } from './check-values.ts'

const once = ['displayName', 'thumbnail', ...tagWordNames]
const functionWide = [...valueTags].flatMap(([name, { isCommon }]) => (isCommon ? [name] : []))

/** Returns the problems of a function's own tags, and of tags without effect where they stand. */
export function checkFunctionTags({ name, tags, strayTags, returns }: FunctionSignature): Diagnostic[] {
  return [
    ...checkPartTags(tags, returns, name),
    ...tags.flatMap((tag) => checkFunctionTag(tag, tags, name)),
    ...strayTags.flatMap((tag) => checkStrayTag(tag, name)),
  ]
}

function refuser({ span }: DocTag, path: string) {
  return (code: Diagnostic['code'], found: string, remedy: string): Diagnostic[] => [
    toError(code, { span, path, found, remedy }),
  ]
}

function checkFunctionTag(tag: DocTag, tags: readonly DocTag[], path: string): Diagnostic[] {
  const { name, text } = tag
  const refuse = refuser(tag, path)
  if (functionWide.includes(name)) return []
  if (valueTags.has(name) && !isMeantOtherwise(tag, null)) {
    const place = "Put it behind a parameter's @param, or in a comment on the parameter itself."
    const remedy = name === 'unit' ? `${place} The result has @axes mm and @value density, 1/mm³.` : place
    return refuse('tag.misplaced', `@${name} belongs to no parameter here.`, remedy)
  }
  if (withText.includes(name) && text === '')
    return refuse('tag.value', `@${name} has no value.`, `Write: @${name} text, or remove it.`)
  if (once.includes(name) && tags.find((other) => other.name === name) !== tag)
    return refuse('tag.twice', `@${name} is given a second time.`, 'Keep one.')
  const unknown = name === 'needs' ? findUnknownNeed(tag) : undefined
  if (unknown !== undefined) {
    const found = `@needs names ${describe(unknown)}, which is nothing that an operator could allow.`
    const remedy = `Write some of ${needs.join(', ')}, with commas between: @needs fs, net`
    return refuse('tag.value', found, remedy)
  }
  const word = tagWordNames.find((known) => known === name)
  const fault = word && findWordFault(word, toBareText(text))
  if (fault) {
    const remedy = word === 'view' ? '"Copy as @view" in the page writes one.' : 'Shorten it.'
    return refuse('tag.value', `@${name}: ${fault}`, remedy)
  }
  if (functionTags.includes(name)) return []
  const meant = translateTag(tag, null, '')
  if (!meant) return checkSpelling(tag, ['param', ...functionTags], path)
  const found = `@${name} means nothing to the build, and belongs to no parameter here.`
  return refuse('tag.unknown', found, `${meant}${meant.includes('@') ? ' It goes behind a @param.' : ''}`)
}

function checkStrayTag(tag: FunctionSignature['strayTags'][number], path: string): Diagnostic[] {
  const { name, on } = tag
  const refuse = refuser(tag, path)
  const place =
    'Put it on the parameter or property itself; items of lists and tuples have types alone: Range<0, 1>.'
  const found = `@${name} has no effect ${on}.`
  if (on.includes('begin with'))
    return refuse(
      'tag.misplaced',
      found,
      'Begin the comment with /**, right before the parameter or property.',
    )
  if (functionTags.includes(name))
    return refuse('tag.misplaced', found, 'Put it in the comment right before the function.')
  if (!looksLikeConstraint(name)) return []
  const meant = translateTag(tag, null, '')
  if (!meant) return refuse('tag.misplaced', found, place)
  return refuse('tag.unknown', found, meant.includes('@') ? `${meant} ${place}` : meant)
}

/** Returns the problems of constraint tags that do not fit their parameter or property, or its values. */
export function checkConstraintTags(
  value: Constrained,
  definitions: readonly Definition[],
  path: string,
): Diagnostic[] {
  const { keywords, problems } = readConstraints(value, path)
  if (problems.length > 0) return problems
  const examples: Json[] = Array.isArray(keywords.examples) ? [...keywords.examples] : []
  return value.tags.flatMap((tag) => {
    const { name } = tag
    if (name !== 'example' && name !== 'preview') return []
    const given = name === 'preview' ? keywords.preview : examples.shift()
    const misfit = given === undefined ? null : findMisfit(value, definitions, given)
    const found = `The ${name} ${JSON.stringify(given)} does not fit ${value.name}.`
    const code = name === 'preview' ? 'preview.misfit' : 'tag.value'
    return misfit ? refuser(tag, path)(code, found, `${misfit} Change it.`) : []
  })
}

/** Returns meaningless tags. `initial` is the source of the default: an equal `@default` is a remark. */
export function checkTagNames(value: Constrained, path: string, initial: string | null): Diagnostic[] {
  return value.tags.flatMap((tag) => {
    const { name, text, span } = tag
    const refuse = refuser(tag, path)
    if (valueTags.has(name) && !isMeantOtherwise(tag, value.type)) return []
    if (functionTags.includes(name)) {
      const remedy = "Put it in the function's comment, or remove it: a value has a name and a description."
      return refuse('tag.misplaced', `@${name} is for a function.`, remedy)
    }
    const meant = translateTag(tag, value.type, path.slice(path.indexOf('(') + 1, -1))
    if (!meant) return checkSpelling(tag, functionWide, path)
    const isRemark = /^default(value)?$/i.test(name) && isSame(text, initial)
    if (isRemark || span.file.includes('/node_modules/')) return []
    return refuse('tag.unknown', `@${name} means nothing to the build.`, meant)
  })
}

function isSame(text: string, initial: string | null): boolean {
  const toBare = (source: string): string => source.replace(/^`(.*)`$/, '$1').replace(/^(["'])(.*)\1$/, '$2')
  return initial !== null && toBare(text) === toBare(initial)
}

function checkSpelling({ name, span }: DocTag, known: readonly string[], path: string): Diagnostic[] {
  const meant = known.includes(name) ? null : suggestName(name, known)
  if (!meant) return []
  const found = `@${name} means nothing to the build.`
  return [toWarning('tag.unknown', { span, path, found, remedy: `Did you mean @${meant}?` })]
}
