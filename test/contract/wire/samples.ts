/**
 * Results for the tests of the wire formats: the goldens on disk, and arbitrary valid results for fast-check.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { type Dtype, elementArrays } from '../../../core/contract/domain/result/elements.ts'
import type { PartResult, Result, SceneResult } from '../../../core/contract/domain/result/result.ts'
import { fc } from '../../support/seeded-fast-check.ts'

const folder = new URL('./goldens/', import.meta.url)

export interface Golden {
  readonly name: string
  readonly bytes: Uint8Array
  readonly result: PartResult
}

/** Returns the envelopes that `goldens/make-goldens.py` wrote, with what they hold. */
export function readGoldens(): Golden[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.bin'))
  return names.map((name) => ({ ...readGolden(name), result: toResult(readGoldenJson(name)) }))
}

/** A scene as the generator wrote it. */
export interface GoldenScene {
  readonly name: string
  readonly bytes: Uint8Array
  readonly result: SceneResult
}

/** Returns the scenes that it wrote. */
export function readGoldenScenes(): GoldenScene[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.scene'))
  return names.map((name) => {
    const json: unknown = readGoldenJson(name)
    const scene = json as SceneResult // the generator wrote a valid one
    const parts = Object.entries(scene.parts).map(([of, part]) => [of, toResult({ ...part })])
    return { ...readGolden(name), result: { ...scene, parts: Object.fromEntries(parts) } }
  })
}

function readGolden(name: string): { readonly name: string; readonly bytes: Uint8Array } {
  return { name, bytes: new Uint8Array(readFileSync(new URL(name, folder))) }
}

function readGoldenJson(name: string): { readonly [member: string]: unknown } {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), 'utf8'))
}

/** Puts the number arrays of a golden into typed arrays, without the code under test. */
function toResult(value: { readonly [name: string]: unknown; readonly dtype?: Dtype }): PartResult {
  const kinds = {
    vertices: 'float32',
    indices: 'uint32',
    normals: 'float32',
    points: 'float32',
    colors: 'uint8',
    scalars: 'float32',
    starts: 'uint32',
    vectors: 'float32',
  }
  const fields = Object.entries(value).map(([name, item]) => {
    if (name === 'columns') return [name, (item as GoldenColumn[]).map(toColumn)]
    const dtype = name === 'data' ? value.dtype : (kinds as { [name: string]: string })[name]
    const Kind = elementArrays[dtype as Dtype] // undefined for members that are no arrays
    return [name, Kind && Array.isArray(item) ? Kind.from(item) : item]
  })
  return Object.fromEntries(fields) as PartResult // the generator wrote a valid one
}

interface GoldenColumn {
  readonly name: string
  readonly values: readonly (string | number | null)[]
}

/** A missing number is null in JSON, and an empty column holds numbers. */
function toColumn(column: GoldenColumn): object {
  const { values } = column
  const isText = values.length > 0 && values.every((value) => typeof value === 'string')
  return {
    ...column,
    values: isText ? values : Float64Array.from(values, (value) => Number(value ?? Number.NaN)),
  }
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

const pointValues = (n: number) =>
  fc
    .tuple(optional('colors', bytes(n * 3)), optional('scalars', floats(n)))
    .map(([colors, scalars]) => ({ ...colors, ...scalars }))

const lines = fc.integer({ min: 1, max: 20 }).chain((n) =>
  fc
    .tuple(
      floats(n * 3),
      optional(
        'starts',
        fc.subarray([...Array(n).keys()].slice(1)).map((more) => Uint32Array.of(0, ...more)),
      ),
      pointValues(n),
    )
    .map(([points, starts, values]) => ({ type: 'lines', points, ...starts, ...values })),
)

const arrows = fc
  .integer({ min: 1, max: 20 })
  .chain((n) =>
    fc
      .tuple(floats(n * 3), floats(n * 3), pointValues(n))
      .map(([points, vectors, values]) => ({ type: 'arrows', points, vectors, ...values })),
  )

const labels = fc.nat(20).chain((n) =>
  fc
    .tuple(
      floats(n * 3),
      fc.array(
        fc.string({ unit: 'binary', maxLength: 100 }).filter((text) => text.isWellFormed()),
        {
          minLength: n,
          maxLength: n,
        },
      ),
    )
    .map(([points, texts]) => ({ type: 'labels', points, texts })),
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

const cell = fc.string({ unit: 'grapheme', maxLength: 20 }).filter((text) => text.isWellFormed())
const columnName = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 12 })
  .filter((text) => text.isWellFormed() && !/\p{Cc}/u.test(text))
