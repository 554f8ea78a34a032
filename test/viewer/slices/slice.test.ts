import { describe, expect, it } from 'vitest'
import { type Dtype, dtypes, elementArrays } from '../../../core/domain/result/elements.ts'
import { sampleColormap } from '../../../core/look/colormaps.ts'
import { drawSlice, type SlicePlane, slicePlanes } from '../../../core/viewer/slices/slice.ts'

const grey = sampleColormap('grey', false)

/** Draws a slice in grey and returns it as rows of red, the uppermost first; -1 where it is clear. */
function draw(
  plane: SlicePlane,
  index: number,
  volume: { shape: number[]; values: number[]; dtype?: Dtype; window?: readonly [number, number] },
): number[][] {
  const { shape, values, dtype = 'float32', window = [0, 255] } = volume
  const size = shape.toReversed()
  const [width, height] = [size[plane.columns] ?? 0, size[plane.rows] ?? 0]
  const pixels = new Uint8ClampedArray(width * height * 4)
  const data = new elementArrays[dtype](values.length)
  data.set(values)
  drawSlice({ data, shape }, plane, index, { pixels, window, colormap: grey })
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

const [xy, xz, yz] = slicePlanes as readonly [SlicePlane, SlicePlane, SlicePlane] // there are three
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
})
