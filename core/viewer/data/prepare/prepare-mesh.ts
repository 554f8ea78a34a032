import type { MeshResult } from '../../../domain/result/result.ts'
import type { Bounds, PreparedMesh } from '../prepared.ts'
import { findBounds } from './bounds.ts'

/** Returns a mesh with bounds, and with normals if it has none. */
export function prepareMesh(result: MeshResult): PreparedMesh {
  const bounds = findBounds(result.vertices)
  return { type: 'mesh', result, bounds, normals: result.normals ?? computeNormals(result, bounds) }
}

/**
 * Returns a normal for each vertex: the mean of those of its triangles, weighted by area, as the cross
 * product is twice the area long. Direction z for a vertex without any area.
 */
export function computeNormals({ vertices, indices }: MeshResult, bounds: Bounds): Float32Array {
  const normals = new Float32Array(vertices.length)
  // Units of the box, because products of very large or small coordinates leave the range of float32.
  const scale = 1 / Math.max(...bounds.high.map((high, axis) => high - (bounds.low[axis] ?? 0)))
  // Every index is in range: `?? 0` is for the compiler.
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = 3 * (indices[i] ?? 0)
    const b = 3 * (indices[i + 1] ?? 0)
    const c = 3 * (indices[i + 2] ?? 0)
    const ax = vertices[a] ?? 0
    const ay = vertices[a + 1] ?? 0
    const az = vertices[a + 2] ?? 0
    const ux = ((vertices[b] ?? 0) - ax) * scale
    const uy = ((vertices[b + 1] ?? 0) - ay) * scale
    const uz = ((vertices[b + 2] ?? 0) - az) * scale
    const vx = ((vertices[c] ?? 0) - ax) * scale
    const vy = ((vertices[c + 1] ?? 0) - ay) * scale
    const vz = ((vertices[c + 2] ?? 0) - az) * scale
    const nx = uy * vz - uz * vy
    const ny = uz * vx - ux * vz
    const nz = ux * vy - uy * vx
    if (!(nx * nx + ny * ny + nz * nz > 0)) continue // without area, or NaN in an empty box
    for (let corner = i; corner < i + 3; corner++) {
      const at = 3 * (indices[corner] ?? 0)
      normals[at] = (normals[at] ?? 0) + nx
      normals[at + 1] = (normals[at + 1] ?? 0) + ny
      normals[at + 2] = (normals[at + 2] ?? 0) + nz
    }
  }
  normalise(normals)
  return normals
}

function normalise(normals: Float32Array): void {
  for (let i = 0; i + 2 < normals.length; i += 3) {
    const x = normals[i] ?? 0
    const y = normals[i + 1] ?? 0
    const z = normals[i + 2] ?? 0
    const length = Math.sqrt(x * x + y * y + z * z) // a fifth of the time of Math.hypot
    normals[i] = length > 0 ? x / length : 0
    normals[i + 1] = length > 0 ? y / length : 0
    normals[i + 2] = length > 0 ? z / length : 1
  }
}
