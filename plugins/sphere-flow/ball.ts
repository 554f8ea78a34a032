/** The mesh of a ball. */
import type { Mesh } from 'specimen-host/plugin'

const [rings, sides] = [48, 96]

/**
 * Returns a ball of radius 1 with its poles on the x axis, with a value for each vertex by its angle from +x.
 */
export function createBall(toValue: (theta: number) => number): Mesh {
  const vertices = new Float32Array(3 * (rings + 1) * sides)
  const scalars = new Float32Array((rings + 1) * sides)
  const indices: number[] = []
  for (let ring = 0; ring <= rings; ring++) {
    const theta = (Math.PI * ring) / rings
    for (let side = 0; side < sides; side++) {
      const [phi, vertex] = [(2 * Math.PI * side) / sides, ring * sides + side]
      const rho = ring % rings === 0 ? 0 : Math.sin(theta)
      vertices.set([Math.cos(theta), rho * Math.cos(phi), rho * Math.sin(phi)], 3 * vertex)
      scalars[vertex] = toValue(theta)
      const beside = ring * sides + ((side + 1) % sides)
      if (ring > 0) indices.push(vertex, beside, beside - sides)
      if (ring > 0) indices.push(vertex, beside - sides, vertex - sides)
    }
  }
  // At a pole one of each two triangles has no area.
  const isFlat = (t: number): boolean => {
    const [a = 0, b = 0, c = 0] = indices.slice(t, t + 3).map((vertex) => Math.floor(vertex / sides))
    return (
      [a, b, c].filter((ring) => ring === 0).length === 2 ||
      [a, b, c].filter((ring) => ring === rings).length === 2
    )
  }
  const kept = indices.filter((_, i) => !isFlat(i - (i % 3)))
  return { vertices, indices: Uint32Array.from(kept), normals: vertices.slice(), scalars }
}
