/**
 * Results for the tests of the wire formats: the goldens on disk, and arbitrary valid results for fast-check.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Dtype, elementArrays } from '../../../core/contract/domain/result/elements.ts'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const folder = new URL('./goldens/', import.meta.url)

export interface Golden {
  readonly name: string
  readonly bytes: Uint8Array
  readonly result: Result
}

/** Returns the envelopes that `goldens/make-goldens.py` wrote, with what they hold. */
export function readGoldens(): Golden[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.bin'))
  return names.map((name) => ({
    name,
    bytes: new Uint8Array(readFileSync(new URL(name, folder))),
    result: toResult(JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))),
  }))
}

/** Puts the number arrays of a golden into typed arrays, without the code under test. */
function toResult(value: { [name: string]: unknown; dtype?: Dtype }): Result {
  const kinds = {
    vertices: 'float32',
    indices: 'uint32',
    normals: 'float32',
    points: 'float32',
    colors: 'uint8',
    scalars: 'float32',
  }
  const fields = Object.entries(value).map(([name, item]) => {
    const dtype = name === 'data' ? value.dtype : (kinds as { [name: string]: string })[name]
    const Kind = elementArrays[dtype as Dtype] // undefined for members that are no arrays
    return [name, Kind && Array.isArray(item) ? Kind.from(item) : item]
  })
  return Object.fromEntries(fields) as Result // the generator wrote a valid one
}

const float32 = fc.float({ noNaN: true, noDefaultInfinity: true })
const floats = (length: number) =>
  fc.array(float32, { minLength: length, maxLength: length }).map((items) => Float32Array.from(items))
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const optional = <T>(name: string, value: fc.Arbitrary<T>) =>
  fc.option(
    value.map((item) => ({ [name]: item })),
    { nil: {} },
  )

const mesh = fc.tuple(fc.nat(20), fc.nat(20)).chain(([n, m]) =>
  fc
    .tuple(
      floats(n * 3),
      fc.array(fc.nat(2 ** 32 - 1), { minLength: m * 3, maxLength: m * 3 }),
      n > 0 ? optional('normals', floats(n * 3)) : fc.constant({}),
    )
    .map(([vertices, indices, normals]) => ({
      type: 'mesh',
      vertices,
      indices: Uint32Array.from(indices),
      ...normals,
    })),
)

const volume = fc
  .tuple(
    fc.constantFrom(...(Object.keys(elementArrays) as Dtype[])),
    fc.array(fc.integer({ min: 1, max: 4 }), { minLength: 1, maxLength: 4 }),
  )
  .chain(([dtype, shape]) => {
    const Kind = elementArrays[dtype]
    const length = shape.reduce((total, extent) => total * extent, 1) * Kind.BYTES_PER_ELEMENT
    const vector = fc.array(
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0),
      { minLength: 3, maxLength: 3 },
    )
    return fc
      .tuple(bytes(length), optional('spacing', vector), optional('origin', vector))
      .map(([data, spacing, origin]) => ({
        type: 'volume',
        shape,
        dtype,
        data: new Kind(data.slice().buffer),
        ...spacing,
        ...origin,
      }))
  })

const pointCloud = fc
  .integer({ min: 1, max: 20 })
  .chain((n) =>
    fc
      .tuple(floats(n * 3), optional('colors', bytes(n * 3)), optional('scalars', floats(n)))
      .map(([points, colors, scalars]) => ({ type: 'point_cloud', points, ...colors, ...scalars })),
  )

const image = fc
  .record({
    width: fc.integer({ min: 1, max: 9 }),
    height: fc.integer({ min: 1, max: 9 }),
    channels: fc.integer({ min: 1, max: 4 }),
    wide: fc.boolean(),
  })
  .chain(({ width, height, channels, wide }) =>
    bytes(width * height * channels * (wide ? 2 : 1)).map((data) => ({
      type: 'image',
      width,
      height,
      channels,
      dtype: wide ? 'uint16' : 'uint8',
      data: wide ? new Uint16Array(data.slice().buffer) : data,
    })),
  )

/** Any valid result: every type, every dtype, with and without the optional fields, with empty meshes. */
export const anyResult = fc
  .oneof(mesh, volume, pointCloud, image)
  .map((result) => result as unknown as Result) // built to its rules

/**
 * Joins parts into one buffer, at an odd address when asked to, so that no element of several bytes is
 * aligned.
 */
export function join(parts: readonly Uint8Array[], offset = 0): Uint8Array {
  const total = parts.reduce((sum, part) => sum + part.length, 0)
  const joined = new Uint8Array(new ArrayBuffer(total + offset), offset)
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** Returns an envelope with this preamble and these bytes after it. */
export function makeEnvelope(preamble: unknown, body: Uint8Array = new Uint8Array()): Uint8Array {
  const text = new TextEncoder().encode(typeof preamble === 'string' ? preamble : JSON.stringify(preamble))
  const length = new Uint8Array(new Uint32Array([text.length]).buffer)
  return join([length, text, body])
}
