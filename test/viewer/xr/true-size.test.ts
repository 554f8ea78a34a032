import { expect, it } from 'vitest'
import { sayScale, toMetres } from '../../../core/viewer/xr/true-size.ts'

it.each([
  ['mm', 1e-3],
  ['µm', 1e-6], // the micro sign
  ['μm', 1e-6], // the Greek letter
  ['Å', 1e-10],
  ['\u212b', 1e-10], // the sign of the unit
  ['Metre', 1],
  ['yd', 0.9144],
  ['Kilometre', 1000],
  ['× 1000 km', 1e6],
  ['10 nm', 1e-8],
])('knows the metres of %s', (unit, metres) => {
  expect(toMetres(unit)).toBeCloseTo(metres, 15)
})

it.each(['', 'px', 'voxel', 'constructor', 'furlong', 'Mm', '× 1000 Mm'])('knows none of %j', (unit) => {
  expect(toMetres(unit)).toBeNull()
})

it.each([
  [1, '1 : 1'],
  [20, '20 : 1'],
  [63.2, '63 : 1'],
  [4e5, '400 000 : 1'],
  [0.001, '1 : 1 000'],
])('says a scale of %d as %s', (factor, text) => {
  expect(sayScale(factor)).toBe(text)
})
