/** The scale of an author's own colours: by hand, from colours that are made of the values. */
import { describe, expect, it } from 'vitest'
import { findOwnScale } from '../../../core/data/prepared/own-scale.ts'
import type { ValueRange } from '../../../core/data/prepared/prepared.ts'

const count = 5000
const range: ValueRange = [10, 30]
const values = Float32Array.from({ length: count }, (_, i) => 10 + (20 * ((i * 617) % count)) / (count - 1))

/** Returns three bytes for each value. */
function paint(toColor: (part: number, i: number) => readonly number[]): Uint8Array {
  return Uint8Array.from(Array.from(values).flatMap((value, i) => toColor((value - 10) / 20, i)))
}

const ramp = (part: number) => [255 * part, 128, 255 - 255 * part]

describe('own colours', () => {
  it('of the values are a scale along them', () => {
    const table = findOwnScale({ colors: paint(ramp), scalars: values, range }) ?? []
    expect(table.length).toBe(4 * 256)
    for (const i of [0, 64, 128, 255]) {
      const wanted = ramp(i / 255)
      for (const [c, byte] of [...wanted, 255].entries())
        expect(Math.abs((table[4 * i + c] ?? 0) - byte)).toBeLessThan(5)
    }
  })

  it('of the values have their scale although other things lie at one of them', () => {
    const scalars = Float32Array.from(values, (value, i) => (i % 3 === 0 ? 10 : value))
    const colors = paint((part, i) => (i % 3 === 0 ? [70, 200, 70] : ramp(part)))
    const table = findOwnScale({ colors, scalars, range }) ?? []
    expect([table[0], table[1]]).toEqual([expect.toSatisfy((red: number) => red < 12), 128])
  })

  it.each([
    ['of something else', paint((_part, i) => [(i * 91) % 256, (i * 17) % 256, 0])],
    ['that are one', paint(() => [1, 2, 3])],
  ])('%s have none', (_what, colors) => {
    expect(findOwnScale({ colors, scalars: values, range })).toBeNull()
  })

  it('of values without a range, or of a single vertex, have none', () => {
    const colors = paint(ramp)
    expect(findOwnScale({ colors, scalars: values, range: [10, 10] })).toBeNull()
    expect(findOwnScale({ colors: colors.subarray(0, 3), scalars: values.subarray(0, 1), range })).toBeNull()
  })
})
