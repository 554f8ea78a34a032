/** Turns the constraint tags of a parameter (`@minimum 0`) into schema keywords, and refuses those that do not fit. */
import type { Json } from '../core/domain/json.ts'
import { isLinearPattern } from '../core/domain/schema.ts'
import { type Diagnostic, toError } from './diagnostics.ts'
import type { DocTag, ParameterSignature } from './signature.ts'

type Keywords = { readonly [keyword: string]: Json }

const numberTags = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']
const lengthTags = ['minLength', 'maxLength']

/** Returns the keywords that a parameter's type and tags give together, in the order of the schema's text, and what is wrong. */
export function readConstraints(parameter: ParameterSignature, path: string): { keywords: Keywords; problems: Diagnostic[] } {
  const { type } = parameter
  const keywords: Record<string, Json> = {}
  const problems: Diagnostic[] = []
  if (type.kind === 'number') {
    for (const name of ['minimum', 'maximum', 'multipleOf'] as const) {
      const value = type[name]
      if (value !== undefined) keywords[name] = value
    }
  }
  for (const tag of parameter.tags) {
    const read = readTag(parameter, tag, keywords, path)
    if (read === null) continue
    if (typeof read === 'object') problems.push(read)
    else keywords[tag.name] = read
  }
  const empty = problems.length === 0 && findEmpty(keywords)
  const last = parameter.tags.at(-1)
  if (empty && last) problems.push(toError('range.empty', last.span, path, empty, 'Correct the bounds.'))
  return { keywords, problems }
}

/** Returns a tag's value, null for a tag that is no constraint, or what is wrong with it. */
function readTag(parameter: ParameterSignature, tag: DocTag, known: Keywords, path: string): number | string | Diagnostic | null {
  const { name, text, span } = tag
  const wanted = numberTags.includes(name) ? 'number' : lengthTags.includes(name) || name === 'pattern' ? 'string' : null
  if (wanted === null || parameter.type.kind === 'refused') return null
  if (parameter.type.kind !== wanted) {
    const remedy = `Remove it, or make the parameter a ${wanted}.`
    return toError('tag.misplaced', span, path, `@${name} is for a ${wanted}, and ${parameter.name} is none.`, remedy)
  }
  if (Object.hasOwn(known, name)) {
    return toError('tag.twice', span, path, `@${name} is given a second time (${known[name]} before).`, 'Keep one of the two.')
  }
  return (name === 'pattern' ? readPattern(text) : readNumber(name, text)) ?? refuseValue(tag, path)
}

/** Returns a pattern that a host will take: it matches in linear time, which rules out the Unicode mode too. */
function readPattern(text: string): string | null {
  if (text === '' || !isLinearPattern(text)) return null
  try {
    new RegExp(text)
    return text
  } catch {
    return null // not a pattern: the caller says so at the tag
  }
}

function readNumber(name: string, text: string): number | null {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return null
  if (name === 'multipleOf' && value <= 0) return null
  return lengthTags.includes(name) && !(Number.isInteger(value) && value >= 0) ? null : value + 0
}

function refuseValue({ name, text, span }: DocTag, path: string): Diagnostic {
  const wanted = name === 'pattern' ? 'a regular expression without look-around, back-references and \\p{…}' : toWanted(name)
  return toError(
    'tag.value',
    span,
    path,
    `@${name} has ${text === '' ? 'no value' : `the value \`${text}\``}.`,
    `Write ${wanted}.`,
  )
}

function toWanted(name: string): string {
  if (name === 'multipleOf') return 'a number above zero'
  return lengthTags.includes(name) ? 'a whole number from 0' : 'a number'
}

function findEmpty(keywords: Keywords): string | null {
  const of = (name: string): number => (typeof keywords[name] === 'number' ? keywords[name] : Number.NaN)
  const lower = [of('minimum'), of('exclusiveMinimum')].filter((value) => !Number.isNaN(value))
  const upper = [of('maximum'), of('exclusiveMaximum')].filter((value) => !Number.isNaN(value))
  if (Math.max(...lower) > Math.min(...upper)) return 'The minimum is above the maximum.'
  return of('minLength') > of('maxLength') ? '@minLength is above @maxLength.' : null
}
