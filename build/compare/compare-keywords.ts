/** Compares keywords of two schemas of one kind: all values accepted before must still be accepted. */
import { isJsonObject, type Json, type JsonObject } from '../../core/contract/values/json.ts'

/** A JSON Schema. */
export type Schema = JsonObject | boolean

/** A value that was accepted and is, or may be, refused now. */
export interface Narrowing {
  /** A path: `size`, `options.items[].size`. */
  readonly at: string
  readonly text: string
  readonly decided: boolean
  /** Set when the two types have no value in common, or only by chance. */
  readonly isOtherKind?: true
}

/** Returns the narrowings between two schemas at a path. */
type Compare = (old: Schema, next: Schema, at: string) => Narrowing[]

/** Returns a proven narrowing. */
export function toNarrowing(at: string, text: string): Narrowing {
  return { at, text, decided: true }
}

/** Returns a narrowing that is not proven. */
export function toUndecided(at: string, text: string): Narrowing {
  return { at, text, decided: false }
}

/** Compares bounds and steps. */
export function compareNumbers(old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  const found: Narrowing[] = []
  const [oldLow, low] = [toLowerBound(old, 1), toLowerBound(next, 1)]
  if (isTighter(low, oldLow))
    found.push(toNarrowing(at, `starts at ${showBound(low)}, started at ${showBound(oldLow)}`))
  const [oldHigh, high] = [toLowerBound(old, -1), toLowerBound(next, -1)]
  if (isTighter(high, oldHigh))
    found.push(toNarrowing(at, `ends at ${showBound(high, -1)}, ended at ${showBound(oldHigh, -1)}`))
  const step = next.multipleOf
  const oldStep = typeof old.multipleOf === 'number' ? old.multipleOf : old.type === 'integer' ? 1 : null
  if (typeof step === 'number' && !(oldStep !== null && isMultiple(oldStep, step))) {
    found.push(toNarrowing(at, `takes multiples of ${step} only`))
  }
  return found
}

/** Compares lengths and patterns. Two different patterns are not compared. */
export function compareTexts(old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  const found = compareCounts(old, next, at, 'characters')
  if (next.pattern !== undefined && next.pattern !== old.pattern) {
    found.push(toUndecided(at, `has the pattern ${next.pattern}, had ${old.pattern ?? 'none'}`))
  }
  return found
}

/** Compares lengths and items, place by place. */
export function compareArrays(compare: Compare, old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  const [oldItems, items] = [readItems(old), readItems(next)]
  const longest = Math.min(
    toCount(old.maxItems, Number.POSITIVE_INFINITY),
    oldItems.rest === false ? oldItems.first.length : Number.POSITIVE_INFINITY,
  )
  const found = compareCounts(
    { ...old, ...(Number.isFinite(longest) && { maxItems: longest }) },
    next,
    at,
    'items',
  )
  if (next.uniqueItems === true && old.uniqueItems !== true && longest > 1)
    found.push(toNarrowing(at, 'takes no two equal items'))
  const places = Math.min(longest, Math.max(oldItems.first.length, items.first.length))
  for (let place = 0; place < places; place++) {
    const [was, is] = [oldItems.first[place] ?? oldItems.rest, items.first[place] ?? items.rest]
    found.push(...compare(was, is, `${at}[${place}]`))
  }
  if (longest > places) found.push(...compare(oldItems.rest, items.rest, `${at}[]`))
  return found
}

