import { SpecimenError } from '../domain/errors.ts'
import { requireCaptions } from '../domain/result/captions.ts'
import { type ColumnValues, requireColumns, requireTexts } from '../domain/result/columns.ts'
import { type ElementArray, type ElementClass, elementArrays } from '../domain/result/elements.ts'
import type { Member } from '../domain/result/member.ts'
import { readParts } from '../domain/result/read-parts.ts'
import { countSamples, readResult } from '../domain/result/read-result.ts'
import { type Result, resultTypes } from '../domain/result/result.ts'
import { describe } from '../text/describe.ts'
import { isJsonObject, type Json } from '../values/json.ts'
import { isFiniteNumber } from '../values/number.ts'
import { parseBase64 } from './base64.ts'
import { FieldReader, readSmallMembers } from './fields.ts'

/**
 * Returns parsed JSON as a result, its numbers in typed arrays; floats become the nearest float32. Indices
 * are not compared with the vertices: `checkElements` does that.
 * @throws `json.syntax` naming the member, the expectation and the value
 *
 * @example
 * import { decodeResultJson } from 'specimen-host/client'
 *
 * const headers = { accept: 'application/json' }
 * const answer = await fetch('http://127.0.0.1:8000/api/specimens/gyroid/data', { headers })
 * const result = decodeResultJson(await answer.json())
 * if (result.type === 'volume') console.log(result.shape, result.notes)
 */
export function decodeResultJson(value: unknown): Result {
  if (!isJsonObject(value)) throw refuse(`The result must be an object with type (got ${describe(value)}).`)
  const fields = new FieldReader(value, refuse)
  return readResult(fields.readChoice('type', resultTypes), {
    ...readSmallMembers(fields),
    parts: (name) => readParts(value[name], { refuse, read: decodeResultJson }),
    columns: (name, _, named) => requireColumns(value[name], { name, named, refuse }, toColumnValues),
    captions: (name, _, count) => requireCaptions(value[name], { name, count, refuse }),
    list: (name, member, groups) => {
      if (member.optional && value[name] === undefined) return undefined
      const array = toArray(value[name], name, member.dtype)
      requireLength(array.length, name, { ...member, groups })
      return member.optional && array.length === 0 ? undefined : array
    },
    samples: (name, { dtypes }, extents) => {
      const Kind = elementArrays[fields.readChoice('dtype', dtypes)]
      return toElements(value[name], name, { Kind, length: countSamples(extents) })
    },
  })
}

/** Returns the values of a column by its dtype: texts, or numbers and null, which is a missing one. */
function toColumnValues(column: object, place: string): ColumnValues {
  const dtype: unknown = Reflect.get(column, 'dtype')
  const values: unknown = Reflect.get(column, 'values')
  if (dtype !== 'text' && dtype !== 'float64')
    throw refuse(`${place} must have the dtype float64 or text (got ${describe(dtype)}).`)
  if (!Array.isArray(values)) throw refuse(`${place} must be an array (got ${describe(values)}).`)
  const items: readonly unknown[] = values
  if (dtype === 'text') return requireTexts(items, place, refuse)
  const numbers = new Float64Array(items.length)
  for (const [i, item] of items.entries()) {
    if (item !== null && !isFiniteNumber(item))
      throw refuse(
        `${place} must be finite numbers, or null for a missing one (got ${describe(item)} in row ${i}).`,
      )
    numbers[i] = item ?? Number.NaN
  }
  return numbers
}

function requireLength(
  length: number,
  name: string,
  { optional, group, groups }: Member<'list'> & { readonly groups: number | undefined },
): void {
  if (groups === undefined) {
    if (length % group !== 0)
      throw refuse(`${name} must have a multiple of ${group} elements (got ${length}).`)
  } else if (length !== groups * group && !(optional && length === 0)) {
    throw refuse(`${name} must have ${groups * group} elements${optional ? ' or none' : ''} (got ${length}).`)
  }
}

const guards = {
  float32: (value: Json): value is number => isFiniteNumber(value) && Number.isFinite(Math.fround(value)),
  uint32: (value: Json): value is number => typeof value === 'number' && value >>> 0 === value,
  uint8: (value: Json): value is number => typeof value === 'number' && (value & 255) === value,
}

function toArray(value: Json | undefined, name: string, dtype: Member<'list'>['dtype']): ElementArray {
  if (!Array.isArray(value)) throw refuse(`${name} must be an array of numbers (got ${describe(value)}).`)
  const Kind: ElementClass = elementArrays[dtype]
  const array = new Kind(value.length)
  const fits = guards[dtype]
  for (let i = 0; i < value.length; i++) {
    const item: Json = value[i]
    if (!fits(item))
      throw refuse(`${name}[${i}] must be a number that fits ${dtype} (got ${describe(item)}).`)
    array[i] = item
  }
  return array
}

function toElements(
  value: Json | undefined,
  name: string,
  { Kind, length }: { readonly Kind: ElementClass; readonly length: number },
): ElementArray {
  const bytes = typeof value === 'string' ? parseBase64(value) : undefined
  if (!bytes) throw refuse(`${name} must be base64 text (got ${describe(value)}).`)
  const wanted = length * Kind.BYTES_PER_ELEMENT
  if (bytes.length === wanted) return new Kind(bytes.buffer)
  throw refuse(`${name} must have ${wanted} bytes (got ${bytes.length}).`)
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('json.syntax', detail)
}
