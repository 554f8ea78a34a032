/** Where an isosurface is at first. */
import { describe, expect, it } from 'vitest'
import { findThreshold } from '../../../core/contract/look/find-threshold.ts'

/** Returns a histogram of values from 0 to 100, a part for each. */
function count(counts: { readonly [value: number]: number }): Uint32Array {
  const histogram = new Uint32Array(100)
  for (const [value, samples] of Object.entries(counts)) histogram[Number(value)] = samples
  return histogram
}

const find = (counts: { readonly [value: number]: number }, window: readonly [number, number] = [0, 100]) =>
  findThreshold(count(counts), [0, 100], window)

describe('the threshold', () => {
  it('lies between two kinds of values, in the middle of what is between them', () => {
    expect(find({ 10: 5, 11: 9, 12: 5, 81: 2, 82: 2 })).toBe(47)
  })

  it('parts air from the rest, however much more of it there is', () => {
    const found = find({ 0: 900_000, 1: 50_000, 30: 9000, 40: 20_000, 50: 9000, 90: 200 })
    expect(found).toBeGreaterThan(2)
    expect(found).toBeLessThan(30)
  })

  it('is that of an exhaustive search by the definition', () => {
    const counts = Array.from({ length: 100 }, (_, i) => Math.round(50 + 40 * Math.sin(i / 9) + (i % 7)))
    const part = (from: number, to: number) => {
      const values = counts.slice(from, to).flatMap((count, i) => Array<number>(count).fill(from + i + 0.5))
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      return values.reduce((sum, value) => sum + (value - mean) ** 2, 0) // the variance within, by its weight
    }
    const within = Array.from({ length: 99 }, (_, i) => part(0, i + 1) + part(i + 1, 100))
    expect(find({ ...counts })).toBe(within.indexOf(Math.min(...within)) + 1)
  })

  it('looks only at values within the window, whichever end comes first', () => {
    const counts = { 5: 1000, 40: 10, 61: 10, 95: 1000 }
    expect(find(counts, [20, 80])).toBe(51)
    expect(find(counts, [80, 20])).toBe(51)
  })

  it('is the middle of the window where there is nothing to part', () => {
    expect(find({}, [20, 50])).toBe(35)
    expect(find({ 30: 7 }, [20, 50])).toBe(35)
    expect(findThreshold(count({ 0: 7 }), [3, 3], [3, 3])).toBe(3)
  })
})
