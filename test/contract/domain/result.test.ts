/** What a function returns is hostile until parsed: every rule of the result types, from both sides. */
import { describe, expect, it } from 'vitest'
import { checkElements } from '../../../core/contract/domain/result/check-elements.ts'
import { parseResult } from '../../../core/contract/domain/result/parse-result.ts'
import type { ResultType } from '../../../core/contract/domain/result/result.ts'

const floats = (...values: number[]) => new Float32Array(values)
const refusal = (value: unknown, type: ResultType): string => {
  try {
    checkElements(parseResult(value, type))
  } catch (error) {
    const { code, message } = error as { code: string; message: string }
    expect(code).toBe('function.failed')
    return message
  }
  return 'accepted'
}
const mesh = { vertices: new Float32Array(9), indices: new Uint32Array([0, 1, 2]) }
const cloud = { points: new Float32Array(6) }
const volume = { shape: [1, 2, 3], data: new Int16Array(6) }
const image = { width: 2, height: 1, channels: 3, data: new Uint8Array(6) }

describe('accepts', () => {
  it.each([
    ['a mesh', 'mesh', mesh],
    ['an empty mesh', 'mesh', { vertices: floats(), indices: new Uint32Array() }],
    ['a mesh with normals', 'mesh', { ...mesh, normals: new Float32Array(9) }],
    ['a mesh whose normals are empty', 'mesh', { ...mesh, normals: floats() }],
    ['a mesh whose normals are null', 'mesh', { ...mesh, normals: null }],
    ['a mesh with colours', 'mesh', { ...mesh, colors: new Uint8Array(9) }],
    [
      'a mesh with normals and colours',
      'mesh',
      { ...mesh, normals: new Float32Array(9), colors: new Uint8Array(9) },
    ],
    ['a mesh whose colours are empty', 'mesh', { ...mesh, colors: new Uint8Array() }],
    ['a mesh with scalars', 'mesh', { ...mesh, scalars: floats(1, -2, 3) }],
    ['a mesh whose scalars are empty', 'mesh', { ...mesh, scalars: floats() }],
    ['a mesh with texts', 'mesh', { ...mesh, unit: 'mm', valueName: 'curvature', valueUnit: '1/mm' }],
    ['an image whose texts are empty', 'image', { ...image, valueName: '', valueUnit: null }],
    ['a volume', 'volume', volume],
    ['a volume with NaN samples', 'volume', { shape: [1, 1, 1], data: floats(Number.NaN) }],
    [
      'a volume placed in space',
      'volume',
      { ...volume, spacing: new Float64Array([1, 2, 3]), origin: [-1, 0, 1e9] },
    ],
    ['a mesh with an orientation', 'mesh', { ...mesh, orientation: 'LPS' }],
    ['points with an orientation', 'point_cloud', { ...cloud, orientation: 'RAS' }],
    ['a volume with an orientation', 'volume', { ...volume, orientation: 'PIR' }],
    [
      'a volume of labels',
      'volume',
      {
        ...volume,
        labels: [
          { value: -1, name: 'rest' },
          { value: 7, name: 'liver', color: [0, 128, 255] },
        ],
      },
    ],
    ['a volume of labels without names', 'volume', { ...volume, labels: [] }],
    ['a volume with a window', 'volume', { ...volume, window: [-160, 240] }],
    ['a point cloud', 'point_cloud', cloud],
    ['a coloured point cloud', 'point_cloud', { ...cloud, colors: new Uint8Array(6), scalars: floats(0, 1) }],
    ['an image', 'image', image],
    ['an image of 16 bits', 'image', { ...image, data: new Uint16Array(6) }],
    ['a clamped image', 'image', { ...image, data: new Uint8ClampedArray(6) }],
  ] as const)('%s', (_what, type, value) => {
    expect(refusal(value, type)).toBe('accepted')
  })

  it.each(['int8', 'uint8', 'int16', 'uint16', 'int32', 'uint32', 'float32', 'float64'])(
    'a volume of %s',
    (dtype) => {
      const arrays = {
        int8: Int8Array,
        uint8: Uint8Array,
        int16: Int16Array,
        uint16: Uint16Array,
        int32: Int32Array,
        uint32: Uint32Array,
        float32: Float32Array,
        float64: Float64Array,
      }
      const data = new arrays[dtype as keyof typeof arrays](6)
      expect(parseResult({ shape: [1, 2, 3], data }, 'volume')).toMatchObject({ dtype, shape: [1, 2, 3] })
    },
  )

  it('a volume of float16 as the same numbers of 32 bits, whichever engine has the class', () => {
    const data = new Halves(Uint16Array.of(0x0001, 0x03ff, 0xfbff, 0x7c00, 0xfe00, 0x8000))
    const result = parseResult({ shape: [1, 2, 3], data }, 'volume')
    expect(result).toMatchObject({ dtype: 'float32' })
    expect(Object(result).data).toEqual(
      Float32Array.of(2 ** -24, 1023 * 2 ** -24, -65504, Number.POSITIVE_INFINITY, Number.NaN, -0),
    )
  })
})

