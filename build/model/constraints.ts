/**
 * Turns what a type and its comment say about a value (`Range<0, 1>`, `@minimum 0`) into schema keywords, and
 * refuses tags that do not fit. The same for parameters and for properties of objects.
 */
import { isJsonObject, type Json } from '../../core/domain/json.ts'
import { type Diagnostic, toError } from './diagnostics.ts'
import { readPattern } from './pattern-text.ts'
import type { DocTag, ParameterType } from './signature.ts'

/** Keywords of a JSON schema, in the order of its text. */
export type Keywords = { readonly [keyword: string]: Json }

/** A parameter or property. */
export interface Constrained {
  readonly name: string
  readonly type: ParameterType
  readonly tags: readonly DocTag[]
}

/** What each tag is for: a kind of type, or any value. */
const subjects: { readonly [tag: string]: 'number' | 'string' | 'array' | 'value' } = {
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  deprecated: 'value',
  example: 'value',
  preview: 'value',
}
const sizeTags = ['minLength', 'maxLength', 'minItems', 'maxItems']

/**
 * Returns the keywords that a type and its tags give together, in the order of the schema's text, and what is
 * wrong.
 */
export function readConstraints(
  constrained: Constrained,
  path: string,
): { keywords: Keywords; problems: Diagnostic[] } {
  const keywords: Record<string, Json> = { ...toTypeKeywords(constrained.type) }
  const problems: Diagnostic[] = []
  const examples: Json[] = []
  for (const tag of constrained.tags) {
    const read = readTag(constrained, tag, keywords, path)
    if (read === undefined) continue
    if (isProblem(read)) problems.push(read)
    else if (tag.name === 'example') examples.push(read)
    else keywords[tag.name] = read
  }
  if (examples.length > 0) keywords.examples = examples
  const empty = problems.length === 0 ? findEmpty(keywords) : null
  const last = constrained.tags.at(-1)
  if (empty && last) problems.push(toError('range.empty', { span: last.span, path, ...empty }))
  return { keywords, problems }
}

/** Returns the keywords of the type itself. */
export function toTypeKeywords(type: ParameterType): Keywords {
  if (type.kind === 'string') return type.pattern === undefined ? {} : { pattern: type.pattern }
  const number = findMember(type, 'number')
  if (number?.kind !== 'number') {
    const text = findMember(type, 'string')
    return text?.kind === 'string' && text.pattern !== undefined ? { pattern: text.pattern } : {}
  }
  const { minimum, maximum, multipleOf } = number
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
  }
}

/** Returns the type itself, or the one beside null in `T | null`, when it is of a kind. */
export function findMember(type: ParameterType, kind: ParameterType['kind']): ParameterType | null {
  if (type.kind === kind) return type
  const inner = type.kind === 'union' ? toNonNull(type.members) : null
  return inner?.kind === kind ? inner : null
}

/** Returns the other type of `T | null`, null for every other union. */
export function toNonNull(members: readonly ParameterType[]): ParameterType | null {
  const isNull = (type: ParameterType): boolean =>
    type.kind === 'choice' && type.values.length === 1 && type.values[0] === null
  const others = members.filter((member) => !isNull(member))
  return others.length === 1 && members.length === 2 ? (others[0] ?? null) : null
}

function isProblem(read: Json | Diagnostic): read is Diagnostic {
  return isJsonObject(read) && 'severity' in read && 'remedy' in read
}

/** Returns a tag's value, undefined for a tag that is no constraint, or what is wrong with it. */
function readTag(
  { name: owner, type }: Constrained,
  tag: DocTag,
  known: Keywords,
  path: string,
): Json | Diagnostic | undefined {
  const { name, text, span } = tag
  const wanted = Object.hasOwn(subjects, name) ? subjects[name] : undefined
  if (wanted === undefined || type.kind === 'refused') return undefined
  if (type.kind === 'progress' && name !== 'deprecated' && name !== 'example') {
    const found = `@${name} is for a value that clients send, and the host fills in ${owner}.`
    return toError('tag.misplaced', { span, path, found, remedy: 'Remove it.' })
  }
  const subject =
    wanted === 'value' ? type : (findMember(type, wanted) ?? (wanted === 'array' ? toOpenTuple(type) : null))
  if (!subject) {
    const article = wanted === 'array' ? 'an' : 'a'
    const remedy = `Remove it, or make ${owner} ${article} ${wanted}.`
    return toError('tag.misplaced', {
      span,
      path,
      found: `@${name} is for ${article} ${wanted}, and ${owner} is none.`,
      remedy,
    })
  }
  if (name !== 'example' && Object.hasOwn(known, name)) {
    return toError('tag.twice', {
      span,
      path,
      found: `@${name} is given a second time (${known[name]} before).`,
      remedy: 'Keep one of the two.',
    })
  }
  if (name === 'deprecated') return true
  if (name === 'uniqueItems') return readUnique(subject, tag, path)
  if (name === 'example' || name === 'preview') {
    const value = readWritten(type, text)
    return value === undefined ? refuseValue(tag, path) : value
  }
  if (name === 'format') return /^[a-z][a-z0-9-]*$/.test(text) ? text : refuseValue(tag, path)
  if (name !== 'pattern') return readNumber(name, text) ?? refuseValue(tag, path)
  const pattern = readPattern(text)
  return 'pattern' in pattern ? pattern.pattern : refuseValue(tag, path, pattern.wanted)
}

