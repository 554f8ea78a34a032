import { describe, expect, it } from 'vitest'
import { type Dtype, dtypes, elementArrays } from '../../../core/contract/domain/result/elements.ts'
import { sampleColormap } from '../../../core/contract/look/colormaps.ts'
import type { Display } from '../../../core/contract/look/display.ts'
import { drawSlice } from '../../../core/viewer/slices/slice.ts'
import { listPlanes, type SlicePlane } from '../../../core/viewer/slices/slice-plane.ts'

const grey = sampleColormap('grey', false)

/** Draws a slice in grey and returns it as rows of red, the uppermost first; -1 where it is clear. */
function draw(
  plane: SlicePlane,
  index: number,
  volume: {
    shape: number[]
    values: number[]
    dtype?: Dtype
    window?: readonly [number, number]
    isLogarithmic?: boolean
    zoom?: Display['zoom']
    /** Pixels for each sample. */
    factor?: number
  },
): number[][] {
  const { shape, values, dtype = 'float32', window = [0, 255] } = volume
  const { isLogarithmic = false, zoom = null, factor = 1 } = volume
  const size = shape.toReversed()
  const [width, height] = [plane.columns, plane.rows].map(({ axis }) => factor * (size[axis] ?? 1)) as [
    number,
    number,
  ]
  const pixels = new Uint8ClampedArray(width * height * 4)
  const data = new elementArrays[dtype](values.length)
  data.set(values)
  const picture = { pixels, width, height, zoom, window, isLogarithmic, colormap: grey }
  drawSlice({ data, shape }, plane, index, picture)
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => {
      const at = 4 * (row * width + column)
      return pixels[at + 3] === 255 ? (pixels[at] ?? -1) : -1
    }),
  )
}

/** Two wide (x), three high (y), four deep (z): the value is 100z + 10y + x. */
const shape = [4, 3, 2]
const values = shape
  .slice(0, 1)
  .flatMap(() =>
    Array.from({ length: 24 }, (_, i) => 100 * Math.floor(i / 6) + 10 * (Math.floor(i / 2) % 3) + (i % 2)),
  )
const window = [0, 510] as const // one grey for two values

const [xy, xz, yz] = listPlanes('', 'neurological') as readonly [SlicePlane, SlicePlane, SlicePlane] // there are three
const halves = (rows: number[][]): number[][] =>
  rows.map((row) => row.map((value) => Math.floor((value * 256) / 510)))

describe('a slice', () => {
  it('xy has x to the right and y up', () => {
    expect(draw(xy, 2, { shape, values, window })).toEqual(
      halves([
        [220, 221],
        [210, 211],
        [200, 201],
      ]),
    )
  })

  it('xz has x to the right and z up', () => {
    expect(draw(xz, 1, { shape, values, window })).toEqual(
      halves([
        [310, 311],
        [210, 211],
        [110, 111],
        [10, 11],
      ]),
    )
  })

  it('yz has y to the right and z up', () => {
    expect(draw(yz, 1, { shape, values, window })).toEqual(
      halves([
        [301, 311, 321],
        [201, 211, 221],
        [101, 111, 121],
        [1, 11, 21],
      ]),
    )
  })

  it.each(dtypes)('of %s goes through window and colormap', (dtype) => {
    const values = [0, 10, 60, 110, 127]
    const row = draw(xy, 0, { shape: [1, 1, 5], values, dtype, window: [10, 110] })[0]
    expect(row).toEqual([0, 0, 128, 255, 255])
  })

  it('leaves NaN clear, and draws what is infinite', () => {
    const values = [Number.NaN, Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    expect(draw(xy, 0, { shape: [1, 1, 3], values })).toEqual([[-1, 0, 255]])
  })

  it('of a window without an extent is a threshold', () => {
    expect(draw(xy, 0, { shape: [1, 1, 3], values: [4, 5, 6], window: [5, 5] })).toEqual([[0, 0, 255]])
  })

  it('of a volume with two axes is that plane', () => {
    expect(draw(xy, 0, { shape: [2, 2], values: [1, 2, 3, 4] })).toEqual([
      [3, 4],
      [1, 2],
    ])
  })

  it('is interpolated between samples, along both axes', () => {
    const row = { shape: [1, 1, 2], values: [0, 200], factor: 4 }
    expect(draw(xy, 0, row)[0]).toEqual([0, 0, 25, 75, 125, 175, 200, 200])
    const square = { shape: [1, 2, 2], values: [0, 80, 160, 240], factor: 2 }
    expect(draw(xy, 0, square)).toEqual([
      [160, 180, 220, 240],
      [120, 140, 180, 200],
      [40, 60, 100, 120],
      [0, 20, 60, 80],
    ])
  })

  it('is interpolated in values, and coloured then', () => {
    const row = { shape: [1, 1, 2], values: [-1000, 1000], window: [0, 510] as const, factor: 2 }
    expect(draw(xy, 0, row)[0]).toEqual([0, 0, 250, 255])
  })

  it('has the nearest sample beside one that is not finite', () => {
    const values = [100, Number.NaN, 100, Number.POSITIVE_INFINITY]
    expect(draw(xy, 0, { shape: [1, 1, 4], values, factor: 2 })[0]).toEqual([
      100, 100, -1, -1, 100, 100, 255, 255,
    ])
  })

  it('of a zoom shows that part of it', () => {
    const values = [0, 40, 80, 120]
    const zoom = [2, 0.75, 0.5, 0.5] as const
    expect(draw(xy, 0, { shape: [1, 1, 4], values, zoom })[0]).toEqual([70, 90, 110, 120])
  })

  it('on a logarithmic scale has equal steps for equal ratios', () => {
    const row = { shape: [1, 1, 4], values: [-5, 1, 20, 100], window: [1, 100] as const, isLogarithmic: true }
    expect(draw(xy, 0, row)[0]).toEqual([0, 0, Math.floor((256 * Math.log(20)) / Math.log(100)), 255])
  })

  it('of an orientation is turned as anatomy is shown', () => {
    // x to the left, y to the back, z up: the first sample is at the right, in front and below.
    const [axial, coronal, sagittal] = listPlanes('LPS', 'neurological') as readonly [
      SlicePlane,
      SlicePlane,
      SlicePlane,
    ]
    const values = [1, 2, 3, 4, 5, 6, 7, 8]
    const volume = { shape: [2, 2, 2], values }
    expect(draw(axial, 0, volume)).toEqual([
      [2, 1],
      [4, 3],
    ])
    expect(draw(coronal, 0, volume)).toEqual([
      [6, 5],
      [2, 1],
    ])
    expect(draw(sagittal, 0, volume)).toEqual([
      [7, 5],
      [3, 1],
    ])
  })

  it('has the left of the patient on the right where it is seen as in radiology', () => {
    const sidesOf = (side: 'neurological' | 'radiological') =>
      listPlanes('LPS', side).map(({ columns, rows }) => [columns.letters, rows.letters])
    const sagittal = [
      ['P', 'A'],
      ['I', 'S'],
    ]
    expect(sidesOf('neurological')).toEqual([
      [
        ['L', 'R'],
        ['P', 'A'],
      ],
      [
        ['L', 'R'],
        ['I', 'S'],
      ],
      sagittal,
    ])
    expect(sidesOf('radiological')).toEqual([
      [
        ['R', 'L'],
        ['P', 'A'],
      ],
      [
        ['R', 'L'],
        ['I', 'S'],
      ],
      sagittal,
    ])
  })
})
