/**
 * Refusals in words: `radius must be at most 40 (got 50).` One table says what each keyword asks for. Its
 * terms are those of ajv, whose errors (with `verbose`) can be put in words as they are.
 */

import { readWantedData } from '../domain/data-ref.ts'
import type { Issue } from '../domain/errors.ts'
import { places } from '../domain/places.ts'
import { formatCount } from '../text/count.ts'
import { cutText } from '../text/cut-text.ts'
import { describe } from '../text/describe.ts'
import { suggestName } from '../text/suggest.ts'
import type { Json } from '../values/json.ts'
import { type CheckedSchema, hasKeywords } from './checked-schema.ts'
import { findReferenceFault } from './reference-words.ts'

/** The words for a parameter or member that has to be there. */
export const missing = 'is missing'
/** Most characters of what is allowed. */
export const allowedLength = 300
/** Names that are looked at for the one that was meant, and how long they may be. */
const mostCandidates = 50
const candidateLength = 32

/** A value that does not fit a keyword. */
export interface ValueRefusal {
  readonly keyword: string
  /** The JSON pointer of the value. */
  readonly instancePath: string
  readonly data?: unknown
  /** The schema that has the keyword. */
  readonly parentSchema?: CheckedSchema | undefined
  /** The part of the value that is refused, where it is not all of it. */
  readonly params: {
    /** Given by `required` and `dependentRequired`; the second also has the member that needs it. */
    readonly missingProperty?: string
    readonly property?: string
    readonly additionalProperty?: string
    /** Given for `uniqueItems`: an item, and an earlier one that equals it. */
    readonly i?: number
    readonly j?: number
    /** Given by `oneOf`: null where no schema fits. */
    readonly passingSchemas?: readonly number[] | null
  }
  /** The value is the name of this member, which `propertyNames` asks something of. */
  readonly propertyName?: string | undefined
}

const words: {
  readonly [keyword: string]: (schema: CheckedSchema, refusal: ValueRefusal) => string
} = {
  type: ({ type = [] }) => `must be ${listTypes(type)}`,
  enum: ({ enum: values = [] }) => toChoice(values.length, listShortly(values)),
  const: ({ const: wanted = null }) => `must be ${describe(wanted)}`,
  minimum: ({ minimum }) => `must be at least ${minimum}`,
  maximum: ({ maximum }) => `must be at most ${maximum}`,
  exclusiveMinimum: ({ exclusiveMinimum }) => `must be above ${exclusiveMinimum}`,
  exclusiveMaximum: ({ exclusiveMaximum }) => `must be below ${exclusiveMaximum}`,
  multipleOf: ({ multipleOf }) =>
    multipleOf === 1 ? 'must be a whole number' : `must be a multiple of ${multipleOf}`,
  minLength: ({ minLength }) => toLeast(minLength, 'character'),
  maxLength: ({ maxLength }) => toMost(maxLength, 'character'),
  pattern: ({ pattern, format }) =>
    format === 'color' && pattern === places.color.schema.pattern
      ? 'must be a colour such as #cc3333'
      : `must match the pattern ${pattern}`,
  minItems: ({ minItems }) => toLeast(minItems, 'item'),
  maxItems: ({ maxItems }) => toMost(maxItems, 'item'),
  items: ({ prefixItems = [] }) => toMost(prefixItems.length, 'item'),
  uniqueItems: (_schema, { instancePath, params: { j = 0 } }) =>
    `must differ from ${toPath(pointInto(instancePath, j))}`,
  contains: ({ contains = true, minContains = 1, maxContains }) => {
    const most =
      maxContains === undefined || maxContains === Number.POSITIVE_INFINITY
        ? ''
        : ` and at most ${formatCount(maxContains, 'time')}`
    return `must contain ${describeForm(contains)} at least ${formatCount(minContains, 'time')}${most}`
  },
  minProperties: ({ minProperties }) => toLeast(minProperties, 'member'),
  maxProperties: ({ maxProperties }) => toMost(maxProperties, 'member'),
  required: () => missing,
  dependentRequired: (_schema, { params: { property } }) => `${missing}; ${property} needs it`,
  additionalProperties: sayUnknown,
  'false schema': () => 'must be left out',
  anyOf: ({ anyOf: branches = [] }) => toForms(branches),
  oneOf: ({ oneOf: branches = [] }, { params: { passingSchemas } }) =>
    passingSchemas ? 'must have one of its forms, and has several at once' : toForms(branches),
  not: ({ not: branch = true }) => `must not be ${describeForm(branch)}`,
}

/** Returns where a value was refused, the value, and what is allowed there, as the rest of a sentence. */
export function describeRefusal(
  refusal: ValueRefusal,
): readonly [pointer: string, value: unknown, allowed: string] {
  const { keyword, instancePath, data, parentSchema = {}, params, propertyName } = refusal
  const wanted = readWantedData(parentSchema)
  if (wanted) {
    const { member, value, allowed } = findReferenceFault(data, wanted)
    return [member === undefined ? instancePath : pointInto(instancePath, member), value, allowed]
  }
  const say = words[keyword]?.(parentSchema, refusal) ?? `must fit the keyword ${keyword}`
  if (propertyName !== undefined)
    return [pointInto(instancePath, propertyName), undefined, `has a name that ${say}`]
  const part = params.missingProperty ?? params.additionalProperty ?? params.i
  if (part === undefined) return [instancePath, toShort(data, parentSchema[keyword]), say]
  return [pointInto(instancePath, part), findPart(data, part), say]
}

