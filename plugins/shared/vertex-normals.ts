/** Normals for meshes that have none of their own. */

/**
 * Returns n×3 unit normals: the sum of the normals of a vertex's triangles, weighted by their areas. Lone
 * vertices get +z.
 */
export function toVertexNormals(vertices: Float32Array, indices: Uint32Array): Float32Array {
  const normals = new Float32Array(vertices.length)
  const at = (i: number): number => vertices[i] ?? 0
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [3 * (indices[t] ?? 0), 3 * (indices[t + 1] ?? 0), 3 * (indices[t + 2] ?? 0)]
    const [ux, uy, uz] = [at(b) - at(a), at(b + 1) - at(a + 1), at(b + 2) - at(a + 2)]
    const [vx, vy, vz] = [at(c) - at(a), at(c + 1) - at(a + 1), at(c + 2) - at(a + 2)]
    const [nx, ny, nz] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx]
    for (const corner of [a, b, c]) {
      normals[corner] = (normals[corner] ?? 0) + nx
      normals[corner + 1] = (normals[corner + 1] ?? 0) + ny
      normals[corner + 2] = (normals[corner + 2] ?? 0) + nz
    }
  }
  for (let i = 0; i < normals.length; i += 3) {
    const [x = 0, y = 0, z = 0] = normals.subarray(i, i + 3)
    const size = Math.hypot(x, y, z)
    normals.set(size > 0 ? [x / size, y / size, z / size] : [0, 0, 1], i)
  }
  return normals
}
