import { type Ray, Triangle, Vector3 } from 'three'
import type { MeshResult } from '../../contract/domain/result/result.ts'
import { type HalfSpace, isKept } from '../../contract/look/clip.ts'
import type { Vector3 as Direction } from '../../contract/look/display.ts'
import { cross, dot, readVector, scale, subtract } from '../../contract/look/vectors.ts'
import type { Hit } from './hit.ts'

/** Triangles in a box. */
const run = 256

/**
 * Returns the boxes around runs of triangles for {@link pickMesh}, six numbers each: low and high x, y, z.
 * One pass over the mesh, so create them at the first pick. (500,000 triangles: 11 ms for this, then 0.2 ms
 * a pick; without it 6 to 10 ms a pick.)
 */
export function boxTriangles({ vertices, indices }: MeshResult): Float32Array {
  const boxes = new Float32Array(6 * Math.ceil(indices.length / (3 * run)))
  for (let box = 0; box < boxes.length; box += 6) {
    const start = (box / 6) * run * 3
    let [lowX, lowY, lowZ] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    let [highX, highY, highZ] = [-lowX, -lowY, -lowZ]
    for (let i = start; i < Math.min(indices.length, start + run * 3); i++) {
      const at = 3 * (indices[i] ?? 0)
      const x = vertices[at] ?? Number.NaN
      const y = vertices[at + 1] ?? Number.NaN
      const z = vertices[at + 2] ?? Number.NaN
      if (x < lowX) lowX = x
      if (x > highX) highX = x
      if (y < lowY) lowY = y
      if (y > highY) highY = y
      if (z < lowZ) lowZ = z
      if (z > highZ) highZ = z
    }
    boxes.set([lowX, lowY, lowZ, highX, highY, highZ], box)
  }
  return boxes
}

/**
 * Returns the first unclipped hit of a ray on a triangle, from either side: its nearest corner, and the value
 * between the corners as it is drawn there.
 */
export function pickMesh(
  mesh: MeshResult,
  boxes: Float32Array,
  ray: Ray,
  kept: readonly HalfSpace[],
): Hit | null {
  let nearest = Number.POSITIVE_INFINITY
  let first = -1
  for (let box = 0; box < boxes.length; box += 6) {
    if (!(enterBox(boxes, box, ray) < nearest)) continue
    const start = (box / 6) * run * 3
    const end = Math.min(mesh.indices.length - 2, start + run * 3)
    for (let i = start; i < end; i += 3) {
      const distance = meetTriangle(mesh, i, ray)
      if (!(distance < nearest)) continue
      if (kept.length > 0 && !isKept(kept, placeOn(ray, distance))) continue
      nearest = distance
      first = i
    }
  }
  if (first < 0) return null
  const place = placeOn(ray, nearest)
  const { scalars, indices } = mesh
  const [vertex, normal] = [nearestCorner(mesh, first, place), findNormal(mesh, first, ray)]
  if (!scalars) return { place, values: [], index: [vertex], normal }
  const weights = weighCorners(mesh, first, place)
  const value = weights.reduce((sum, weight, i) => sum + weight * (scalars[indices[first + i] ?? 0] ?? 0), 0)
  return { place, values: [value], index: [vertex], normal }
}

/** Returns the distance along a ray at which it enters a box, 0 from inside; NaN or infinity for a miss. */
function enterBox(boxes: Float32Array, box: number, { origin, direction }: Ray): number {
  let enter = 0
  let leave = Number.POSITIVE_INFINITY
  for (let axis = 0; axis < 3; axis++) {
    const start = axis === 0 ? origin.x : axis === 1 ? origin.y : origin.z
    const along = axis === 0 ? direction.x : axis === 1 ? direction.y : direction.z
    const low = (boxes[box + axis] ?? 0) - start
    const high = (boxes[box + axis + 3] ?? 0) - start
    if (along === 0) {
      if (low > 0 || high < 0) return Number.POSITIVE_INFINITY
      continue
    }
    const a = low / along
    const b = high / along
    enter = Math.max(enter, Math.min(a, b))
    leave = Math.min(leave, Math.max(a, b))
  }
  // Boxes are rounded as the vertices are: a hit in a face may be off by a rounding.
  return enter <= leave * (1 + 1e-6) ? enter * (1 - 1e-6) : Number.POSITIVE_INFINITY
}

