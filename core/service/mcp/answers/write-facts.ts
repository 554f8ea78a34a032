/** Facts and values in one line of text, cut between two of them. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import { quoteValue, showText } from './data-words.ts'

/** Characters of a line. */
const longestLine = 600
/** Longest list of facts in a line. */
const mostListed = 6
/** The least size of which 32 bits have all their digits: IEEE 754, binary32. */
const leastSingle = 2 ** -126
/** The largest such size, a power of two. */
const mostSingle = 2 ** 127
/** Digits that tell any two numbers of 32 bits apart. */
const mostDigits = 9

/** Returns values in one line, as many as have room. */
export function writeValues(params: JsonObject): string {
  return joinWhole(Object.entries(params).map(([name, value]) => `${showText(name)} ${quoteValue(value)}`))
}

/**
 * Returns facts in one line, without what is unknown and without long lists: `bounds.low [0,0,0]`. Numbers
 * have the digits of the precision in which the result has its own: see {@link writeNumber}.
 */
export function writeFacts(facts: JsonObject): string {
  const isDouble = hasDoubles(facts)
  return joinWhole(listFacts(facts, (value) => writeValue(value, isDouble)))
}

/** Returns parts in one line, as many as fit whole, and the number of those left out. */
export function joinWhole(parts: readonly string[], limit = longestLine): string {
  let length = 0
  const end = parts.findIndex((part) => {
    length += part.length + 2
    return length > limit
  })
  if (end < 0) return parts.join(', ') || 'none'
  if (end === 0) return `${parts.length} left out`
  return [...parts.slice(0, end), `and ${parts.length - end} more`].join(', ')
}

/**
 * Returns a number with the fewest digits that give the same one in 32 bits: the positions of meshes and
 * points, and the samples of most volumes, have no more. Whole numbers, and those of results of 64 bits, are
 * written as they are.
 */
export function writeNumber(value: number, isDouble: boolean): string {
  const size = Math.abs(value)
  if (isDouble || Number.isInteger(value) || size < leastSingle || size > mostSingle) return String(value)
  const single = Math.fround(value)
  for (let digits = 1; digits < mostDigits; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === single) return String(short)
  }
  return String(Number(value.toPrecision(mostDigits)))
}

/** Samples of more than 24 bits have digits that 32 bits of floating point do not tell. */
function hasDoubles({ dtype }: JsonObject): boolean {
  return typeof dtype === 'string' && /64$|int32$/.test(dtype)
}

function writeValue(value: Json, isDouble: boolean): string {
  if (typeof value === 'number') return writeNumber(value, isDouble)
  if (isJsonArray(value)) return `[${value.map((part) => writeValue(part, isDouble)).join()}]`
  return quoteValue(value)
}

function listFacts(facts: JsonObject, write: (value: Json) => string, prefix = ''): readonly string[] {
  return Object.entries(facts).flatMap(([name, value]: [string, Json]) => {
    if (name === 'columns' && isJsonArray(value))
      return value.flatMap((column) => listColumn(column, write, prefix))
    if (isJsonObject(value)) return listFacts(value, write, `${prefix}${showText(name)}.`)
    const isLong = isJsonArray(value) && (value.length > mostListed || value.some(isJsonObject))
    return value === null || isLong ? [] : [`${prefix}${showText(name)} ${write(value)}`]
  })
}

/** A column of a table is told by its name: `time.mean 5`. */
function listColumn(column: Json, write: (value: Json) => string, prefix: string): readonly string[] {
  if (!isJsonObject(column)) return []
  const { name, holds: _, ...facts } = column
  return listFacts(facts, write, `${prefix}${typeof name === 'string' ? showText(name) : ''}.`)
}
