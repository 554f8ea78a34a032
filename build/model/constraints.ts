/** Turns constraints (`Range<0, 1>`, `@minimum 0`) into schema keywords, and refuses unfit tags. */
import { timeKeyword } from '../../core/contract/domain/time-role.ts'
import type { Json, JsonObject } from '../../core/contract/values/json.ts'
import { adviseTag, toKindWords } from './advise-tag.ts'
import { type Diagnostic, toError } from './diagnostics.ts'
import { type DocTag, listParts, type ParameterType, type PropertyType, type TypeOf } from './signature.ts'
import { type ValueTag, valueTags } from './value-tags.ts'

/** A parameter or property. */
export type Constrained = Pick<PropertyType, 'name' | 'type' | 'tags'>

/** Returns the keywords of a type and its tags, in the order of the schema's text, and problems. */
export function readConstraints(
  constrained: Constrained,
  path: string,
): { keywords: JsonObject; problems: Diagnostic[] } {
  const keywords: Record<string, Json> = { ...toTypeKeywords(constrained.type) }
  const problems: Diagnostic[] = []
  const examples: Json[] = []
  for (const tag of constrained.tags) {
    const rule = valueTags.get(tag.name)
    if (!rule || constrained.type.kind === 'refused' || isMeantOtherwise(tag, constrained.type)) continue
    const read = readTag(constrained, tag, rule, keywords)
    if ('code' in read) {
      const { code, found, remedy } = read
      problems.push(toError(code, { span: tag.span, path, found, remedy }))
    } else if (tag.name === 'example') examples.push(read.value)
    else if (tag.name === timeKeyword) Object.assign(keywords, toTime(read.value))
    else keywords[tag.name] = read.value
  }
  if (examples.length > 0) keywords.examples = examples
  const empty = problems.length === 0 ? findEmpty(constrained.type, keywords) : null
  const last = constrained.tags.at(-1)
  if (empty && last) problems.push(toError('range.empty', { span: last.span, path, ...empty }))
  return { keywords, problems }
}

/** Returns the keywords of `@time`, behind which the unit may stand. */
function toTime(unit: Json): JsonObject {
  return { [timeKeyword]: true, ...(unit !== true && { unit }) }
}

/** Returns true for `@step` on a number, by which other tools mean `@multipleOf`. */
export function isMeantOtherwise({ name }: Pick<DocTag, 'name'>, type: ParameterType | null): boolean {
  return name === 'step' && !(type && isPlace(type))
}

/** Returns the keywords of the type itself. */
export function toTypeKeywords(type: ParameterType): JsonObject {
  const { minimum, maximum, multipleOf, time } = findMember(type, 'number') ?? {}
  const { pattern } = findMember(type, 'string') ?? {}
  return {
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && { maximum }),
    ...(multipleOf !== undefined && { multipleOf }),
    ...(time && { [timeKeyword]: true }),
    ...(pattern !== undefined && { pattern }),
  }
}

/**
 * Returns true when a tag that was written for another type goes on to hold for this one: it is for such
 * values, and the type does not say the same itself. An example is for the values of its own type.
 */
export function holdsFor({ name }: DocTag, type: ParameterType): boolean {
  const rule = valueTags.get(name)
  if (!rule) return true
  if (name === 'minItems' && countNeeded(type) > 0) return false
  return name !== 'example' && isSubject(type, rule.subject) && !Object.hasOwn(toTypeKeywords(type), name)
}

/** Returns how many elements a tuple cannot be without; 0 for every other type. */
function countNeeded(type: ParameterType): number {
  return type.kind === 'tuple' ? type.elements.filter(({ optional }) => !optional).length : 0
}

/** Returns the type itself, or the one beside null in `T | null`, when it is of a kind. */
export function findMember<Kind extends ParameterType['kind']>(
  type: ParameterType,
  kind: Kind,
): TypeOf<Kind> | null {
  const isWanted = (found: ParameterType | null): found is TypeOf<Kind> => found?.kind === kind
  if (isWanted(type)) return type
  const inner = type.kind === 'union' ? toNonNull(type.members) : null
  return isWanted(inner) ? inner : null
}

