/** Places in parameters: what no schema says of them, and the one spelling of each in keys and functions. */
import { places, readPlaceFormat } from '../domain/places.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../domain/schema.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { pointInto } from './issue-words.ts'
import { enterMember, openSchemas, type SchemaPlace } from './value-schemas.ts'

/** A value that is no place, with what is allowed there in words. */
export interface PlaceFault {
  /** A JSON pointer into the parameters. */
  readonly pointer: string
  readonly found: Json
  readonly allowed: string
}

/** A place in its one spelling, or what is wrong with it, with the members that lead there. */
type Settled =
  | { readonly kind: 'place'; readonly value: Json }
  | { readonly kind: 'fault'; readonly steps: readonly string[]; readonly allowed: string }

/** Returns parameters with the schema's defaults for absent ones, and each place in its one spelling. */
export function completeParams(schema: ParameterSchema, params: Params): Params {
  return settlePlaces(schema, mergeDefaults(schema, params))
}

/** Schemas that were looked through: each call is checked by one that stays. */
const looked = new WeakMap<JsonObject, boolean>()

/**
 * Returns parameters that fit their schema with each place in its one spelling: directions, normals and
 * rotations of length 1, rotations with w from 0, colours in small letters. What is wrong with others is
 * added to `faults`.
 */
export function settlePlaces<Value extends Json>(
  root: JsonObject,
  params: Value,
  faults: PlaceFault[] = [],
): Value {
  if (!holdsPlaces(root)) return params
  return settle(params, { root, schemas: [root], steps: [] }, faults) as Value // of the same form
}

function holdsPlaces(schema: Json | undefined): boolean {
  if (isJsonArray(schema)) return schema.some(holdsPlaces)
  if (!isJsonObject(schema)) return false
  const known = looked.get(schema)
  if (known !== undefined) return known
  const holds = readPlaceFormat(schema) !== undefined || Object.values(schema).some(holdsPlaces)
  looked.set(schema, holds)
  return holds
}

function settle(value: Json, at: SchemaPlace, faults: PlaceFault[]): Json {
  const opened = openSchemas(at, value)
  const format = opened.map(readPlaceFormat).find((each) => each !== undefined)
  const own = format && Object.hasOwn(settlers, format) ? settlers[format]?.(value) : undefined
  if (own?.kind === 'place') return own.value
  if (own) {
    const pointer = [...at.steps, ...own.steps].reduce(pointInto, '')
    faults.push({ pointer, found: readAt(value, own.steps), allowed: own.allowed })
    return value
  }
  if (typeof value !== 'object' || value === null) return value
  // Numbers are most of a long value, and none is a place.
  const settleMember = (step: string | number, member: Json): Json =>
    typeof member === 'number' ? member : settle(member, enterMember(at, opened, step), faults)
  if (isJsonArray(value)) {
    const items = value.map((item, i) => settleMember(i, item))
    return items.some((item, i) => item !== value[i]) ? items : value
  }
  const members = Object.entries(value).map(([name, own]) => [name, settleMember(name, own)] as const)
  return members.some(([name, own]) => own !== value[name]) ? Object.fromEntries(members) : value
}

/** An author's own text may have this format too, and is no place. */
const isColor = new RegExp(places.color.schema.pattern)

const settlers: { readonly [format: string]: (value: Json) => Settled | undefined } = {
  direction3: (value) => toUnit(value, 3),
  plane: (value) => within(value, 'normal', (normal) => toUnit(normal, 3)),
  pose: (value) => within(value, 'rotation', (rotation) => toUnit(rotation, 4)),
  box3: checkBox,
  color: (value) => (isColor.test(String(value)) ? toSettled(String(value).toLowerCase()) : undefined),
}

function toSettled(value: Json): Settled {
  return { kind: 'place', value }
}

function toFault(steps: readonly string[], allowed: string): Settled {
  return { kind: 'fault', steps, allowed }
}

function within(value: Json, name: string, change: (own: Json) => Settled | undefined): Settled | undefined {
  if (!isJsonObject(value) || !Object.hasOwn(value, name)) return undefined
  const own = change(value[name] ?? null)
  if (own?.kind === 'fault') return { ...own, steps: [name, ...own.steps] }
  return own && toSettled(own.value === value[name] ? value : { ...value, [name]: own.value })
}

/** Lengths that differ from 1 by less are 1: what was made one stays as it is, to the last bit. */
const unitTolerance = 1e-12

function toUnit(value: Json, count: number): Settled | undefined {
  if (!isJsonArray(value) || value.length !== count) return undefined
  const numbers = value.map(Number)
  const largest = Math.max(...numbers.map(Math.abs))
  if (!(largest > 0)) return toFault([], `must not be ${numbers.map(() => 0).join(', ')}`)
  // By the largest first, as a sum of squares may be too large or too small for a number.
  const scaled = numbers.map((number) => number / largest)
  const scaledLength = Math.hypot(...scaled)
  const isUnit = Math.abs(scaledLength * largest - 1) <= unitTolerance
  const sign = count === 4 && isTurned(numbers) ? -1 : 1
  if (isUnit && sign === 1) return toSettled(value)
  const scale = sign * (isUnit ? 1 : scaledLength)
  return toSettled((isUnit ? numbers : scaled).map((number) => number / scale + 0)) // -0 is 0
}

/** A rotation has two quaternions, of which one has a first number above 0, from w on. */
function isTurned([x = 0, y = 0, z = 0, w = 0]: readonly number[]): boolean {
  return ([w, x, y, z].find((number) => number !== 0) ?? 0) < 0
}

const axes = ['x', 'y', 'z']

function checkBox(value: Json): Settled | undefined {
  if (!isJsonObject(value)) return undefined
  const { min, max } = value
  if (min === undefined || max === undefined || !isJsonArray(min) || !isJsonArray(max)) return undefined
  const at = axes.findIndex((_, i) => Number(min[i]) > Number(max[i]))
  if (at < 0) return toSettled(value)
  return toFault(['min'], `must not be above max, which has the ${axes[at]} ${max[at]}`)
}

function readAt(value: Json, [step, ...rest]: readonly string[]): Json {
  return step !== undefined && isJsonObject(value) ? readAt(value[step] ?? null, rest) : value
}
