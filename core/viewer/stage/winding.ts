import { Triangle, Vector3 } from 'three'
import type { PreparedMesh } from '../data/prepared.ts'

/** Number of examined triangles: enough for a mesh of any size. */
const samples = 500

/**
 * Returns whether triangles are counterclockwise along their normals; those of functions are often reversed.
 */
export function isWoundLikeNormals({ result: { vertices, indices }, normals }: PreparedMesh): boolean {
  const count = Math.floor(indices.length / 3)
  const step = Math.max(1, Math.floor(count / samples))
  const [a, b, c, normal] = [new Vector3(), new Vector3(), new Vector3(), new Vector3()]
  let alike = 0
  for (let i = 0; i < count; i += step) {
    const corners = [a, b, c].map((corner, side) => {
      const at = 3 * (indices[3 * i + side] ?? 0)
      corner.fromArray(vertices, at)
      return at
    })
    Triangle.getNormal(a, b, c, normal)
    const agreement = corners.reduce((sum, at) => sum + normal.dot(a.fromArray(normals, at)), 0)
    if (agreement > 0) alike++
    if (agreement < 0) alike--
  }
  return alike >= 0
}
