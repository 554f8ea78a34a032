/** What a mesh is, counted: edges and how often they are used, Euler characteristic, area, volume. */
import type { Mesh } from 'specimen-host/plugin'

/** Counts over a mesh. */
export interface Topology {
  /** Edges with one triangle. */
  readonly borderEdges: number
  /** Edges with more than two triangles, or with two that run through them in the same direction. */
  readonly badEdges: number
  /** V − E + F over the vertices that triangles use. */
  readonly euler: number
  readonly area: number
  /** Signed: positive where triangles are counter-clockwise seen from outside. */
  readonly volume: number
}

/** Returns the counts of a mesh, vertices as they are. */
export function measureTopology({ vertices, indices }: Mesh): Topology {
  const directed = new Map<number, number>() // by from · 2²⁶ + to, exact up to 2²⁶ vertices
  const used = new Set<number>()
  let [area, volume] = [0, 0]
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [...indices.subarray(t, t + 3)]
    for (const [k, from] of corners.entries()) {
      const key = from * 2 ** 26 + (corners[(k + 1) % 3] ?? 0)
      directed.set(key, (directed.get(key) ?? 0) + 1)
      used.add(from)
    }
    const [a = [], b = [], c = []] = corners.map((corner) => [
      ...vertices.subarray(3 * corner, 3 * corner + 3),
    ])
    const normal = cross(subtract(b, a), subtract(c, a))
    area += Math.hypot(...normal) / 2
    volume += dot(a, cross(b, c)) / 6
  }
  let [borderEdges, badEdges, edges] = [0, 0, 0]
  for (const [key, count] of directed) {
    const [from, to] = [Math.floor(key / 2 ** 26), key % 2 ** 26]
    const opposite = directed.get(to * 2 ** 26 + from) ?? 0
    if (opposite === 0) borderEdges++
    if (count > 1) badEdges++
    edges += opposite === 0 ? 1 : 0.5
  }
  return { borderEdges, badEdges, euler: used.size - edges + indices.length / 3, area, volume }
}

/** Returns the mesh with vertices at the same place made one. */
export function weld({ vertices, indices }: Mesh): Mesh {
  const known = new Map<string, number>()
  const places = Array.from({ length: vertices.length / 3 }, (_, i) =>
    vertices.subarray(3 * i, 3 * i + 3).join(' '),
  )
  const target = places.map((place) => {
    const index = known.get(place) ?? known.size
    known.set(place, index)
    return index
  })
  const welded = Float32Array.from([...known.keys()].flatMap((place) => place.split(' ').map(Number)))
  return { vertices: welded, indices: indices.map((index) => target[index] ?? 0) }
}

/**
 * Returns the smallest and the largest cosine between a vertex normal and the triangles at the vertex, area
 * above `least`.
 */
export function compareNormals(
  { vertices, indices, normals }: Mesh,
  least: number,
): { low: number; unit: boolean } {
  let low = 1
  let unit = normals?.length === vertices.length
  const at = (array: Float32Array, i: number): number[] => [...array.subarray(3 * i, 3 * i + 3)]
  for (let t = 0; t < indices.length; t += 3) {
    const corners = [...indices.subarray(t, t + 3)]
    const [a = [], b = [], c = []] = corners.map((corner) => at(vertices, corner))
    const face = cross(subtract(b, a), subtract(c, a))
    const length = Math.hypot(...face)
    if (length < 2 * least) continue
    for (const corner of corners) {
      const normal = at(normals ?? new Float32Array(), corner)
      if (Math.abs(Math.hypot(...normal) - 1) > 1e-4) unit = false
      low = Math.min(low, dot(normal, face) / length)
    }
  }
  return { low, unit }
}

function subtract(a: readonly number[], b: readonly number[]): number[] {
  return a.map((value, axis) => value - (b[axis] ?? 0))
}

function cross(a: readonly number[], b: readonly number[]): number[] {
  const [ax = 0, ay = 0, az = 0] = a
  const [bx = 0, by = 0, bz = 0] = b
  return [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx]
}

function dot(a: readonly number[], b: readonly number[]): number {
  return a.reduce((sum, value, axis) => sum + value * (b[axis] ?? 0), 0)
}
