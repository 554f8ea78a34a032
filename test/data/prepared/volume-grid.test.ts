import { describe, expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { createInterpolation, readSample, sizeOf, toIndex } from '../../../core/data/prepared/volume-grid.ts'

/** 2 × 3 × 4 along x, y, z; the value is x + 10y + 100z. */
const volume: VolumeResult = {
  type: 'volume',
  shape: [4, 3, 2],
  dtype: 'float32',
  data: Float32Array.from(
    { length: 24 },
    (_, i) => (i % 2) + 10 * (Math.floor(i / 2) % 3) + 100 * Math.floor(i / 6),
  ),
}

describe('the grid of a volume', () => {
  it('is turned round: a shape has the slowest axis first', () => {
    expect(sizeOf(volume)).toEqual([2, 3, 4])
    expect(sizeOf({ shape: [5, 7] })).toEqual([7, 5, 1])
    expect(sizeOf({ shape: [9, 4, 3, 2] })).toEqual([2, 3, 4])
  })

  it('knows its samples', () => {
    expect(readSample(volume, [1, 2, 3])).toBe(321)
    expect(toIndex([2, 3, 4], [0, 0.5, 1])).toEqual([0, 1, 3])
  })

  it('is interpolated between samples, and goes on as it is beyond the outermost', () => {
    const valueAt = createInterpolation(volume)
    expect(valueAt([0.75, 2.5 / 3, 0.375])).toBeCloseTo(1 + 20 + 100)
    expect(valueAt([0.5, 0.5, 0.5])).toBeCloseTo(0.5 + 10 + 150)
    expect(valueAt([0, 0, 0])).toBe(0)
    expect(valueAt([1, 1, 1])).toBe(321)
  })

  it('is NaN where a sample with weight is', () => {
    const data = Float32Array.from(volume.data)
    data[0] = Number.NaN
    const valueAt = createInterpolation({ ...volume, data })
    expect(valueAt([0.3, 0.2, 0.15])).toBeNaN()
    expect(valueAt([0.75, 0.2, 0.15])).not.toBeNaN()
  })
})