/** Compares properties, required ones, and the schema of further ones. */
export function compareObjects(compare: Compare, old: JsonObject, next: JsonObject, at: string): Narrowing[] {
  const found = compareCounts(old, next, at, 'members')
  const [oldProperties, properties] = [readMap(old.properties), readMap(next.properties)]
  const [oldRest, rest] = [toSchema(old.additionalProperties), toSchema(next.additionalProperties)]
  for (const name of new Set([...Object.keys(oldProperties), ...Object.keys(properties)])) {
    const place = at === '' ? name : `${at}.${name}`
    const [was, is] = [own(oldProperties, name) ?? oldRest, own(properties, name) ?? rest]
    if (was !== false && is === false) found.push(toNarrowing(place, 'is gone'))
    else found.push(...compare(was, is, place))
  }
  const must = readTexts(old.required)
  for (const name of readTexts(next.required).filter((required) => !must.includes(required))) {
    found.push(toNarrowing(at === '' ? name : `${at}.${name}`, 'is required now'))
  }
  if (oldRest !== false && rest === false) found.push(toNarrowing(at, 'takes no further members'))
  else found.push(...compare(oldRest, rest, `${at}.*`))
  return found
}

interface Bound {
  readonly value: number
  readonly exclusive: boolean
}

/** Returns the lower bound (`sign` 1) or the mirrored upper one (`sign` -1), so both compare alike. */
function toLowerBound(schema: JsonObject, sign: 1 | -1): Bound {
  const inclusive = sign === 1 ? schema.minimum : schema.maximum
  const exclusive = sign === 1 ? schema.exclusiveMinimum : schema.exclusiveMaximum
  const a: Bound = {
    value: typeof inclusive === 'number' ? sign * inclusive : Number.NEGATIVE_INFINITY,
    exclusive: false,
  }
  const b: Bound = {
    value: typeof exclusive === 'number' ? sign * exclusive : Number.NEGATIVE_INFINITY,
    exclusive: true,
  }
  const tighter = isTighter(b, a) ? b : a
  if (schema.type !== 'integer' || !Number.isFinite(tighter.value)) return tighter
  const whole = tighter.exclusive ? Math.floor(tighter.value) + 1 : Math.ceil(tighter.value)
  return { value: whole, exclusive: false }
}

function isTighter(a: Bound, b: Bound): boolean {
  if (a.value === Number.NEGATIVE_INFINITY) return false
  return a.value > b.value || (a.value === b.value && a.exclusive && !b.exclusive)
}

function showBound({ value, exclusive }: Bound, sign = 1): string {
  if (!Number.isFinite(value)) return 'no bound'
  return `${value * sign}${exclusive ? ' (left out)' : ''}`
}

function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

const countKeywords = {
  characters: ['minLength', 'maxLength'],
  items: ['minItems', 'maxItems'],
  members: ['minProperties', 'maxProperties'],
} as const

function compareCounts(
  old: JsonObject,
  next: JsonObject,
  at: string,
  noun: keyof typeof countKeywords,
): Narrowing[] {
  const found: Narrowing[] = []
  const [least, most] = countKeywords[noun]
  const [low, high] = [toCount(next[least], 0), toCount(next[most], Number.POSITIVE_INFINITY)]
  if (low > toCount(old[least], 0))
    found.push(toNarrowing(at, `takes ${low} ${noun} at least, took ${toCount(old[least], 0)}`))
  if (high < toCount(old[most], Number.POSITIVE_INFINITY)) {
    found.push(toNarrowing(at, `takes ${high} ${noun} at most, took ${old[most] ?? 'any number'}`))
  }
  return found
}

function toCount(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

function readItems({ prefixItems, items }: JsonObject): { first: readonly Schema[]; rest: Schema } {
  return { first: Array.isArray(prefixItems) ? prefixItems.map(toSchema) : [], rest: toSchema(items) }
}

function toSchema(value: Json | undefined): Schema {
  return isJsonObject(value) || value === false ? value : true
}

function readMap(value: Json | undefined): { readonly [name: string]: Schema } {
  if (!isJsonObject(value)) return {}
  return Object.fromEntries(Object.entries(value).map(([name, schema]) => [name, toSchema(schema)]))
}

function own(map: { readonly [name: string]: Schema }, name: string): Schema | undefined {
  return Object.hasOwn(map, name) ? map[name] : undefined
}

function readTexts(value: Json | undefined): string[] {
  return Array.isArray(value) ? value.filter((item: Json) => typeof item === 'string') : []
}
