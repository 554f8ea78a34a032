/**
 * Results out of parsed JSON, for the client: what another program sent is checked member by member
 * before it counts as a result.
 */

import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { type Result, resultTypes, type VolumeArray, volumeArrays } from '../domain/result.ts'
import { parseBase64 } from './base64.ts'
import {
  countSamples,
  imageDtypes,
  readChoice,
  readExtent,
  readNumbers,
  readShape,
  requireNoneOrAll,
  volumeDtypes,
} from './fields.ts'

/**
 * Returns a parsed JSON value as a result, its numbers in typed arrays. Floats become the nearest float32.
 * Indices are not compared with the vertices: `checkElements` does that.
 * @throws `json.syntax` naming the member, what was found and what was wanted
 */
export function decodeResultJson(value: unknown): Result {
  if (!isJsonObject(value)) throw refuse(`The result is ${describe(value)}; an object with type was wanted.`)
  const type = readChoice(value, 'type', resultTypes, refuse)
  switch (type) {
    case 'mesh': {
      const vertices = readTriples(value, 'vertices', Float32Array, isFinite32)
      const indices = readTriples(value, 'indices', Uint32Array, isUint32)
      const normals = readOptional(value, 'normals', Float32Array, isFinite32, vertices.length)
      const colors = readOptional(value, 'colors', Uint8Array, isUint8, vertices.length)
      return { type, vertices, indices, ...(normals && { normals }), ...(colors && { colors }) }
    }
    case 'point_cloud': {
      const points = readTriples(value, 'points', Float32Array, isFinite32)
      const colors = readOptional(value, 'colors', Uint8Array, isUint8, points.length)
      const scalars = readOptional(value, 'scalars', Float32Array, isFinite32, points.length / 3)
      return { type, points, ...(colors && { colors }), ...(scalars && { scalars }) }
    }
    case 'volume': {
      const shape = readShape(value, refuse)
      const dtype = readChoice(value, 'dtype', volumeDtypes, refuse)
      const spacing = readNumbers(value, 'spacing', refuse)
      const origin = readNumbers(value, 'origin', refuse)
      const data = readBytes<VolumeArray>(value, volumeArrays[dtype], countSamples(shape))
      return { type, shape, dtype, data, ...(spacing && { spacing }), ...(origin && { origin }) }
    }
    case 'image': {
      const width = readExtent(value, 'width', Number.MAX_SAFE_INTEGER, refuse)
      const height = readExtent(value, 'height', Number.MAX_SAFE_INTEGER, refuse)
      const channels = readExtent(value, 'channels', 4, refuse)
      const dtype = readChoice(value, 'dtype', imageDtypes, refuse)
      const data = readBytes<Uint8Array | Uint16Array>(value, volumeArrays[dtype], width * height * channels)
      return { type, width, height, channels, dtype, data }
    }
  }
}

type NumberArray = Float32Array | Uint32Array | Uint8Array
type NumberKind<A extends NumberArray> = { new (length: number): A }
type Fits = (value: Json) => boolean

function readTriples<A extends NumberArray>(
  fields: JsonObject,
  name: string,
  Kind: NumberKind<A>,
  fits: Fits,
): A {
  const array = toArray(fields[name], name, Kind, fits)
  if (array.length % 3 === 0) return array
  throw refuse(`${name} has ${array.length} elements; a multiple of 3 was wanted.`)
}

function readOptional<A extends NumberArray>(
  fields: JsonObject,
  name: string,
  Kind: NumberKind<A>,
  fits: Fits,
  wanted: number,
): A | undefined {
  if (fields[name] === undefined) return undefined
  const array = toArray(fields[name], name, Kind, fits)
  return requireNoneOrAll(array.length, wanted, `the length of ${name}`, refuse) === 0 ? undefined : array
}

function toArray<A extends NumberArray>(
  value: Json | undefined,
  name: string,
  Kind: NumberKind<A>,
  fits: Fits,
): A {
  if (!Array.isArray(value)) throw refuse(`${name} is ${describe(value)}; an array of numbers was wanted.`)
  const array = new Kind(value.length)
  for (let i = 0; i < value.length; i++) {
    const item: Json = value[i]
    if (!fits(item)) throw refuse(`${name}[${i}] is ${describe(item)}, which does not fit ${Kind.name}.`)
    array[i] = item as number // fits() lets nothing but numbers through
  }
  return array
}

function readBytes<A>(
  fields: JsonObject,
  Kind: { readonly BYTES_PER_ELEMENT: number; new (buffer: ArrayBuffer): A },
  length: number,
): A {
  const { data } = fields
  const bytes = typeof data === 'string' ? parseBase64(data) : undefined
  if (!bytes) throw refuse(`data is ${describe(data)}; base64 text was wanted.`)
  const wanted = length * Kind.BYTES_PER_ELEMENT
  if (bytes.length === wanted) return new Kind(bytes.buffer)
  throw refuse(`data has ${bytes.length} bytes; ${wanted} were wanted.`)
}

function isFinite32(value: Json): boolean {
  return typeof value === 'number' && Number.isFinite(Math.fround(value))
}

function isUint32(value: Json): boolean {
  return typeof value === 'number' && value >>> 0 === value
}

function isUint8(value: Json): boolean {
  return typeof value === 'number' && (value & 255) === value
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('json.syntax', detail)
}