/**
 * Returns the distance along a ray to the triangle whose first index is `indices[i]`; NaN for a miss. By
 * Möller and Trumbore, "Fast, minimum storage ray-triangle intersection" (1997). Vertices that are NaN or
 * missing make every comparison false.
 */
function meetTriangle({ vertices: v, indices }: MeshResult, i: number, { origin, direction }: Ray): number {
  const a = 3 * (indices[i] ?? 0)
  const b = 3 * (indices[i + 1] ?? 0)
  const c = 3 * (indices[i + 2] ?? 0)
  const [ax, ay, az] = [v[a] ?? Number.NaN, v[a + 1] ?? Number.NaN, v[a + 2] ?? Number.NaN]
  const ex = (v[b] ?? Number.NaN) - ax
  const ey = (v[b + 1] ?? Number.NaN) - ay
  const ez = (v[b + 2] ?? Number.NaN) - az
  const fx = (v[c] ?? Number.NaN) - ax
  const fy = (v[c + 1] ?? Number.NaN) - ay
  const fz = (v[c + 2] ?? Number.NaN) - az
  const { x: dx, y: dy, z: dz } = direction
  const px = dy * fz - dz * fy
  const py = dz * fx - dx * fz
  const pz = dx * fy - dy * fx
  const scale = 1 / (ex * px + ey * py + ez * pz)
  const tx = origin.x - ax
  const ty = origin.y - ay
  const tz = origin.z - az
  const u = (tx * px + ty * py + tz * pz) * scale
  if (!(u >= 0 && u <= 1)) return Number.NaN
  const qx = ty * ez - tz * ey
  const qy = tz * ex - tx * ez
  const qz = tx * ey - ty * ex
  const w = (dx * qx + dy * qy + dz * qz) * scale
  if (!(w >= 0 && u + w <= 1)) return Number.NaN
  const distance = (fx * qx + fy * qy + fz * qz) * scale
  return distance > 0 ? distance : Number.NaN
}

function placeOn(ray: Ray, distance: number): [number, number, number] {
  const { x, y, z } = ray.at(distance, new Vector3())
  return [x, y, z]
}

/** Returns the normal of a triangle, on the side that a ray comes from. */
function findNormal({ vertices, indices }: MeshResult, first: number, { direction }: Ray): Direction {
  const corner = (i: number): Direction => readVector(vertices, 3 * (indices[first + i] ?? 0))
  const normal = cross(subtract(corner(1), corner(0)), subtract(corner(2), corner(0)))
  return dot(normal, [direction.x, direction.y, direction.z]) > 0 ? scale(normal, -1) : normal
}

/** Returns the weights of a triangle's corners at a place in it: the parts of the area opposite to each. */
function weighCorners(
  { vertices, indices }: MeshResult,
  first: number,
  place: readonly [number, number, number],
): readonly [number, number, number] {
  const [a, b, c] = [0, 1, 2].map((i) => new Vector3().fromArray(vertices, 3 * (indices[first + i] ?? 0)))
  if (!a || !b || !c) return [1, 0, 0]
  const weights = Triangle.getBarycoord(new Vector3(...place), a, b, c, new Vector3())
  return weights ? [weights.x, weights.y, weights.z] : [1, 0, 0]
}

function nearestCorner({ vertices, indices }: MeshResult, first: number, place: readonly number[]): number {
  const [x = 0, y = 0, z = 0] = place
  const distanceOf = (vertex: number) => {
    const at = 3 * vertex
    return Math.hypot((vertices[at] ?? 0) - x, (vertices[at + 1] ?? 0) - y, (vertices[at + 2] ?? 0) - z)
  }
  const corners = [...indices.subarray(first, first + 3)]
  return corners.reduce((best, corner) => (distanceOf(corner) < distanceOf(best) ? corner : best))
}
