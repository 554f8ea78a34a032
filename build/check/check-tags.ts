/**
 * Checks all tags of comments. A tag that looks like a constraint and has no effect is an error, other
 * misspellings are warnings.
 */
import { describe } from '../../core/domain/describe.ts'
import type { Json } from '../../core/domain/json.ts'
import { needs } from '../../core/domain/needs.ts'
import { suggestName } from '../../core/domain/suggest.ts'
import { tagWordNames } from '../../core/domain/words.ts'
import { findWordFault } from '../../core/look/check-words.ts'
import { type Constrained, readConstraints } from '../model/constraints.ts'
import { type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import { findUnknownNeed } from '../model/function-tags.ts'
import type { Definition, DocTag, FunctionSignature } from '../model/signature.ts'
import { looksLikeConstraint, translateTag } from '../model/tag-vocabulary.ts'
import { toBareText, valueTags } from '../model/value-tags.ts'
import { findMisfit } from './check-default.ts'

const withText = ['displayName', 'tags', 'thumbnail', 'story', 'needs', ...tagWordNames]
const functionTags = [...withText, 'preset', 'notSpecimen']
const once = ['displayName', 'thumbnail', ...tagWordNames]

const functionWide = [...valueTags].flatMap(([name, { isCommon }]) => (isCommon ? [name] : []))

/** Returns the problems of a function's own tags, and of tags without effect where they stand. */
export function checkFunctionTags({ name, tags, strayTags }: FunctionSignature): Diagnostic[] {
  return [
    ...tags.flatMap((tag) => checkFunctionTag(tag, tags, name)),
    ...strayTags.flatMap((tag) => checkStrayTag(tag, name)),
  ]
}

function checkFunctionTag(tag: DocTag, tags: readonly DocTag[], path: string): Diagnostic[] {
  const { name, span, text } = tag
  if (functionWide.includes(name)) return []
  if (valueTags.has(name)) {
    const place = "Put it behind a parameter's @param, or in a comment on the parameter itself."
    const remedy = name === 'unit' ? `${place} The result has @axes mm and @value density, 1/mm³.` : place
    return [toError('tag.misplaced', { span, path, found: `@${name} belongs to no parameter here.`, remedy })]
  }
  if (withText.includes(name) && text === '') {
    const remedy = `Write: @${name} text, or remove it.`
    return [toError('tag.value', { span, path, found: `@${name} has no value.`, remedy })]
  }
  if (once.includes(name) && tags.find((other) => other.name === name) !== tag) {
    const found = `@${name} is given a second time.`
    return [toError('tag.twice', { span, path, found, remedy: 'Keep one of the two.' })]
  }
  if (name === 'needs') return checkNeeds(tag, path)
  const word = tagWordNames.find((known) => known === name)
  const fault = word && findWordFault(word, toBareText(text))
  if (fault) {
    const remedy = word === 'view' ? '"Copy as @view" in the page writes one.' : 'Shorten it.'
    return [toError('tag.value', { span, path, found: `@${name}: ${fault}`, remedy })]
  }
  if (functionTags.includes(name)) return []
  const meant = translateTag(tag, null, '')
  if (!meant) return checkSpelling(tag, [...functionTags, 'param'], path)
  const found = `@${name} means nothing to the build, and belongs to no parameter here.`
  return [
    toError('tag.unknown', {
      span,
      path,
      found,
      remedy: `${meant}${meant.includes('@') ? ' It goes behind a @param.' : ''}`,
    }),
  ]
}

function checkNeeds(tag: DocTag, path: string): Diagnostic[] {
  const unknown = findUnknownNeed(tag)
  if (unknown === undefined) return []
  const found = `@needs names ${describe(unknown)}, which is nothing that an operator could allow.`
  const remedy = `Write some of ${needs.join(', ')}, with commas between: @needs fs, net`
  return [toError('tag.value', { span: tag.span, path, found, remedy })]
}

function checkStrayTag(tag: FunctionSignature['strayTags'][number], path: string): Diagnostic[] {
  const { name, span, on } = tag
  const place =
    'Put it on the parameter or property itself; items of lists and tuples have types alone: Range<0, 1>.'
  if (functionTags.includes(name)) {
    const remedy = `Put it in the comment right before the function.`
    return [toError('tag.misplaced', { span, path, found: `@${name} has no effect ${on}.`, remedy })]
  }
  if (!looksLikeConstraint(name)) return []
  const meant = translateTag(tag, null, '')
  const code = meant ? 'tag.unknown' : 'tag.misplaced'
  const remedy = meant && !meant.includes('@') ? meant : `${meant ? `${meant} ` : ''}${place}`
  return [toError(code, { span, path, found: `@${name} has no effect ${on}.`, remedy })]
}

/** Returns the problems of constraint tags that do not fit their parameter or property, or its values. */
export function checkConstraintTags(
  value: Constrained,
  definitions: readonly Definition[],
  path: string,
): Diagnostic[] {
  const { problems } = readConstraints(value, path)
  if (problems.length > 0) return problems
  return [...checkExamples(value, definitions, path), ...checkPreview(value, definitions, path)]
}

/** Returns meaningless tags. `initial` is the source of the default: an equal `@default` is a remark. */
export function checkTagNames(value: Constrained, path: string, initial: string | null): Diagnostic[] {
  return value.tags.flatMap((tag) => checkValueTag(tag, value, path, initial))
}

function checkValueTag(tag: DocTag, value: Constrained, path: string, initial: string | null): Diagnostic[] {
  const { name, text, span } = tag
  if (valueTags.has(name)) return []
  if (functionTags.includes(name)) {
    const remedy = "Put it in the function's comment, or remove it: a value has a name and a description."
    return [toError('tag.misplaced', { span, path, found: `@${name} is for a function.`, remedy })]
  }
  const meant = translateTag(tag, value.type, path.slice(path.indexOf('(') + 1, -1))
  if (!meant) return checkSpelling(tag, functionWide, path)
  if (isPackaged(span.file) || (/^default(value)?$/i.test(name) && isSame(text, initial))) return []
  return [
    toError('tag.unknown', { span, path, found: `@${name} means nothing to the build.`, remedy: meant }),
  ]
}

function isPackaged(file: string): boolean {
  return file.includes('/node_modules/')
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

/** Returns a problem for a preview on a part of a parameter: previews are sent for whole parameters. */
export function checkPreviewPlace({ name, tags }: Constrained, path: string): Diagnostic[] {
  return tags
    .filter((tag) => tag.name === 'preview')
    .map(({ span }) =>
      toError('tag.misplaced', {
        span,
        path,
        found: `@preview is for a parameter, and ${name} is a part of one.`,
        remedy: 'Put it on the parameter, with a value for the whole of it.',
      }),
    )
}

function checkPreview(value: Constrained, definitions: readonly Definition[], path: string): Diagnostic[] {
  const { preview } = readConstraints(value, path).keywords
  const tag = value.tags.find(({ name }) => name === 'preview')
  const misfit = preview === undefined || !tag ? null : findMisfit(value, definitions, preview)
  if (!tag || !misfit) return []
  return [
    toError('preview.misfit', {
      span: tag.span,
      path,
      found: `The preview ${JSON.stringify(preview)} does not fit ${value.name}.`,
      remedy: `${misfit} Change it.`,
    }),
  ]
}

function checkExamples(value: Constrained, definitions: readonly Definition[], path: string): Diagnostic[] {
  const { examples } = readConstraints(value, path).keywords
  const tags = value.tags.filter(({ name }) => name === 'example')
  if (!Array.isArray(examples)) return []
  return examples.flatMap((example: Json, i) => {
    const misfit = findMisfit(value, definitions, example)
    if (!misfit) return []
    const found = `The example ${JSON.stringify(example)} does not fit ${value.name}.`
    return [
      toError('tag.value', { span: tags[i]?.span ?? null, path, found, remedy: `${misfit} Change it.` }),
    ]
  })
}
