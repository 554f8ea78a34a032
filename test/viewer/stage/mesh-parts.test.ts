import { describe, expect, it } from 'vitest'
import { isWoundLikeNormals } from '../../../core/viewer/stage/mesh-material.ts'
import { listEdges } from '../../../core/viewer/stage/mesh-view.ts'

const triangle = {
  type: 'mesh' as const,
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, Number.NaN),
  indices: Uint32Array.of(0, 1, 2),
}
const bounds = { low: [0, 0, 0], high: [1, 1, 0] } as const

describe('the edges of a mesh', () => {
  it('are three for each triangle, without those to no place', () => {
    expect([...listEdges(triangle)]).toEqual([0, 1, 1, 2, 2, 0])
    expect([...listEdges({ ...triangle, indices: Uint32Array.of(1, 2, 3, 2, 0, 1) })]).toEqual([
      2, 0, 0, 1, 1, 2,
    ])
  })
})

describe('triangles', () => {
  it.each([
    [1, true],
    [-1, false],
    [0, true],
    [Number.NaN, true],
  ])('are wound as normals with z = %f say: %s', (z, expected) => {
    const normals = Float32Array.of(0, 0, z, 0, 0, z, 0, 0, z, 0, 0, z)
    expect(isWoundLikeNormals({ type: 'mesh', result: triangle, bounds, normals })).toBe(expected)
  })
})