/** Returns the other type of `T | null`, null for every other union. */
export function toNonNull(members: readonly ParameterType[]): ParameterType | null {
  const isNull = (type: ParameterType): boolean =>
    type.kind === 'choice' && type.values.length === 1 && type.values[0] === null
  const others = members.filter((member) => !isNull(member))
  return others.length === 1 && members.length === 2 ? (others[0] ?? null) : null
}

function readTag(
  constrained: Constrained,
  tag: DocTag,
  rule: ValueTag,
  known: JsonObject,
): { readonly value: Json } | Pick<Diagnostic, 'code' | 'found' | 'remedy'> {
  const { name: owner, type } = constrained
  const { name, text } = tag
  if (type.kind === 'progress' && !rule.isCommon) {
    const found = `@${name} is for a value that clients send, and the host fills in ${owner}.`
    return { code: 'tag.misplaced', found, remedy: 'Remove it.' }
  }
  if (!isSubject(type, rule.subject)) {
    const wanted = subjectWords[rule.subject]
    const found = `@${name} is for ${wanted}, and ${owner} is ${toKindWords(type)}.`
    return { code: 'tag.misplaced', found, remedy: adviseTag(constrained, tag, wanted) }
  }
  if (name === timeKeyword && text !== '' && Object.hasOwn(known, 'unit')) {
    const found = `@time gives ${owner} its unit a second time (${known.unit} before).`
    return { code: 'tag.twice', found, remedy: 'Keep one.' }
  }
  if (Object.hasOwn(known, name) && !(name === timeKeyword && text !== '')) {
    const found = `@${name} is given a second time (${known[name]} before).`
    return { code: 'tag.twice', found, remedy: 'Keep one.' }
  }
  const takesText = type.kind === 'choice' || findMember(type, 'string') !== null
  const read = rule.read(text, takesText)
  if ('wanted' in read) {
    const found = `@${name} has ${text === '' ? 'no value' : `the value \`${text}\``}.`
    return { code: 'tag.value', found, remedy: `Write ${read.wanted}.` }
  }
  const needed = countNeeded(type)
  if (name === 'minItems' && Number(read.value) < needed) {
    const found = `@minItems ${read.value} would take less than the ${needed} that ${owner} needs.`
    return { code: 'tag.value', found, remedy: `Write a number from ${needed}, or remove it.` }
  }
  const items = findMember(type, 'array')?.items
  if (name !== 'uniqueItems' || (items && toScalarName(items) !== null)) return read
  const remedy = 'Use it on arrays of numbers, strings or literals.'
  return { code: 'tag.misplaced', found: '@uniqueItems would compare objects or arrays.', remedy }
}

const subjectWords = {
  number: 'a number',
  string: 'a string',
  array: 'an array',
  measure: 'a number or a list of numbers',
  place: 'a point, a plane or another place with lengths',
  value: 'a value',
}

function isSubject(type: ParameterType, subject: ValueTag['subject']): boolean {
  if (subject === 'value') return true
  if (subject === 'measure') return isMeasure(type)
  if (subject === 'place') return isPlace(type)
  return (
    findMember(type, subject) !== null || (subject === 'array' && type.kind === 'tuple' && type.rest !== null)
  )
}

/** Returns whether a value has a place in space, or is a list of such; a direction and a colour have none. */
export function isPlace(type: ParameterType): boolean {
  if (type.kind === 'place') return type.format !== 'direction3' && type.format !== 'color'
  const inner = type.kind === 'union' ? toNonNull(type.members) : type.kind === 'array' ? type.items : null
  return inner !== null && isPlace(inner)
}

function isMeasure(type: ParameterType): boolean {
  if (isPlace(type)) return true
  if (type.kind === 'choice') return type.values.every((value) => value === null || typeof value === 'number')
  const parts = listParts(type)
  return (
    type.kind === 'number' ||
    (type.kind !== 'object' && parts.length > 0 && parts.every((part) => isMeasure(part.type)))
  )
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

/** Finds bounds with nothing in between; null where all leave room. */
function findEmpty(type: ParameterType, given: JsonObject): Pick<Diagnostic, 'found' | 'remedy'> | null {
  const needed = countNeeded(type)
  const keywords = needed > 0 ? { minItems: needed, ...given } : given
  for (const [low, high] of bounds) {
    const [from, to] = [keywords[low], keywords[high]]
    if (typeof from !== 'number' || typeof to !== 'number') continue
    const isOpen = low.startsWith('exclusive') || high.startsWith('exclusive')
    if (from < to || (from === to && !isOpen)) continue
    const [down, up] = isOpen ? [`below ${to}`, `above ${from}`] : [`to ${to} or less`, `to ${from} or more`]
    const raise = `raise the ${high} ${up}.`
    if (low === 'minItems' && needed > to) {
      const found = `No value is allowed by the ${needed} elements of the type and maxItems ${to}.`
      return { found, remedy: `Take elements from the type, or ${raise}` }
    }
    return {
      found: `No value is allowed by ${low} ${from} and ${high} ${to}.`,
      remedy: `Lower the ${low} ${down}, or ${raise}`,
    }
  }
  return findTooFew(type, keywords) ?? findNoStep(type, keywords)
}

/** A list without repetition is no longer than the number of its items' values. */
function findTooFew(
  type: ParameterType,
  { uniqueItems, minItems }: JsonObject,
): Pick<Diagnostic, 'found' | 'remedy'> | null {
  const items = findMember(type, 'array')?.items
  const most = items?.kind === 'choice' ? items.values.length : items?.kind === 'boolean' ? 2 : Infinity
  if (uniqueItems !== true || typeof minItems !== 'number' || minItems <= most) return null
  const found = `No list has ${minItems} different items of ${most} values.`
  return { found, remedy: `Lower the minItems to ${most} or less, or remove @uniqueItems.` }
}

/** Whole numbers and multiples of a step may all lie outside of bounds that leave room for others. */
function findNoStep(type: ParameterType, keywords: JsonObject): Pick<Diagnostic, 'found' | 'remedy'> | null {
  const { multipleOf, minimum, maximum, exclusiveMinimum, exclusiveMaximum } = keywords
  const isInteger = findMember(type, 'number')?.integer === true
  const step = typeof multipleOf === 'number' ? multipleOf : isInteger ? 1 : null
  const isFitting = step !== null && (!isInteger || Number.isInteger(step))
  const from = toLargest([minimum, exclusiveMinimum])
  const to = -toLargest([negate(maximum), negate(exclusiveMaximum)])
  if (!isFitting || !Number.isFinite(from) || !Number.isFinite(to)) return null
  const [first, last] = [Math.floor(from / step), Math.ceil(to / step)]
  if (last - first > 3) return null
  const isInside = (value: number): boolean =>
    value >= from && value <= to && value !== exclusiveMinimum && value !== exclusiveMaximum
  // Rounded as an author writes them: 3 * 0.1 is 0.30000000000000004.
  const steps = Array.from({ length: last - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(15)),
  )
  if (steps.some(isInside)) return null
  const what = step === 1 ? 'whole number' : `multiple of ${step}`
  return { found: `There is no ${what} within the bounds ${from} and ${to}.`, remedy: 'Widen the bounds.' }
}

function negate(value: Json | undefined): Json | undefined {
  return typeof value === 'number' ? -value : value
}

function toLargest(bounds: readonly (Json | undefined)[]): number {
  return Math.max(...bounds.map((value) => (typeof value === 'number' ? value : Number.NEGATIVE_INFINITY)))
}
