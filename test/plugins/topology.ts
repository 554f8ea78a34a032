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

type Vector = readonly [x: number, y: number, z: number]

/** Returns the counts of a mesh, vertices as they are. */
export function measureTopology({ vertices, indices }: Mesh): Topology {
  const used = new Uint8Array(vertices.length / 3)
  const sides = new Float64Array(indices.length)
  let [area, volume] = [0, 0]
  for (let t = 0; t < indices.length; t += 3) {
    const corners = at(indices, t / 3)
    for (let k = 0; k < 3; k++) {
      const [from, to] = [corners[k] ?? 0, corners[(k + 1) % 3] ?? 0]
      sides[t + k] = toSide(from, to)
      used[from] = 1
    }
    const [a, b, c] = [at(vertices, corners[0]), at(vertices, corners[1]), at(vertices, corners[2])]
    area += Math.hypot(...cross(subtract(b, a), subtract(c, a))) / 2
    volume += dot(a, cross(b, c)) / 6
  }
  const { edges, ...counts } = countEdges(sides.sort())
  const vertexCount = used.reduce((sum, one) => sum + one, 0)
  return { ...counts, euler: vertexCount - edges + indices.length / 3, area, volume }
}

/** A number for an edge in one direction, exact up to 2²⁶ vertices; the other direction has the next one. */
function toSide(from: number, to: number): number {
  return (Math.min(from, to) * 2 ** 26 + Math.max(from, to)) * 2 + Number(from > to)
}

/** Sorted numbers, as maps of millions of edges took most of a minute. */
function countEdges(sides: Float64Array): { edges: number; borderEdges: number; badEdges: number } {
  let [edges, borderEdges, badEdges] = [0, 0, 0]
  for (let i = 0; i < sides.length; ) {
    const edge = Math.floor((sides[i] ?? 0) / 2)
    const counts: [number, number] = [0, 0]
    for (; Math.floor((sides[i] ?? 0) / 2) === edge && i < sides.length; i++)
      counts[(sides[i] ?? 0) % 2 === 0 ? 0 : 1]++
    edges++
    if (Math.min(...counts) === 0) borderEdges++
    badEdges += counts.filter((count) => count > 1).length
  }
  return { edges, borderEdges, badEdges }
}

/** Returns the mesh with vertices at the same place made one. */
export function weld({ vertices, indices }: Mesh): Mesh {
  const known = new Map<string, number>()
  const places: Vector[] = []
  const target = Uint32Array.from({ length: vertices.length / 3 }, (_, i) => {
    const place = at(vertices, i)
    const key = place.join(' ')
    const index = known.get(key) ?? places.push(place) - 1
    known.set(key, index)
    return index
  })
  return { vertices: Float32Array.from(places.flat()), indices: indices.map((index) => target[index] ?? 0) }
}

/**
 * Returns the smallest and the largest cosine between a vertex normal and the triangles at the vertex, area
 * above `least`.
 */
export function compareNormals(
  { vertices, indices, normals = new Float32Array() }: Mesh,
  least: number,
): { low: number; unit: boolean } {
  let low = 1
  let unit = normals.length === vertices.length
  for (let t = 0; t < indices.length; t += 3) {
    const corners = at(indices, t / 3)
    const [a, b, c] = [at(vertices, corners[0]), at(vertices, corners[1]), at(vertices, corners[2])]
    const face = cross(subtract(b, a), subtract(c, a))
    const length = Math.hypot(...face)
    if (length < 2 * least) continue
    for (const corner of corners) {
      const normal = at(normals, corner)
      if (Math.abs(Math.hypot(...normal) - 1) > 1e-4) unit = false
      low = Math.min(low, dot(normal, face) / length)
    }
  }
  return { low, unit }
}

function at(array: Float32Array | Uint32Array, i: number): Vector {
  return [array[3 * i] ?? 0, array[3 * i + 1] ?? 0, array[3 * i + 2] ?? 0]
}

function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}
