/** The first check of a function's return value: members, classes and lengths, but no elements. */
import { describe } from '../../text/describe.ts'
import { isCount, isExtent, isFiniteNumber } from '../../values/number.ts'
import { SpecimenError } from '../errors.ts'
import { requireCaptions } from './captions.ts'
import { requireColumns } from './columns.ts'
import { type AxisDirections, findDirectionFault } from './direction.ts'
import { type Dtype, type ElementArray, elementArrays, findDtype, isElementArray } from './elements.ts'
import { findHalves, widenHalves } from './halves.ts'
import { labelsWanted, parseLabels } from './labels.ts'
import type { Member } from './member.ts'
import { areNotes, noteCount, noteLength } from './notes.ts'
import { parseRange, rangeWanted } from './range.ts'
import { readParts } from './read-parts.ts'
import { countSamples, type MemberReader, readResult } from './read-result.ts'
import { type Result, type ResultType, resultTypes } from './result.ts'

/** Returns a return value as a {@link Result}; copies a Float16Array alone. @throws `function.failed` */
export function parseResult(value: unknown, type: ResultType): Result {
  if (typeof value !== 'object' || value === null) {
    throw refuse(
      `The function must return a ${type} object (got ${describe(value)}). Is a return statement missing?`,
    )
  }
  return readResult(type, createReader(value))
}

/** Returns the kind that a value says it is, where no function declares it. @throws `function.failed` */
export function readType(value: unknown): ResultType {
  const type: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'type') : undefined
  const known = resultTypes.find((name) => name === type)
  if (known === undefined)
    throw refuse(`type must be one of ${resultTypes.join(', ')} (got ${describe(type)}).`)
  return known
}

const longestText = 200

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= longestText && value.isWellFormed()
}

function createReader(value: object): MemberReader {
  const read = (name: string): unknown => Reflect.get(value, name)
  return {
    extent: (name, { most = Number.MAX_SAFE_INTEGER, description }) => {
      const found = read(name)
      if (isExtent(found) && found <= most) return found
      const wanted = most === Number.MAX_SAFE_INTEGER ? 'of at least 1' : `from 1 to ${most}`
      throw refuseValue(name, `a whole number ${wanted}: ${toPhrase(description)}`, found)
    },
    shape: (name) => {
      const found = read(name)
      const wanted = 'three whole numbers [depth, height, width], each at least 1'
      return findTriple(found, isExtent) ?? fail(refuseValue(name, wanted, found))
    },
    vector: (name, member) => toVector(read(name), name, member),
    matrix: (name) => toMatrix(read(name), name),
    place: (name) => toPlace(read(name), name),
    range: (name) => toRange(read(name), name),
    text: (name, member) => toText(read(name), name, member),
    texts: (name) => {
      const found = read(name)
      if (found === undefined || found === null) return undefined
      const texts: unknown = Array.isArray(found) ? [...found] : found
      if (areNotes(texts)) return texts.length > 0 ? texts : undefined
      throw refuseValue(name, `at most ${noteCount} texts of 1 to ${noteLength} characters`, found)
    },
    labels: (name) => {
      const found = read(name)
      if (found === undefined || found === null) return undefined
      return parseLabels(found) ?? fail(refuseValue(name, labelsWanted, found))
    },
    parts: (name) => readParts(read(name), { refuse, read: (part) => parseResult(part, readType(part)) }),
    choice: (name, member) => toChoice(read(name), name, member),
    column: (name) => toColumnName(read(name), name),
    columns: (name, _, named) => requireColumns(read(name), { name, named, refuse }),
    captions: (name, _, count) => requireCaptions(read(name), { name, count, refuse }),
    count: (name) => {
      const found = read(name)
      if (found === undefined || found === null || isCount(found)) return found ?? undefined
      throw refuseValue(name, 'a whole number of at least 0', found)
    },
    list: (name, member, groups) => {
      const array = toList(read(name), name, member)
      if (array) requireLength(array.length, groups, { name, member })
      return array
    },
    samples: (name, member, extents) => {
      const array = toSamples(read(name), name, member)
      const wanted = countSamples(extents)
      if (array.length === wanted) return array
      const product = `${member.productOf.join(' × ')}: ${extents.join('×')}`
      throw refuse(`${name} must have ${wanted} elements (got ${array.length}), the product of ${product}.`)
    },
  }
}

function toText(found: unknown, name: string, { pattern, description }: Member<'text'>): string | undefined {
  if (found === undefined || found === null || found === '') return undefined
  if (isText(found) && (pattern === undefined || new RegExp(pattern).test(found))) return found
  const wanted = pattern === undefined ? `at most ${longestText} characters` : toPhrase(description)
  throw refuseValue(name, `a text of ${wanted}`, found)
}

function toRange(found: unknown, name: string): readonly [number, number] | undefined {
  if (found === undefined || found === null) return undefined
  return parseRange(found) ?? fail(refuseValue(name, rangeWanted, found))
}

function toChoice(found: unknown, name: string, { choices }: Member<'choice'>): string | undefined {
  if (found === undefined || found === null) return undefined
  const choice = choices.find((one) => one === found)
  return choice ?? fail(refuseValue(name, `one of ${choices.join(', ')}`, found))
}

function toColumnName(found: unknown, name: string): string | undefined {
  if (found === undefined || found === null || found === '') return undefined
  return typeof found === 'string' ? found : fail(refuseValue(name, 'the name of a column', found))
}

function toVector(found: unknown, name: string, { values }: Member<'vector'>): readonly number[] | undefined {
  if (found === undefined || found === null) return undefined
  const [fits, wanted] =
    values === 'positive'
      ? [isPositive, 'three numbers [z, y, x] above zero']
      : [isFiniteNumber, 'three finite numbers [z, y, x]']
  return findTriple(found, fits) ?? fail(refuseValue(name, wanted, found))
}

