/** Turns constraints (`Range<0, 1>`, `@minimum 0`) into schema keywords, and refuses unfit tags. */
import { isJsonObject, type Json } from '../../core/domain/json.ts'
import { type Diagnostic, toError } from './diagnostics.ts'
import type { DocTag, ParameterType } from './signature.ts'
import { listParts } from './type-parts.ts'
import { type ValueTag, valueTags } from './value-tags.ts'

/** Keywords of a JSON schema, in the order of its text. */
export type Keywords = { readonly [keyword: string]: Json }

/** A parameter or property. */
export interface Constrained {
  readonly name: string
  readonly type: ParameterType
  readonly tags: readonly DocTag[]
}

/** Returns the keywords of a type and its tags, in the order of the schema's text, and problems. */
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

function readTag(
  { name: owner, type }: Constrained,
  tag: DocTag,
  known: Keywords,
  path: string,
): Json | Diagnostic | undefined {
  const { name, text, span } = tag
  const rule = valueTags.get(name)
  if (!rule || type.kind === 'refused') return undefined
  const refuse = (
    code: 'tag.misplaced' | 'tag.twice' | 'tag.value',
    found: string,
    remedy: string,
  ): Diagnostic => toError(code, { span, path, found, remedy })
  if (type.kind === 'progress' && !rule.isCommon) {
    const found = `@${name} is for a value that clients send, and the host fills in ${owner}.`
    return refuse('tag.misplaced', found, 'Remove it.')
  }
  if (!isSubject(type, rule.subject)) {
    const wanted = subjectWords[rule.subject]
    return refuse(
      'tag.misplaced',
      `@${name} is for ${wanted}, and ${owner} is none.`,
      `Remove it, or make ${owner} ${wanted}.`,
    )
  }
  if (name !== 'example' && Object.hasOwn(known, name)) {
    return refuse(
      'tag.twice',
      `@${name} is given a second time (${known[name]} before).`,
      'Keep one of the two.',
    )
  }
  const takesText = type.kind === 'string' || type.kind === 'choice' || findMember(type, 'string') !== null
  const read = rule.read(text, takesText)
  if ('wanted' in read) {
    const found = `@${name} has ${text === '' ? 'no value' : `the value \`${text}\``}.`
    return refuse('tag.value', found, `Write ${read.wanted}.`)
  }
  if (name !== 'uniqueItems' || holdsScalars(type)) return read.value
  const remedy = 'Use it on arrays of numbers, strings or literals.'
  return refuse('tag.misplaced', '@uniqueItems would compare objects or arrays.', remedy)
}

const subjectWords = {
  number: 'a number',
  string: 'a string',
  array: 'an array',
  measure: 'a number or a list of numbers',
  value: 'a value',
}

function isSubject(type: ParameterType, subject: ValueTag['subject']): boolean {
  if (subject === 'value') return true
  if (subject === 'measure') return isMeasure(type)
  return findMember(type, subject) !== null || (subject === 'array' && toOpenTuple(type) !== null)
}

function isMeasure(type: ParameterType): boolean {
  if (type.kind === 'choice') return type.values.every((value) => value === null || typeof value === 'number')
  const parts = listParts(type)
  return (
    type.kind === 'number' ||
    (type.kind !== 'object' && parts.length > 0 && parts.every((part) => isMeasure(part.type)))
  )
}

/** True for scalars, whose equality is unambiguous. */
function holdsScalars(type: ParameterType): boolean {
  const array = findMember(type, 'array')
  return array?.kind === 'array' && toScalarName(array.items) !== null
}

function toOpenTuple(type: ParameterType): ParameterType | null {
  return type.kind === 'tuple' && type.rest ? type : null
}

/** Returns the one JSON type of all values of a scalar type, null where there are several. */
export function toScalarName(type: ParameterType): string | null {
  if (type.kind === 'number' || type.kind === 'string' || type.kind === 'boolean') return type.kind
  const names = type.kind === 'choice' ? [...new Set(type.values.map((value) => typeof value))] : []
  return names.length === 1 && names[0] !== undefined && names[0] !== 'object' ? names[0] : null
}

const bounds = [
  ['minimum', 'maximum'],
  ['minimum', 'exclusiveMaximum'],
  ['exclusiveMinimum', 'maximum'],
  ['exclusiveMinimum', 'exclusiveMaximum'],
  ['minItems', 'maxItems'],
  ['minLength', 'maxLength'],
] as const

/** Finds two bounds with nothing in between; null where all leave room. */
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
