/** Normals of meshes that come without: smooth, but not across hard edges. */
import type { MeshResult } from '../../../domain/result/result.ts'
import type { Bounds } from '../prepared.ts'

type Triangles = Pick<MeshResult, 'vertices' | 'indices'>

/** Triangles whose normals differ by less are one smooth surface: corners of a 10-sided prism are round. */
const crease = (40 * Math.PI) / 180
/** A fan of more triangles, such as the tip of a cone, stays smooth: its triangles are compared in pairs. */
const largestFan = 64

/** Returns a normal for each vertex: the mean of its triangles', weighted by area; z without any area. */
function computeNormals({ vertices, indices }: Triangles, bounds: Bounds): Float32Array {
  const normals = new Float32Array(vertices.length)
  const cross = createCross({ vertices, indices }, bounds)
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const normal = cross(i)
    if (!(normal[3] > 0)) continue // without area, or NaN in an empty box
    for (let corner = i; corner < i + 3; corner++) {
      const at = 3 * (indices[corner] ?? 0)
      normals[at] = (normals[at] ?? 0) + normal[0]
      normals[at + 1] = (normals[at + 1] ?? 0) + normal[1]
      normals[at + 2] = (normals[at + 2] ?? 0) + normal[2]
    }
  }
  for (let at = 0; at + 2 < normals.length; at += 3)
    putUnit(normals, at, [normals[at] ?? 0, normals[at + 1] ?? 0, normals[at + 2] ?? 0])
  return normals
}

/**
 * Returns normals that are smooth within each side of a hard edge: a vertex is repeated for each group of its
 * triangles that are connected by angles below {@link crease}. Indices and normals of a smooth mesh come back
 * without a copy. A million triangles take 0.1 s, hard edges up to a second more.
 */
export function splitHardEdges({ vertices, indices }: Triangles, bounds: Bounds) {
  const normals = computeNormals({ vertices, indices }, bounds)
  const cross = createCross({ vertices, indices }, bounds)
  const fans = listFans(indices, normals, cross)
  if (!fans) return { indices, normals, repeated: [] }
  const split = indices.slice()
  /** The vertex that each repeated one repeats: these are behind those of the mesh. */
  const repeated: number[] = []
  const sums: (readonly [number, number, number])[] = []
  for (let vertex = 0; vertex < fans.first.length; vertex++) {
    const corners: number[] = []
    for (let corner = fans.first[vertex] ?? -1; corner >= 0; corner = fans.next[corner] ?? -1)
      corners.push(corner)
    if (corners.length < 2 || corners.length > largestFan) continue
    const faces = corners.map((corner) => cross(corner - (corner % 3)).slice())
    for (const [i, group] of groupFaces(faces).entries()) {
      const sum = [0, 1, 2].map((axis) =>
        group.reduce((total, face) => total + (faces[face]?.[axis] ?? 0), 0),
      )
      const [x = 0, y = 0, z = 0] = sum
      if (i === 0) putUnit(normals, 3 * vertex, [x, y, z])
      else {
        for (const face of group) split[corners[face] ?? 0] = vertices.length / 3 + repeated.length
        repeated.push(vertex)
        sums.push([x, y, z])
      }
    }
  }
  const all = new Float32Array(normals.length + 3 * sums.length)
  all.set(normals)
  for (const [i, sum] of sums.entries()) putUnit(all, normals.length + 3 * i, sum)
  return { indices: split, normals: all, repeated }
}

/**
 * Returns the triangles' corners at each vertex of which one differs by half the crease from the mean, as
 * linked lists; null without any. At all others no two triangles differ by the whole.
 */
function listFans(indices: Uint32Array, normals: Float32Array, cross: ReturnType<typeof createCross>) {
  const least = Math.cos(crease / 2)
  const isHard = new Uint8Array(normals.length / 3)
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const normal = cross(i)
    if (!(normal[3] > 0)) continue
    for (let corner = i; corner < i + 3; corner++) {
      const vertex = indices[corner] ?? 0
      const x = normal[0] * (normals[3 * vertex] ?? 0)
      const y = normal[1] * (normals[3 * vertex + 1] ?? 0)
      const z = normal[2] * (normals[3 * vertex + 2] ?? 0)
      if (x + y + z < least * normal[3]) isHard[vertex] = 1
    }
  }
  if (!isHard.includes(1)) return null
  const first = new Int32Array(isHard.length).fill(-1)
  const next = new Int32Array(indices.length)
  for (let corner = indices.length - (indices.length % 3) - 1; corner >= 0; corner--) {
    const vertex = indices[corner] ?? 0
    if (!isHard[vertex]) continue
    next[corner] = first[vertex] ?? -1
    first[vertex] = corner
  }
  return { first, next }
}

/** Returns the places of faces in groups, each connected by angles below the crease. */
function groupFaces(faces: readonly (readonly number[])[]): number[][] {
  const left = new Set(faces.keys())
  const groups: number[][] = []
  for (const start of left) {
    left.delete(start)
    const group = [start]
    for (const face of group)
      for (const other of left)
        if (isSmooth(faces[face] ?? [], faces[other] ?? [])) {
          left.delete(other)
          group.push(other)
        }
    groups.push(group)
  }
  return groups
}

/** A face without an area belongs to any other. */
function isSmooth([ax = 0, ay = 0, az = 0, a = 0]: readonly number[], b: readonly number[]): boolean {
  const [bx = 0, by = 0, bz = 0, length = 0] = b
  return !(ax * bx + ay * by + az * bz < Math.cos(crease) * a * length)
}

/** Returns the function from a triangle's first corner to its normal, twice its area long, and the length. */
function createCross({ vertices, indices }: Triangles, { low, high }: Bounds) {
  // Units of the box, because products of very large or small coordinates leave the range of float32.
  const scale = 1 / Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2])
  const found: [x: number, y: number, z: number, length: number] = [0, 0, 0, 0]
  return (i: number): typeof found => {
    // Every index is in range: `?? 0` is for the compiler.
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
    found[0] = uy * vz - uz * vy
    found[1] = uz * vx - ux * vz
    found[2] = ux * vy - uy * vx
    found[3] = Math.sqrt(found[0] ** 2 + found[1] ** 2 + found[2] ** 2) // a fifth of the time of Math.hypot
    return found
  }
}

function putUnit(normals: Float32Array, at: number, [x, y, z]: readonly [number, number, number]): void {
  const length = Math.sqrt(x * x + y * y + z * z)
  normals[at] = length > 0 ? x / length : 0
  normals[at + 1] = length > 0 ? y / length : 0
  normals[at + 2] = length > 0 ? z / length : 1
}
