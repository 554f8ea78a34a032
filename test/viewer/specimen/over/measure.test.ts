import { describe, expect, it } from 'vitest'
import type { Vector3 } from '../../../../core/contract/look/display.ts'
import { addPlace, readMeasure } from '../../../../core/viewer/specimen/over/measure.ts'

const [a, b, c]: readonly [Vector3, Vector3, Vector3] = [
  [3, 0, 0],
  [0, 0, 0],
  [0, 4, 0],
]

describe('a measurement', () => {
  it('of two places is their distance, of three the angle at the second', () => {
    expect(readMeasure('distance', [a, c])).toBe(5)
    expect(readMeasure('angle', [a, b, c])).toBe(90)
    expect(readMeasure('angle', [a, b, [-3, 0, 0]])).toBe(180)
  })

  it('has no value before it is complete, or where two places are one', () => {
    expect(readMeasure('distance', [a])).toBeNull()
    expect(readMeasure('angle', [a, b])).toBeNull()
    expect(readMeasure('angle', [a, a, b])).toBeNull()
  })

  it('begins again with the place after its last', () => {
    expect(addPlace('distance', [a], b)).toEqual([a, b])
    expect(addPlace('distance', [a, b], c)).toEqual([c])
    expect(addPlace('angle', [a, b, c], a)).toEqual([a])
  })
})
