/** The triangles of an arrow: closed, outward, and from the tail to the tip. */
import { expect, it } from 'vitest'
import { shapeArrow, standOn, toArrowHead } from '../../../core/contract/look/arrow-shape.ts'
import { dot, readVector, subtract } from '../../../core/contract/look/vectors.ts'

it.each([1, 5000, 50_000])('has triangles that face outward, of %d arrows', (count) => {
  const { places, ends, normals, indices } = shapeArrow(count)
  for (let i = 0; i < indices.length; i += 3) {
    const corners = [0, 1, 2].map((corner) => indices[i + corner] ?? 0)
    const [a, b, c] = corners.map((at) => {
      const [x, y, z] = readVector(places, 3 * at)
      return [x, y, z + 3 * (ends[at] ?? 0)] as const
    })
    if (!a || !b || !c) throw new Error('A triangle has three corners.')
    const [u, v] = [subtract(b, a), subtract(c, a)]
    const face = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const
    for (const at of corners) expect(dot(face, readVector(normals, 3 * at))).toBeGreaterThan(0)
  }
  const lengths = Array.from(ends, (end, at) => 3 * end + (places[3 * at + 2] ?? 0))
  expect([Math.min(...lengths), Math.max(...lengths)]).toEqual([0, 3])
})

it('has fewer triangles where there are many arrows', () => {
  expect(shapeArrow(50_000).indices.length).toBeLessThan(shapeArrow(10).indices.length / 2)
})

it('has a head of the usual length, and of short arrows a share of their own', () => {
  const { length, share } = toArrowHead(2, { pointScale: 1 })
  expect(length).toBeCloseTo(0.6)
  expect(share).toBeCloseTo(0.3)
  expect(toArrowHead(2, { pointScale: 10 }).share).toBe(0.6)
})

it.each([
  [0, 0, 1],
  [0, 0, -1],
  [0.6, -0.8, 0],
  [0.36, 0.48, -0.8],
] as const)('has two directions that stand on %d, %d, %d', (...axis) => {
  const [u, v] = standOn(axis)
  for (const product of [dot(u, v), dot(u, axis), dot(v, axis)]) expect(product).toBeCloseTo(0)
  expect([dot(u, u), dot(v, v)].map((square) => square.toFixed(6))).toEqual(['1.000000', '1.000000'])
})