const double = fc.double({ noDefaultInfinity: true }).map((x) => x + 0)
const table = fc.nat(12).chain((rows) =>
  fc
    .tuple(
      fc.uniqueArray(fc.oneof(columnName, fc.constant('__proto__')), { minLength: 1, maxLength: 5 }),
      fc.constantFrom({}, { plot: 'line' }, { plot: 'histogram' }),
      rows > 0 ? optional('points', floats(rows * 3)) : fc.constant({}),
    )
    .chain(([names, plot, points]) =>
      fc
        .tuple(
          ...names.map((name) =>
            fc
              .tuple(
                optional('unit', columnName),
                fc.oneof(
                  fc
                    .array(double, { minLength: rows, maxLength: rows })
                    .map((values) => Float64Array.from(values)),
                  fc.array(cell, { minLength: rows, maxLength: rows }),
                ),
              )
              .map(([unit, values]) => ({ name, ...unit, values })),
          ),
        )
        .map((columns) => ({ type: 'table', ...plot, x: names[0], columns, ...points })),
    ),
)

/** Any valid result: every type, every dtype, with and without the optional fields, with empty meshes. */
export const anyResult = fc
  .oneof(mesh, volume, pointCloud, lines, arrows, labels, image, table)
  .map((result) => result as unknown as Result) // built to its rules

const text = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter((chosen) => chosen.isWellFormed())
const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((x) => x + 0)
const triple = fc.tuple(number, number, number)
const turned = [
  [0, 0, 1],
  [0, 1, 0],
  [-1, 0, 0],
]
const label = fc.record({ value: fc.nat(300), name: text })
const notes = fc.array(text, { minLength: 1, maxLength: 3 })
const together = (...members: readonly fc.Arbitrary<object>[]) =>
  fc.tuple(...members).map((found): object => Object.assign({}, ...found))

/** Members that version 1 of the envelope leaves out. */
function beyond(result: Result): fc.Arbitrary<object> {
  const all = [optional('notes', notes)]
  if (result.type === 'image' || result.type === 'scene') return together(...all)
  const placed = [optional('unit', fc.constantFrom('mm', 'µm')), optional('orientation', fc.constant('RAS'))]
  const offset = optional('offset', triple)
  if (result.type === 'labels' || result.type === 'table') return together(...all, ...placed, offset)
  const labels = optional('labels', fc.uniqueArray(label, { selector: ({ value }) => value, maxLength: 3 }))
  const valued = [...placed, optional('valueName', text), optional('valueUnit', text), labels]
  if (result.type === 'volume')
    return together(
      ...all,
      ...valued,
      optional('direction', fc.constant(turned)),
      optional('space', fc.constant('MNI152')),
      optional('window', fc.constant([-1.5, 2])),
      fc.constantFrom({}, { frame: 2, frames: 5 }),
    )
  if (result.type !== 'mesh') return together(...all, ...valued, offset)
  const count = result.vertices.length / 3
  const values = count === 0 ? [] : [optional('colors', bytes(3 * count)), optional('scalars', floats(count))]
  return together(...all, ...valued, offset, ...values)
}

const look = fc
  .record(
    {
      color: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255)),
      opacity: fc.double({ min: 0, max: 1, noNaN: true }).map((x) => x + 0),
      hidden: fc.boolean(),
      width: fc.double({ min: 0.001, max: 100, noNaN: true }),
      title: text,
    },
    { requiredKeys: [] },
  )
  .filter((chosen) => Object.keys(chosen).length > 0)
const length = fc.double({ min: 0.5, max: 2, noNaN: true })
const place = fc.tuple(triple, fc.tuple(length, length, length)).map(([[x, y, z], [a, b, c]]) => [
  [0, -a, 0, x],
  [b, 0.25, 0, y],
  [0, 0, c, z],
])
const part = anyResult.chain((result) =>
  together(fc.constant(result), beyond(result), optional('look', look), optional('place', place)),
)
const partName = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9_-]{0,8}$/)
const named = fc.tuple(partName, part)

/** Any valid scene: parts of every kind, with the members that version 1 of the envelope leaves out. */
export const anyScene = fc
  .tuple(
    fc.uniqueArray(named, { selector: ([name]) => name.toLowerCase(), maxLength: 6 }),
    together(
      optional('unit', fc.constantFrom('mm', 'µm')),
      optional('orientation', fc.constant('LPS')),
      optional('notes', notes),
    ),
  )
  .map(([parts, members]) => {
    const scene: unknown = { type: 'scene', ...members, parts: Object.fromEntries(parts) }
    return scene as SceneResult // built to its rules
  })

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
