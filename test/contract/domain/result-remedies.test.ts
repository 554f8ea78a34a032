/** Remedies in refusals of results, applied: what is refused, the words that say what to write, and its values. */
import { expect, it } from 'vitest'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { ResultType } from '../../../core/contract/domain/result/result.ts'
import { describe } from '../../../core/contract/text/describe.ts'

const mesh = { vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) }
const image = { width: 3, height: 1, channels: 1 }
const volume = { shape: [1, 1, 3] }

/** A refusal of a member, and its remedy as code. */
interface Row {
  readonly type: ResultType
  readonly rest: object
  readonly name: string
  readonly said: string
  readonly refused: readonly unknown[] | ArrayBufferView
  mend(refused: never): unknown
  readonly values: readonly number[]
}

const fromOne = {
  said: 'If its values go from 0 to 1: Uint8Array.from(NAME, (value) => Math.round(255 * value)).',
  mend: (values: Iterable<number>) => Uint8Array.from(values, (value) => Math.round(255 * value)),
}
const fromBytes = {
  said: 'Convert it with Uint8Array.from(NAME, Math.round), values from 0 to 255.',
  mend: (values: Iterable<number>) => Uint8Array.from(values, Math.round),
}
const asFloats = {
  said: 'Convert it with new Float32Array(…).',
  mend: (values: Iterable<number>) => new Float32Array(values),
}
const colors = { type: 'mesh', rest: mesh, name: 'colors' } as const
const half = { refused: [1, 0, 0, 0.5, 0, 0, 0, 0, 0], values: [255, 0, 0, 128, 0, 0, 0, 0, 0] }
const whole = {
  refused: new Float64Array([1, 0, 0, 0, 1, 0, 0, 0, 0]),
  values: [255, 0, 0, 0, 255, 0, 0, 0, 0],
}
const bytes = { refused: [255, 0, 0, 127.6, 1, 1, 0, 0, 0], values: [255, 0, 0, 128, 1, 1, 0, 0, 0] }
const clamped = {
  refused: new Uint8ClampedArray([9, 8, 7, 6, 5, 4, 3, 2, 1]),
  values: [9, 8, 7, 6, 5, 4, 3, 2, 1],
}

const rows: readonly Row[] = [
  { ...colors, ...half, ...fromOne },
  { ...colors, ...half, ...fromOne, refused: Float32Array.from(half.refused) },
  { ...colors, ...whole, ...fromOne },
  { ...colors, ...bytes, ...fromBytes },
  { ...colors, ...clamped, ...fromBytes },
  {
    type: 'mesh',
    rest: mesh,
    name: 'indices',
    refused: new Uint16Array([0, 2, 1]),
    said: 'Convert it with new Uint32Array(…).',
    mend: (values: Iterable<number>) => new Uint32Array(values),
    values: [0, 2, 1],
  },
  {
    type: 'mesh',
    rest: mesh,
    name: 'vertices',
    refused: Array.from({ length: 3 }, (_, i) => [i, 0, 0]),
    said: 'Make one list of it: new Float32Array(NAME.flat()).',
    mend: (values: number[][]) => new Float32Array(values.flat()),
    values: [0, 0, 0, 1, 0, 0, 2, 0, 0],
  },
  { type: 'image', rest: image, name: 'data', refused: [0, 0.5, 1], ...fromOne, values: [0, 128, 255] },
  { type: 'image', rest: image, name: 'data', refused: [0, 200, 255], ...fromBytes, values: [0, 200, 255] },
  { type: 'volume', rest: volume, name: 'data', refused: [0, 0.5, 1], ...asFloats, values: [0, 0.5, 1] },
]

it.each(rows)('$type.$name: $said gives the right values', (row) => {
  const { type, name, rest, refused, said, values } = row
  expect(() => parseResult({ ...rest, [name]: refused }, type)).toThrow(said.replace('NAME', name))
  const mended: unknown = row.mend(refused as never) // a row's own value
  const result = parseResult({ ...rest, [name]: mended }, type)
  checkElements(result)
  expect([...(Reflect.get(result, name) as Iterable<number>)]).toEqual(values)
})

it.each([
  [
    'mesh',
    'vertices',
    { ...mesh, vertices: Promise.resolve(mesh.vertices) },
    'vertices must be a Float32Array (got a promise). Is an await missing before it?',
  ],
  [
    'volume',
    'data',
    { shape: [1, 1, 1], data: Promise.resolve(1) },
    '(got a promise). Is an await missing before it?',
  ],
  [
    'mesh',
    'vertices',
    { indices: mesh.indices },
    'vertices must be a Float32Array (got undefined). Where it comes from a promise: is an await missing before that?',
  ],
  [
    'mesh',
    'vertices',
    { ...mesh, vertices: {} },
    'vertices must be a Float32Array (got an object with no members). Give a Float32Array.',
  ],
] as const)(
  'names the member of a %s that is no list, and proposes no conversion: %s',
  (type, _, value, said) => {
    const read = (): unknown => parseResult(value, type)
    expect(read).toThrow(said)
    expect(read).not.toThrow('Convert')
  },
)

it.each([
  [Promise.resolve(1), 'a promise'],
  [new (class Geometry {})(), 'a Geometry with no members'],
  [Object.create(null), 'an object with no members'],
  [new Map([[1, 2]]), 'a Map with no members'],
  [{ size: 1 }, 'an object with size'],
])('names %o by what it is', (value, text) => {
  expect(describe(value)).toBe(text)
})
