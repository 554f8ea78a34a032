/** Tables of plugins against what is known: sums of counts, a ramp along a line, and discs of known areas. */
import type { Image, Volume } from 'specimen-host/plugin'
import { describe, expect, it } from 'vitest'
import { countCells, lineProfile, valueHistogram } from '../../plugins/measures/index.ts'

const numbersOf = (
  table: { readonly columns: readonly { readonly name: string; readonly values: unknown }[] },
  name: string,
) => {
  const values = table.columns.find((column) => column.name === name)?.values
  if (values instanceof Float64Array) return [...values]
  throw new Error(`there is no column ${name}`)
}

describe('the histogram of a volume', () => {
  const volume: Volume = { shape: [1, 2, 5], data: Float32Array.of(0, 1, 2, 3, 4, 5, 6, 7, 8, Number.NaN) }

  it('counts each value once, the largest in the last bin, and says what is not counted', () => {
    const { histogram } = valueHistogram(volume, 4, 1)
    expect(numbersOf(histogram, 'samples')).toEqual([2, 2, 2, 2])
    expect(numbersOf(histogram, 'value')).toEqual([1.875, 3.625, 5.375, 7.125])
    expect(numbersOf(histogram, 'up to here')).toEqual([25, 50, 75, 100])
    expect(histogram.notes).toEqual(['2 of 10 samples are not counted: below "least", or no number.'])
  })

  it('has one bin for one value, and refuses none', () => {
    const flat: Volume = { shape: [1, 1, 2], data: Uint8Array.of(7, 7) }
    expect(numbersOf(valueHistogram(flat, 2, null).histogram, 'samples')).toEqual([2, 0])
    expect(() => valueHistogram(flat, 2, 8)).toThrow(/choose a lower "least"/)
  })
})

describe('the profile along a line', () => {
  // 10 + 2x − 3y + z at the place of each sample, in a grid that is moved and stretched.
  const [shape, spacing, origin] = [
    [4, 5, 6],
    [2, 1, 0.5],
    [-1, 3, 10],
  ] as const
  const data = new Float64Array(120)
  for (let i = 0; i < data.length; i++) {
    const [z, y, x] = [Math.floor(i / 30), Math.floor(i / 6) % 5, i % 6]
    data[i] = 10 + 2 * (10 + 0.5 * x) - 3 * (3 + y) + (-1 + 2 * z)
  }
  const volume: Volume = { shape, spacing, origin, data, unit: 'mm' }

  it('has the values of a ramp at the places of its rows', () => {
    const { profile, line } = lineProfile(
      volume,
      [
        [10, 3, -1],
        [12, 6, 4],
        [11, 4, 0],
      ],
      50,
    )
    const { points = new Float32Array() } = profile
    const values = numbersOf(profile, 'value')
    for (const [row, value] of values.entries()) {
      const [x = 0, y = 0, z = 0] = points.subarray(3 * row, 3 * row + 3)
      expect(value).toBeCloseTo(10 + 2 * x - 3 * y + z, 4)
    }
    const whole = Math.hypot(2, 3, 5) + Math.hypot(1, 2, 4)
    expect(numbersOf(profile, 'along the line').at(-1)).toBeCloseTo(whole, 9)
    expect(profile.notes).toEqual([])
    expect([...line.points]).toEqual([10, 3, -1, 12, 6, 4, 11, 4, 0])
  })

  it('has no value outside, and says so', () => {
    const { profile } = lineProfile(
      volume,
      [
        [-100, 5, 1],
        [11, 5, 1],
      ],
      10,
    )
    expect(numbersOf(profile, 'value').map(Number.isNaN).filter(Boolean)).toHaveLength(9)
    expect(profile.notes).toEqual(['9 of 10 places have no value: they are outside of the volume.'])
  })
})

describe('cells of an image', () => {
  const [width, height] = [40, 30]
  const boxes = [
    [2, 3, 10, 6],
    [20, 10, 5, 5],
    [30, 25, 2, 1],
  ] as const
  const data = new Uint8Array(width * height).fill(20)
  for (const [left, top, wide, high] of boxes)
    for (let y = top; y < top + high; y++) data.fill(200, y * width + left, y * width + left + wide)
  const image: Image = { width, height, channels: 1, data }

  it('are as many, as large and where they are drawn', () => {
    const { cells } = countCells(image, null, 5, 2)
    expect(numbersOf(cells, 'area')).toEqual([240, 100])
    expect(numbersOf(cells, 'pixels')).toEqual([60, 25])
    expect([...(cells.points ?? [])]).toEqual([7, 6, 0, 22.5, 12.5, 0])
    expect(cells.notes?.at(-1)).toBe('1 of fewer than 5 pixels are left out.')
    expect(numbersOf(countCells(image, 0.5, 1).cells, 'pixels')).toEqual([60, 25, 2])
  })

  it('are drawn where there is no image, the same ones each time', () => {
    const [one, other] = [countCells(), countCells()]
    expect(numbersOf(one.cells, 'area')).toEqual(numbersOf(other.cells, 'area'))
    expect(numbersOf(one.cells, 'area').length).toBeGreaterThan(30)
  })

  it('are refused of an image that is all alike', () => {
    const flat: Image = { width: 2, height: 1, channels: 1, data: Uint8Array.of(5, 5) }
    expect(() => countCells(flat)).toThrow(/no threshold parts them/)
  })
})
