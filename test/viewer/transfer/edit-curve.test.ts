/** An opacity curve that is changed point by point. */
import { describe, expect, it } from 'vitest'
import {
  curveShapes,
  isOpacityCurve,
  mostPoints,
  opacityAt,
  toCurve,
} from '../../../core/contract/look/opacity-curve.ts'
import { addPoint, movePoint, removePoint } from '../../../core/viewer/transfer/edit-curve.ts'

const ramp = [0, 0, 0.5, 0.2, 1, 1]

describe('a point of the opacity curve', () => {
  it('is moved, and stops at its neighbours and at full and no opacity', () => {
    expect(movePoint(ramp, 1, { at: 0.61234, opacity: 0.5 })).toEqual([0, 0, 0.612, 0.5, 1, 1])
    expect(movePoint(ramp, 1, { at: 7, opacity: 7 })).toEqual([0, 0, 1, 1, 1, 1])
    expect(movePoint(ramp, 0, { at: -1, opacity: -1 })).toEqual(ramp)
    expect(movePoint(ramp, 2, { at: 0.2, opacity: 1 })).toEqual([0, 0, 0.5, 0.2, 0.5, 1])
  })

  it('is added where it is asked for, else on the curve in the widest gap, until there are the most', () => {
    expect(addPoint(ramp, { at: 0.25, opacity: 1 })).toEqual({
      curve: [0, 0, 0.25, 1, 0.5, 0.2, 1, 1],
      index: 1,
    })
    expect(addPoint(ramp, { at: 5, opacity: 0 })?.index).toBe(3)
    expect(addPoint([0, 0, 1, 1])).toEqual({ curve: [0, 0, 0.5, 0.5, 1, 1], index: 1 })
    expect(addPoint([0.2, 0.4])).toEqual({ curve: [0.2, 0.4, 0.6, 0.4], index: 1 })
    expect(addPoint(Array<number>(2 * mostPoints).fill(1))).toBeNull()
  })

  it('is removed, but not the last one', () => {
    expect(removePoint(ramp, 2)).toEqual({ curve: [0, 0, 0.5, 0.2], index: 1 })
    expect(removePoint([0.5, 1], 0)).toBeNull()
  })
})

describe('a shape of the opacity curve', () => {
  it('is the same on both sides of a centre, which is clear', () => {
    expect(toCurve('ramp', null)).toEqual(curveShapes.ramp)
    expect(toCurve('ramp', 0.5)).toEqual([0, 1, 0.5, 0, 1, 1])
    for (const shape of ['ramp', 'band', 'peaks'] as const) {
      const curve = toCurve(shape, 0.4)
      expect(isOpacityCurve(curve)).toBe(true)
      expect(opacityAt(curve, 0.4)).toBe(0)
      expect(opacityAt(curve, 0.4 + 0.6 * 0.5)).toBeCloseTo(opacityAt(curveShapes[shape], 0.5))
      expect(opacityAt(curve, 0.4 - 0.4 * 0.5)).toBeCloseTo(opacityAt(curveShapes[shape], 0.5))
    }
  })
})