/** Returns the sentence of an issue: `points[2].x must be a number (got "a").` */
export function toSentence({ pointer, found, allowed }: Issue): string {
  const got = allowed.startsWith('must ') && found !== 'nothing' ? ` (got ${found})` : ''
  const end = allowed.endsWith('?') ? '' : '.'
  return `${pointer === '' ? 'The parameters' : toPath(pointer)} ${allowed}${got}${end}`
}

/** Returns names or values in words, as many as a refusal has room for. */
export function listShortly(items: readonly Json[], write: (item: Json) => string = describe): string {
  let text = ''
  for (const item of items) {
    text += text === '' ? write(item) : `, ${write(item)}`
    if (text.length > allowedLength) break
  }
  return cutText(text, allowedLength - 20)
}

/** Returns a JSON pointer that leads one step further, into a member or an item. */
export function pointInto(pointer: string, step: string | number): string {
  return `${pointer}/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`
}

/** Returns the steps of a JSON pointer. */
export function readSteps(pointer: string): string[] {
  const steps = pointer.split('/').slice(1)
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
}

/** Returns what a JSON pointer leads to as it is written in programs: `points[2].x`. */
export function toPath(pointer: string): string {
  return readSteps(pointer)
    .map((step, i) => toStep(step, i === 0))
    .join('')
}

function toStep(name: string, isFirst: boolean): string {
  if (/^(?:0|[1-9]\d*)$/.test(name)) return `${isFirst ? 'args' : ''}[${name}]`
  if (/^[\p{ID_Start}$_][\p{ID_Continue}$]*…?$/u.test(name)) return isFirst ? name : `.${name}`
  return isFirst ? JSON.stringify(name) : `[${JSON.stringify(name)}]`
}

/** 0.1 + 0.2 is 0.3 to everybody, but where that is the limit which it does not fit. */
function toShort(value: unknown, limit: Json | undefined): unknown {
  if (typeof value !== 'number' || Number.isInteger(value)) return value
  const short = Number(value.toPrecision(15))
  return short === limit ? value : short
}

function findPart(data: unknown, part: string | number): unknown {
  if (typeof data !== 'object' || data === null || !Object.hasOwn(data, part)) return undefined
  return Reflect.get(data, part)
}

function sayUnknown(
  { properties = {}, patternProperties = {} }: CheckedSchema,
  { instancePath, params: { additionalProperty: name = '' } }: ValueRefusal,
): string {
  const [one, many] = instancePath === '' ? ['parameter', 'parameters'] : ['member', 'members']
  const names = Object.keys(properties)
  const known = [...names, ...Object.keys(patternProperties).map((pattern) => `/${pattern}/`)]
  const candidates = names.slice(0, mostCandidates).filter(({ length }) => length <= candidateLength)
  const meant = name.length <= candidateLength ? suggestName(name, candidates) : null
  const others = known.length === 0 ? `there are no ${many}` : `the ${many} are ${listShortly(known, String)}`
  return `is not a ${one}; ${meant === null ? others : `did you mean ${meant}?`}`
}

const typeWords: { readonly [type: string]: string } = {
  null: 'null',
  boolean: 'true or false',
  object: 'an object',
  array: 'an array',
  number: 'a number',
  integer: 'a whole number',
  string: 'a text',
}

function listTypes(types: string | readonly string[]): string {
  return [types].flat().reduce((text, type, i, all) => {
    const word = typeWords[type] ?? type
    return i === 0 ? word : `${text}${i === all.length - 1 ? ' or ' : ', '}${word}`
  }, '')
}

function toForms(branches: readonly Json[]): string {
  return toChoice(branches.length, listShortly(branches, describeForm))
}

function toChoice(count: number, list: string): string {
  return count === 1 ? `must be ${list}` : `must be one of ${list}`
}

/** Returns a schema in few words. */
function describeForm(schema: Json): string {
  if (!hasKeywords(schema)) return schema === true ? 'anything' : 'nothing'
  if (schema.const !== undefined) return describe(schema.const)
  if (schema.enum) return listShortly(schema.enum)
  if (schema.title !== undefined) return schema.title
  if (schema.type === undefined) return 'a value of another form'
  return listTypes(schema.type) + describeLimits(schema)
}

/** What tells forms of one type apart: `a text that matches ^a`, `a number from 0 to 1`. */
function describeLimits(schema: CheckedSchema): string {
  const { items, prefixItems, required = [] } = schema
  if (schema.type === 'object' && required.length > 0) return ` with ${listShortly(required, String)}`
  if (prefixItems) return ` that begins with ${listShortly(prefixItems, describeForm)}`
  if (schema.type === 'array' && hasKeywords(items)) return ` whose items are each ${describeForm(items)}`
  return limits
    .map(([keyword, say]) => (schema[keyword] === undefined ? '' : ` ${say} ${schema[keyword]}`))
    .join('')
}

const limits = [
  ['minimum', 'from'],
  ['exclusiveMinimum', 'above'],
  ['maximum', 'to'],
  ['exclusiveMaximum', 'below'],
  ['multipleOf', 'in steps of'],
  ['format', 'of the format'],
  ['pattern', 'that matches'],
] as const

function toLeast(count = 0, what = ''): string {
  return count === 1 && what === 'character'
    ? 'must not be empty'
    : `must have at least ${formatCount(count, what)}`
}

function toMost(count = 0, what = ''): string {
  return count === 0 ? 'must be empty' : `must have at most ${formatCount(count, what)}`
}