function toMatrix(found: unknown, name: string): AxisDirections | undefined {
  if (found === undefined || found === null) return undefined
  return parseDirection(found) ?? fail(refuseDirection(name, found))
}

function toPlace(found: unknown, name: string): readonly [number, number, number] | undefined {
  if (found === undefined || found === null) return undefined
  const [x, y, z] = findTriple(found, isFiniteNumber) ?? []
  if (x !== undefined && y !== undefined && z !== undefined) return [x, y, z]
  throw refuseValue(name, 'three finite numbers [x, y, z]', found)
}

/** Returns three rows of three finite numbers; whether they are directions is not asked. */
function findRows(value: unknown): AxisDirections | undefined {
  if (!Array.isArray(value) || value.length !== 3) return undefined
  const rows = Array.from<unknown>(value).map((row) => findTriple(row, isFiniteNumber))
  return rows.every((row) => row !== undefined) ? rows : undefined
}

function parseDirection(found: unknown): AxisDirections | undefined {
  const rows = findRows(found)
  return rows && findDirectionFault(rows) === undefined ? rows : undefined
}

function refuseDirection(name: string, found: unknown): SpecimenError {
  const rows = findRows(found)
  const fault = rows && findDirectionFault(rows)
  if (fault !== undefined) return refuse(`${name} must have ${fault}`)
  return refuseValue(
    name,
    'three rows of three finite numbers, as in [[1, 0, 0], [0, 1, 0], [0, 0, 1]]',
    found,
  )
}

function findTriple(value: unknown, fits: (item: unknown) => item is number): readonly number[] | undefined {
  if (!Array.isArray(value) && !isElementArray(value)) return undefined
  const items: readonly unknown[] = value.length === 3 ? Array.from<unknown>(value) : []
  return items.length === 3 && items.every(fits) ? items : undefined
}

function toList(found: unknown, name: string, member: Member<'list'>): ElementArray | undefined {
  const { dtype, optional, emptyIsNone } = member
  if (optional && (found === undefined || found === null)) return undefined
  if (isElementArray(found) && findDtype(found) === dtype)
    return optional && emptyIsNone && found.length === 0 ? undefined : found
  const { name: className } = elementArrays[dtype]
  const remedy = adviseConversion(found, { name, className, dtype })
  throw refuse(`${name} must be a ${className} (got ${describe(found)}). ${remedy}`)
}

/** The array that was wanted in place of another value. */
interface WantedArray {
  readonly name: string
  readonly className: string
  readonly dtype: Dtype
}

/** Returns the remedy for a value that is no typed array of the right class; only numbers are converted. */
function adviseConversion(found: unknown, { name, className, dtype }: WantedArray): string {
  if (found instanceof Promise) return 'Is an await missing before it?'
  if (found === undefined || found === null)
    return 'Where it comes from a promise: is an await missing before that?'
  if (!isList(found)) return `Give a ${className}.`
  if (Array.isArray(found) && Array.isArray(found[0]))
    return `Make one list of it: new ${className}(${name}.flat()).`
  if (dtype !== 'uint8') return `Convert it with new ${className}(…).`
  // A list of 0 and 1 alone counts too: as bytes it would be nearly black.
  return areWithinOne(found)
    ? `If its values go from 0 to 1: ${className}.from(${name}, (value) => Math.round(255 * value)).`
    : `Convert it with ${className}.from(${name}, Math.round), values from 0 to 255.`
}

function isList(value: unknown): value is Iterable<unknown> {
  return Array.isArray(value) || (ArrayBuffer.isView(value) && !(value instanceof DataView))
}

function areWithinOne(values: Iterable<unknown>): boolean {
  for (const value of values) if (typeof value !== 'number' || value < 0 || value > 1) return false
  return true
}

function requireLength(
  length: number,
  groups: number | undefined,
  { name, member }: { readonly name: string; readonly member: Member<'list'> },
): void {
  const { group, description } = member
  if (groups === undefined ? length % group === 0 : length === groups * group) return
  const wanted = groups === undefined ? `a multiple of ${group}` : groups * group
  throw refuse(`${name} must have ${wanted} elements (got ${length}): ${toPhrase(description)}.`)
}

function toSamples(found: unknown, name: string, { dtypes, takesClamped }: Member<'samples'>): ElementArray {
  const halves = dtypes.includes('float32') ? findHalves(found) : undefined
  if (halves) return widenHalves(halves)
  const given =
    takesClamped && found instanceof Uint8ClampedArray
      ? new Uint8Array(found.buffer, found.byteOffset, found.length)
      : found
  const dtype = findDtype(given)
  if (isElementArray(given) && dtype !== undefined && dtypes.includes(dtype)) return given
  const isNumeric = dtypes.includes('float32')
  const advised: WantedArray = isNumeric
    ? { name, className: 'Float32Array', dtype: 'float32' }
    : { name, className: 'Uint8Array', dtype: 'uint8' }
  const names = dtypes.map((known) => elementArrays[known].name)
  const sentence = `${name} must be a typed array, one of ${names.join(', ')} (got ${describe(found)}).`
  throw refuse(`${sentence} ${adviseConversion(found, advised)}`)
}

function isPositive(value: unknown): value is number {
  return isFiniteNumber(value) && value > 0
}

function toPhrase(description: string): string {
  return description.charAt(0).toLowerCase() + description.slice(1)
}

function refuseValue(name: string, wanted: string, found: unknown): SpecimenError {
  return refuse(`${name} must be ${wanted} (got ${describe(found)}).`)
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('function.failed', detail)
}

function fail(error: Error): never {
  throw error
}
