/** The lines of a mesh, as pairs of indices. Triangles with a corner that is not finite have none. */
import type { MeshResult } from '../../contract/domain/result/result.ts'
import type { Vector3 } from '../../contract/look/display.ts'

type Triangles = Pick<MeshResult, 'vertices' | 'indices'>

/** Cosine of the angle from which two triangles have an edge between them: 30 degrees. */
const flatness = Math.cos(Math.PI / 6)

/**
 * Returns the three edges of each triangle, with duplicates: finding them takes longer than drawing them.
 * SwiftShader never ends a line to NaN.
 */
export function listEdges(mesh: Triangles): Uint32Array<ArrayBuffer> {
  const { indices } = mesh
  const edges = new Uint32Array(indices.length * 2)
  let count = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    if (!isPlaced(mesh, i)) continue
    for (let corner = i; corner < i + 3; corner++) {
      edges[count++] = indices[corner] ?? 0
      edges[count++] = indices[nextCorner(corner)] ?? 0
    }
  }
  return count === edges.length ? edges : edges.slice(0, count)
}

/**
 * Returns the edges that show the form: those at an angle, of one triangle alone, and of more than two.
 * Vertices in one place count as one. A million triangles take half a second.
 */
export function listFeatureEdges(mesh: Triangles): Uint32Array<ArrayBuffer> {
  const { indices } = mesh
  const welded = weldVertices(mesh.vertices)
  const corner = (at: number): number => welded[indices[at] ?? 0] ?? 0
  const met = createTable(indices.length, (at) => {
    const [a, b] = [corner(at), corner(nextCorner(at))]
    return [Math.min(a, b), Math.max(a, b), 0]
  })
  /** For each edge, by the corner where it was met first. */
  const kinds = new Uint8Array(indices.length)
  for (let i = 0; i + 2 < indices.length; i += 3) {
    if (!isPlaced(mesh, i)) continue
    for (let at = i; at < i + 3; at++) {
      if (corner(at) === corner(nextCorner(at))) continue
      const first = met(at)
      const isBent = kinds[first] !== kind.single || compareTriangles(mesh, first, at) < flatness
      kinds[first] = first === at ? kind.single : isBent ? kind.bent : kind.flat
    }
  }
  const edges: number[] = []
  for (let at = 0; at < kinds.length; at++)
    if (kinds[at] === kind.single || kinds[at] === kind.bent)
      edges.push(indices[at] ?? 0, indices[nextCorner(at)] ?? 0)
  return Uint32Array.from(edges)
}

const kind = { none: 0, single: 1, flat: 2, bent: 3 } as const

/** Returns the first vertex in the place of each. */
function weldVertices(vertices: Float32Array): Uint32Array {
  const count = Math.floor(vertices.length / 3)
  const find = createTable(count, (vertex) => [
    vertices[3 * vertex] ?? 0,
    vertices[3 * vertex + 1] ?? 0,
    vertices[3 * vertex + 2] ?? 0,
  ])
  const first = new Uint32Array(count)
  for (let vertex = 0; vertex < count; vertex++) first[vertex] = find(vertex)
  return first
}

/** Returns the function that gives the first item with the same key. A Map takes five times as long. */
function createTable(count: number, keyOf: (item: number) => Vector3): (item: number) => number {
  const size = 2 ** Math.ceil(Math.log2(2 * count + 2))
  const table = new Int32Array(size).fill(-1)
  const floats = new Float32Array(3)
  const bits = new Int32Array(floats.buffer)
  return (item) => {
    const key = keyOf(item)
    floats.set(key)
    // Without the sign: 0 and -0 are one place.
    let hash = Math.imul((bits[0] ?? 0) << 1, 0x9e3779b1) ^ Math.imul((bits[1] ?? 0) << 1, 0x85ebca6b)
    hash = Math.imul(hash ^ (hash >>> 15) ^ ((bits[2] ?? 0) << 1), 0xc2b2ae35)
    for (let slot = (hash ^ (hash >>> 13)) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const other = table[slot] ?? -1
      if (other < 0) {
        table[slot] = item
        return item
      }
      const [a, b, c] = keyOf(other)
      if (a === key[0] && b === key[1] && c === key[2]) return other
    }
  }
}

function nextCorner(corner: number): number {
  return corner % 3 === 2 ? corner - 2 : corner + 1
}

function isPlaced({ vertices, indices }: Triangles, i: number): boolean {
  let sum = 0
  for (let corner = i; corner < i + 3; corner++) {
    const at = 3 * (indices[corner] ?? 0)
    sum += (vertices[at] ?? NaN) + (vertices[at + 1] ?? NaN) + (vertices[at + 2] ?? NaN)
  }
  return Number.isFinite(sum)
}

/** Returns the cosine between the triangles of two corners, whatever their winding; 1 without an area. */
function compareTriangles(mesh: Triangles, a: number, b: number): number {
  const [u, v] = [normalOf(mesh, a - (a % 3)), normalOf(mesh, b - (b % 3))]
  const product = Math.hypot(...u) * Math.hypot(...v)
  return product > 0 ? Math.abs(u[0] * v[0] + u[1] * v[1] + u[2] * v[2]) / product : 1
}

function normalOf({ vertices, indices }: Triangles, i: number): Vector3 {
  const at = (corner: number, axis: number): number => vertices[3 * (indices[i + corner] ?? 0) + axis] ?? 0
  const side = (corner: number, axis: number): number => at(corner, axis) - at(0, axis)
  const cross = (j: number, k: number): number => side(1, j) * side(2, k) - side(1, k) * side(2, j)
  return [cross(1, 2), cross(2, 0), cross(0, 1)]
}