/** As the class of engines that have it: 16 bits each, and this name. */
class Halves extends Uint16Array {
  override get [Symbol.toStringTag](): 'Uint16Array' {
    return 'Float16Array' as 'Uint16Array' // the type has the name of the class below
  }
}

describe('refuses, naming the field', () => {
  it.each([
    ['nothing', 'mesh', undefined, 'return statement'],
    ['a number', 'mesh', 7, '7'],
    ['plain arrays', 'mesh', { vertices: [0, 0, 0], indices: [] }, 'new Float32Array'],
    [
      'the wrong class',
      'mesh',
      { ...mesh, indices: new Uint16Array(3) },
      'indices must be a Uint32Array (got a Uint16Array',
    ],
    [
      'a torn vertex',
      'mesh',
      { ...mesh, vertices: new Float32Array(10) },
      'vertices must have a multiple of 3 elements (got 10)',
    ],
    [
      'a torn triangle',
      'mesh',
      { ...mesh, indices: new Uint32Array(4) },
      'a multiple of 3 elements (got 4): three vertices of each triangle',
    ],
    [
      'an index out of range',
      'mesh',
      { ...mesh, indices: new Uint32Array([0, 1, 3]) },
      'indices[2] must be below 3, the number of vertices (got 3)',
    ],
    [
      'an index into nothing',
      'mesh',
      { vertices: floats(), indices: new Uint32Array([0, 0, 0]) },
      'indices[0] must be below 0, the number of vertices (got 0)',
    ],
    [
      'too few normals',
      'mesh',
      { ...mesh, normals: new Float32Array(6) },
      'normals must have 9 elements (got 6)',
    ],
    [
      'a NaN normal',
      'mesh',
      { ...mesh, normals: floats(0, 0, 1, 0, 0, 1, 0, Number.NaN, 1) },
      'normals[7] must be finite (got NaN)',
    ],
    [
      'too few mesh colours',
      'mesh',
      { ...mesh, colors: new Uint8Array(6) },
      'colors must have 9 elements (got 6): red',
    ],
    [
      'mesh colours with alpha',
      'mesh',
      { ...mesh, colors: new Uint8Array(12) },
      'colors must have 9 elements (got 12)',
    ],
    [
      'mesh colours from 0 to 1',
      'mesh',
      { ...mesh, colors: new Float32Array(9) },
      'colors must be a Uint8Array (got a Float32Array',
    ],
    [
      'too few mesh scalars',
      'mesh',
      { ...mesh, scalars: floats(1, 2) },
      'scalars must have 3 elements (got 2): one value for each vertex',
    ],
    [
      'an infinite mesh scalar',
      'mesh',
      { ...mesh, scalars: floats(1, 2, Number.POSITIVE_INFINITY) },
      'scalars[2] must be finite (got Infinity)',
    ],
    [
      'colours of no vertices',
      'mesh',
      { vertices: floats(), indices: new Uint32Array(), colors: new Uint8Array(3) },
      'colors',
    ],
    [
      'a unit that is no text',
      'mesh',
      { ...mesh, unit: 7 },
      'unit must be a text of at most 200 characters (got 7',
    ],
    [
      'a long name',
      'volume',
      { ...volume, valueName: 'a'.repeat(201) },
      'valueName must be a text of at most 200',
    ],
    ...['RA', 'RAR', 'RLS', 'ras', 'RAS+', 7].map(
      (orientation) =>
        [
          `the orientation ${orientation}`,
          'volume',
          { ...volume, orientation },
          'orientation must be a text of the anatomical directions in which x, y and z grow',
        ] as const,
    ),
    ['a shape of two', 'volume', { ...volume, shape: [2, 3] }, 'each at least 1 (got the array [2, 3])'],
    ['a shape of zero', 'volume', { ...volume, shape: [0, 2, 3] }, 'at least 1'],
    ['a broken shape', 'volume', { ...volume, shape: [1.5, 2, 2] }, 'whole numbers'],
    [
      'a shape that does not fit',
      'volume',
      { ...volume, shape: [2, 2, 3] },
      'data must have 12 elements (got 6), the product of shape: 2×2×3',
    ],
    [
      'an endless shape',
      'volume',
      { ...volume, shape: [2 ** 52, 2 ** 52, 2 ** 52] },
      'elements (got 6), the product of shape',
    ],
    ['64-bit integers', 'volume', { ...volume, data: new BigInt64Array(6) }, 'one of Int8Array, Uint8Array'],
    ['a spacing of zero', 'volume', { ...volume, spacing: [1, 0, 1] }, 'above zero'],
    [
      'directions that are lengths',
      'volume',
      {
        ...volume,
        direction: [
          [2, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ],
      },
      'direction must have columns of length 1 (got 2 in column 0); lengths belong in spacing.',
    ],
    [
      'two parallel directions',
      'volume',
      {
        ...volume,
        direction: [
          [1, 1, 0],
          [0, 0, 0],
          [0, 0, 1],
        ],
      },
      'direction must have columns that span a space (got a volume of 0); none may be parallel.',
    ],
    ...[
      [1, 0, 0],
      [[1, 0, 0]],
      [
        [1, 0],
        [0, 1],
      ],
      [
        [1, 0, 0],
        [0, Number.NaN, 0],
        [0, 0, 1],
      ],
      'RAS',
      7,
    ].map(
      (direction) =>
        [
          `the direction ${String(direction)}`,
          'volume',
          { ...volume, direction },
          'direction must be three rows of three finite numbers, as in [[1, 0, 0], [0, 1, 0], [0, 0, 1]] (got ',
        ] as const,
    ),
    [
      'unknown coordinates',
      'volume',
      { ...volume, space: 'moon' },
      'scanner, aligned, Talairach, MNI152 or template',
    ],
    ...[
      'liver',
      ['liver'],
      [{ name: 'liver' }],
      [{ value: 0.5, name: 'liver' }],
      [{ value: 1, name: '' }],
      [{ value: 1, name: 'l'.repeat(101) }],
      [{ value: 1, name: '\ud800' }],
      [{ value: 1, name: 'liver', color: [0, 0] }],
      [{ value: 1, name: 'liver', color: [0, 0, 256] }],
      [
        { value: 1, name: 'liver' },
        { value: 1, name: 'spleen' },
      ],
      Array.from({ length: 4097 }, (_, value) => ({ value, name: 'part' })),
    ].map(
      (labels) =>
        [
          `labels such as ${JSON.stringify(labels).slice(0, 40)}`,
          'volume',
          { ...volume, labels },
          'labels must be at most 4096 objects of a whole number (value), each once, a text of 1 to 100 ',
        ] as const,
    ),
    ...[40, [40], [1, 1], [2, 1], [0, Number.POSITIVE_INFINITY], ['0', '1'], [0, 1, 2]].map(
      (window) =>
        [
          `a window of ${JSON.stringify(window)}`,
          'volume',
          { ...volume, window },
          'window must be two finite numbers [low, high], the first below the second (got ',
        ] as const,
    ),
    ['an origin of NaN', 'volume', { ...volume, origin: [0, Number.NaN, 0] }, 'finite'],
    ['a spacing of two', 'volume', { ...volume, spacing: [1, 1] }, 'spacing'],
    [
      'an infinite point',
      'point_cloud',
      { points: floats(0, 0, Number.NEGATIVE_INFINITY) },
      'points[2] must be finite (got -Infinity)',
    ],
    [
      'too many colours',
      'point_cloud',
      { ...cloud, colors: new Uint8Array(8) },
      'colors must have 6 elements (got 8)',
    ],
    ['float colours', 'point_cloud', { ...cloud, colors: new Float32Array(6) }, 'Uint8Array'],
    [
      'too few scalars',
      'point_cloud',
      { ...cloud, scalars: floats(1) },
      'scalars must have 2 elements (got 1)',
    ],
    ['a NaN scalar', 'point_cloud', { ...cloud, scalars: floats(1, Number.NaN) }, 'scalars[1]'],
    ['no width', 'image', { ...image, width: undefined }, 'width'],
    [
      'five channels',
      'image',
      { ...image, channels: 5 },
      'channels must be a whole number from 1 to 4: 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA (got 5)',
    ],
    [
      'a wrong size',
      'image',
      { ...image, height: 2 },
      'data must have 12 elements (got 6), the product of height × width × channels',
    ],
    ['float pixels', 'image', { ...image, data: new Float32Array(6) }, 'one of Uint8Array, Uint16Array (got'],
  ] as const)('%s', (_what, type, value, text) => {
    expect(refusal(value, type)).toContain(text)
  })

  it('an element in exactly one of any number of shares', () => {
    for (let at = 0; at < 12; at++) {
      for (let count = 1; count <= 5; count++) {
        const points = new Float32Array(12)
        points[at] = Number.NaN
        const result = parseResult({ points }, 'point_cloud')
        const refused = Array.from({ length: count }, (_, index) => index).filter((index) => {
          try {
            checkElements(result, { index, count })
            return false
          } catch (error) {
            return (error as Error).message.startsWith(`points[${at}] must be finite (got NaN)`)
          }
        })
        expect(refused).toHaveLength(1)
      }
    }
  })

  it('a non-finite vertex at any place, the first one by its index', () => {
    for (let length = 3; length <= 15; length += 3) {
      for (let i = 0; i < length; i++) {
        for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]) {
          const vertices = new Float32Array(length).fill(3e38)
          vertices[i] = value
          expect(refusal({ vertices, indices: new Uint32Array() }, 'mesh')).toContain(
            `vertices[${i}] must be finite (got ${value})`,
          )
        }
      }
    }
  })
})