/** A tuple with a rest has a number of items that can be bounded. */
function toOpenTuple(type: ParameterType): ParameterType | null {
  return type.kind === 'tuple' && type.rest ? type : null
}

/** Only scalars, which anybody can see to be equal. */
function readUnique(subject: ParameterType, tag: DocTag, path: string): Json | Diagnostic {
  if (tag.text !== '' && tag.text !== 'true') return refuseValue(tag, path)
  if (subject.kind === 'array' && toScalarName(subject.items) !== null) return true
  const remedy = 'Use it on arrays of numbers, strings or literals.'
  return toError('tag.misplaced', {
    span: tag.span,
    path,
    found: '@uniqueItems would compare objects or arrays.',
    remedy,
  })
}

/** Returns the one JSON type of all values of a scalar type, null where there are several. */
export function toScalarName(type: ParameterType): string | null {
  if (type.kind === 'number' || type.kind === 'string' || type.kind === 'boolean') return type.kind
  const names = type.kind === 'choice' ? [...new Set(type.values.map((value) => typeof value))] : []
  return names.length === 1 && names[0] !== undefined && names[0] !== 'object' ? names[0] : null
}

/** Examples and previews are JSON; a text may come without quotes, but not in quotes that JSON has not. */
function readWritten(type: ParameterType, text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json // JSON.parse returns nothing but Json
  } catch {
    const takesText = type.kind === 'string' || type.kind === 'choice' || findMember(type, 'string')
    const isQuoted = /^(['`])[\s\S]*\1$/.test(text)
    return takesText && text !== '' && !isQuoted ? text : undefined // no JSON: the caller says so at the tag
  }
}

function readNumber(name: string, text: string): number | null {
  const value = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN
  if (!Number.isFinite(value)) return null
  if (name === 'multipleOf' && value <= 0) return null
  return sizeTags.includes(name) && !(Number.isInteger(value) && value >= 0) ? null : value + 0
}

function refuseValue({ name, text, span }: DocTag, path: string, wanted = toWanted(name)): Diagnostic {
  const found = `@${name} has ${text === '' ? 'no value' : `the value \`${text}\``}.`
  return toError('tag.value', { span, path, found, remedy: `Write ${wanted}.` })
}

function toWanted(name: string): string {
  if (name === 'multipleOf') return 'a number above zero'
  if (name === 'example' || name === 'preview') return 'a value in JSON'
  if (name === 'format') return 'the name of a format, such as date or uri'
  if (name === 'uniqueItems') return 'the tag alone'
  return sizeTags.includes(name) ? 'a whole number from 0' : 'a number'
}

const bounds = [
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
] as const

/** Two bounds with nothing in between, null where all leave room. */
function findEmpty(keywords: Keywords): Pick<Diagnostic, 'found' | 'remedy'> | null {
  for (const [low, high] of bounds) {
    const [from, to] = [keywords[low], keywords[high]]
    if (typeof from !== 'number' || typeof to !== 'number') continue
    const isOpen = low.startsWith('exclusive') || high.startsWith('exclusive')
    if (from < to || (from === to && !isOpen)) continue
    const [down, up] = isOpen ? [`below ${to}`, `above ${from}`] : [`to ${to} or less`, `to ${from} or more`]
    return {
      found: `No value is allowed by ${low} ${from} and ${high} ${to}.`,
      remedy: `Lower the ${low} ${down}, or raise the ${high} ${up}.`,
    }
  }
  return null
}
