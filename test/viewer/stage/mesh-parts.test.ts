import { describe, expect, it } from 'vitest'
import { listEdges, listFeatureEdges } from '../../../core/viewer/stage/mesh-edges.ts'
import { isWoundLikeNormals } from '../../../core/viewer/stage/mesh-material.ts'

const triangle = {
  type: 'mesh' as const,
  vertices: Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, Number.NaN),
  indices: Uint32Array.of(0, 1, 2),
}

describe('the edges of a mesh', () => {
  it('are three for each triangle, without those to no place', () => {
    expect([...listEdges(triangle)]).toEqual([0, 1, 1, 2, 2, 0])
    expect([...listEdges({ ...triangle, indices: Uint32Array.of(1, 2, 3, 2, 0, 1) })]).toEqual([
      2, 0, 0, 1, 1, 2,
    ])
  })
})

describe('the edges that show the form', () => {
  /** Two triangles that share the side from 0 to 1, the second of them turned around it. */
  const fold = (angle: number) => ({
    vertices: Float32Array.of(
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      -0,
      -Math.cos(angle),
      Math.sin(angle),
      0,
      0,
      0,
      1,
      0,
      0,
    ),
    indices: Uint32Array.of(0, 1, 2, 5, 4, 3), // vertices of their own
  })
  const border = [1, 2, 2, 0, 4, 3, 3, 5]

  it('are the borders, and sides at more than 30 degrees, whatever the vertices', () => {
    expect([...listFeatureEdges(fold(0.5))]).toEqual(border)
    expect([...listFeatureEdges(fold(0.6))]).toEqual([0, 1, ...border])
    expect([...listFeatureEdges({ ...fold(0), indices: Uint32Array.of(0, 1, 2, 0, 1, 3) })]).toEqual([
      1, 2, 2, 0, 1, 3, 3, 0,
    ])
  })

  it('are sides of three triangles, and none to no place or of no length', () => {
    const { vertices } = fold(0)
    expect([...listFeatureEdges({ vertices, indices: Uint32Array.of(0, 1, 2, 0, 1, 3, 0, 1, 2) })]).toContain(
      1,
    )
    expect([...listFeatureEdges({ vertices, indices: Uint32Array.of(0, 4, 0) })]).toEqual([])
    expect([...listFeatureEdges({ ...triangle, indices: Uint32Array.of(1, 2, 3) })]).toEqual([])
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
    expect(isWoundLikeNormals({ ...triangle, positions: triangle.vertices, normals })).toBe(expected)
  })
})
