/** The length of a scale bar: round, and as long as fits. */
import { expect, it } from 'vitest'
import { chooseLength } from '../../../core/contract/look/scale-length.ts'

it.each([
  [1, 120, 100],
  [1, 99.9, 50],
  [10, 30, 2],
  [3, 120, 20],
  [1e-9, 120, 1e11],
  [1e9, 120, 1e-7],
  [0.7, 100, 100],
])('where 1 takes %f pixels and there are %i, is %f', (unitPixels, most, length) => {
  expect(chooseLength(unitPixels, most)).toBe(length)
})

it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])('is none where 1 takes %f pixels', (unitPixels) => {
  expect(chooseLength(unitPixels, 120)).toBe(null)
})
