import { describe, expect, it } from 'vitest'
import type { FieldOf } from '../../../core/viewer/panel/panel-model.ts'
import {
  fromPosition,
  moveSlider,
  stepNumber,
  toLastPosition,
  toNumberField,
  toPosition,
} from '../../../core/viewer/panel/rows/number-scale.ts'
import { fc } from '../../support/seeded-fast-check.ts'

function toSlider(minimum: number, maximum: number, more: object = {}): FieldOf<'slider'> {
  const field = toNumberField({ type: 'number', minimum, maximum, ...more })
  if (field.kind !== 'slider') throw new Error('no slider')
  return field
}

const listValues = (slider: FieldOf<'slider'>): number[] =>
  Array.from({ length: toLastPosition(slider) + 1 }, (_, position) => fromPosition(slider, position))

describe('a slider', () => {
  it('stands for numbers with few digits', () => {
    expect(listValues(toSlider(0, 1, { multipleOf: 0.1 }))).toEqual([
      0, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
    ])
    expect(listValues(toSlider(0, 6.2832)).slice(-3)).toEqual([6.27, 6.28, 6.2832])
    expect(listValues(toSlider(0.005, 1.5)).slice(0, 3)).toEqual([0.005, 0.01, 0.02])
    expect(listValues(toSlider(-1e-7, 1e-7)).slice(99, 103)).toEqual([-1e-9, 0, 1e-9, 2e-9])
    expect(listValues(toSlider(3, 10, { type: 'integer', multipleOf: 4 }))).toEqual([4, 8])
  })

  it('shows a number between two positions at the nearer one, and one outside at the end', () => {
    const slider = toSlider(0, 10)
    expect([4.26, -3, 99, Number.NaN].map((value) => toPosition(slider, value))).toEqual([43, 0, 100, 0])
  })

  it('gives equal room to each decade on a logarithmic scale', () => {
    const slider = toSlider(0.001, 1000)
    expect([0, 100, 200, 300, 600].map((at) => fromPosition(slider, at))).toEqual([0.001, 0.01, 0.1, 1, 1000])
    expect(toPosition(slider, 1)).toBe(300)
  })

  it('moves by keys where positions beside each other stand for the same number', () => {
    const slider = toSlider(1, 100_000, { type: 'integer' })
    expect(fromPosition(slider, 1)).toBe(1)
    expect(moveSlider(slider, 1, 1)).toBe(2)
    expect(moveSlider(slider, 2, toPosition(slider, 2) - 1)).toBe(1)
    expect(moveSlider(slider, 2, toPosition(slider, 2))).toBe(2)
  })

  it('has for every schema positions that go up, inside the bounds, and back to themselves', () => {
    const bounds = fc.tuple(
      fc.double({ noNaN: true, min: -1e6, max: 1e6 }),
      fc.double({ noNaN: true, min: 1e-6, max: 1e6 }),
    )
    const step = fc.option(fc.constantFrom(0.1, 0.25, 1, 3, 7.5), { nil: undefined })
    fc.assert(
      fc.property(bounds, step, fc.constantFrom('number', 'integer'), ([low, width], multipleOf, type) => {
        const field = toNumberField({
          type,
          minimum: low,
          maximum: low + width,
          ...(multipleOf && { multipleOf }),
        })
        if (field.kind !== 'slider') return
        const last = toLastPosition(field)
        let before = Number.NEGATIVE_INFINITY
        for (let i = 0; i <= 50; i++) {
          const position = Math.round((i / 50) * last)
          const value = fromPosition(field, position)
          expect(value).toBeGreaterThanOrEqual(before)
          expect(value).toBeGreaterThanOrEqual(low)
          expect(value).toBeLessThanOrEqual(low + width)
          if (field.scale === 'linear')
            expect(Math.abs(toPosition(field, value) - position)).toBeLessThanOrEqual(1)
          if (type === 'integer') expect(Number.isInteger(value)).toBe(true)
          before = value
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('a step', () => {
  it('is clean, and ends at the bounds', () => {
    const slider = toSlider(0, 1, { multipleOf: 0.1 })
    expect(stepNumber(slider, 0.2, 1)).toBe(0.3)
    expect(stepNumber(slider, 1, 1)).toBe(1)
    const field = toNumberField({ type: 'number' })
    expect([0, 0.5, 30, -7].map((value) => stepNumber(field, value, 1))).toEqual([0.1, 0.51, 31, -6.9])
    expect(stepNumber(toNumberField({ type: 'integer', minimum: 0 }), 0, -1)).toBe(0)
  })
})
