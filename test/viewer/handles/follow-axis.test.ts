/** Handles that are dragged along an axis seen in perspective. */
import { describe, expect, it } from 'vitest'
import { followAxis } from '../../../core/viewer/handles/follow-axis.ts'
import type { Spot } from '../../../core/viewer/specimen/over/free-place.ts'

describe('a handle on an axis', () => {
  it('goes where the axis is nearest to the pointer, and not past its ends', () => {
    const flat = (fraction: number): Spot => [100 + 300 * fraction, 50]
    expect(followAxis(flat, 0.2, [250, 90])).toBeCloseTo(0.5)
    expect(followAxis(flat, 0.2, [-900, 0])).toBe(0)
    expect(followAxis(flat, 0.2, [900, 0])).toBe(1)
  })

  it('stays under the pointer where the axis goes away from the eye', () => {
    const deep = (fraction: number): Spot => [400 / (1 + 2 * fraction), 200 / (1 + 2 * fraction)]
    for (const fraction of [0, 0.1, 0.5, 0.9, 1])
      expect(followAxis(deep, 0.4, deep(fraction))).toBeCloseTo(fraction, 3)
  })

  it('stays when the axis points at the eye', () => {
    expect(followAxis((fraction) => [100 + fraction, 100], 0.3, [400, 100])).toBe(0.3)
  })
})
