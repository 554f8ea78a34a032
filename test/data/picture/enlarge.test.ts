import { expect, it } from 'vitest'
import { enlarge } from '../../../core/data/picture/enlarge.ts'

/** A square picture whose four numbers are computed from column and row. */
function draw(edge: number, toValue: (column: number, row: number) => number): Float32Array {
  return Float32Array.from({ length: 4 * edge * edge }, (_, i) => {
    const pixel = Math.floor(i / 4)
    return toValue(pixel % edge, Math.floor(pixel / edge)) + (i % 4)
  })
}

it('keeps a slope, whose places are the middles of pixels', () => {
  const larger = enlarge(
    draw(10, (column, row) => 2 * (column + 0.5) + 30 * (row + 0.5)),
    10,
    25,
  )
  const expected = draw(25, (column, row) => 0.4 * (2 * (column + 0.5) + 30 * (row + 0.5)))
  let farthest = 0
  for (let row = 1; row < 24; row++)
    for (let column = 1; column < 24; column++)
      for (let c = 0; c < 4; c++) {
        const at = 4 * (25 * row + column) + c
        farthest = Math.max(farthest, Math.abs((larger[at] ?? NaN) - (expected[at] ?? NaN)))
      }
  expect(farthest).toBeLessThan(1e-3)
})

it('goes on to the borders with the pixels that are there', () => {
  const larger = enlarge(
    draw(2, (column) => 4 * column),
    2,
    8,
  )
  expect([...larger.filter((_, i) => i % 4 === 0)].slice(0, 8)).toEqual([0, 0, 0.5, 1.5, 2.5, 3.5, 4, 4])
})

it('gives the same picture for the same size', () => {
  const pixels = draw(5, (column, row) => column * row)
  expect(enlarge(pixels, 5, 5)).toEqual(pixels)
})
