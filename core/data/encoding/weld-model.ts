/** The mesh of a 3MF: what is closed by the places of its vertices is closed by their indices, too. */
import { toBuckets } from '../topology/buckets.ts'
import { createSets, find, join } from '../topology/connections.ts'
import { findEdges, isUpward, listCorners, type MeshEdges, nextCorner } from '../topology/mesh-edges.ts'
import { weldVertices } from '../topology/weld-vertices.ts'
import { pairAround } from './pair-around.ts'

/** Triangles whose corners are at three places. */
export interface ModelMesh {
  /** x, y, z of each vertex. */
  readonly vertices: Float32Array
  /** Three vertices of each triangle. */
  readonly indices: Uint32Array
  /** For each corner of a triangle the vertex of the given mesh, whose colour it has. */
  readonly sources: Uint32Array
}

/**
 * Joins the triangles at each side that two of them share by their places, as seams and flat normals repeat
 * vertices. Parts that touch at a vertex or an edge stay apart: 3MF has two triangles at an edge (core
 * specification 1.3, 4.1). Vertices stay in their order; those of no triangle are left out.
 */
export function weldModel(given: Pick<ModelMesh, 'vertices' | 'indices'>): ModelMesh {
  const { places } = weldVertices(given.vertices)
  const sources = listWhole(given.indices, places)
  const edges = findEdges(listCorners(sources, places), places.length)
  const sets = joinSides(edges, { sources, vertices: given.vertices })
  // Each set of corners is a vertex.
  const numbers = new Uint32Array(sources.length)
  const places3 = new Float32Array(3 * sources.length)
  let count = 0
  for (const corner of toBuckets(sources, places.length).things) {
    const set = find(sets, corner)
    if (numbers[set] !== 0) continue
    const place = 3 * (sources[corner] ?? 0)
    places3.set(given.vertices.subarray(place, place + 3), 3 * count)
    numbers[set] = ++count // from 1: 0 is for none
  }
  const indices = Uint32Array.from(sources, (_, corner) => (numbers[find(sets, corner)] ?? 1) - 1)
  return { vertices: places3.slice(0, 3 * count), indices, sources }
}

/** Returns the corners of triangles that have three places. */
function listWhole(indices: Uint32Array, places: Uint32Array): Uint32Array {
  const whole = new Uint32Array(indices.length)
  let length = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const [a = 0, b = 0, c = 0] = indices.subarray(i, i + 3)
    if (places[a] === places[b] || places[b] === places[c] || places[c] === places[a]) continue
    whole.set([a, b, c], length)
    length += 3
  }
  return whole.slice(0, length)
}

/** The mesh as it was given. */
interface GivenMesh {
  readonly sources: Uint32Array
  readonly vertices: Float32Array
}

/** Returns the corners in sets, of which each becomes a vertex. */
function joinSides({ corners, sides, starts }: MeshEdges, given: GivenMesh): Uint32Array {
  const sets = createSets(corners.length)
  const glue = (one: number, other: number): void => {
    const isSame = corners[one] === corners[other]
    join(sets, one, isSame ? other : nextCorner(other))
    join(sets, nextCorner(one), isSame ? nextCorner(other) : other)
  }
  for (let edge = 0; edge + 1 < starts.length; edge++) {
    const around = sides.subarray(starts[edge], starts[edge + 1])
    const [one = 0, other = 0] = around
    if (around.length === 2) glue(one, other)
    if (around.length < 3) continue
    const rest = glueParts(around, { ...given, corners, glue })
    for (const [open, close] of pairAround(rest, { corners, vertices: given.vertices })) glue(open, close)
  }
  return sets
}

/** The sides at one edge, and what joins two of them. */
interface Gluing extends GivenMesh {
  readonly corners: Uint32Array
  readonly glue: (one: number, other: number) => void
}

/** Joins the sides that have one pair of vertices, and returns those for which that does not say it. */
function glueParts(around: Uint32Array, { sources, corners, glue }: Gluing): readonly number[] {
  const parts = new Map<string, number[]>()
  for (const side of around) {
    const [one = 0, other = 0] = [sources[side], sources[nextCorner(side)]]
    const key = `${Math.min(one, other)} ${Math.max(one, other)}`
    const part = parts.get(key)
    if (part) part.push(side)
    else parts.set(key, [side])
  }
  return [...parts.values()].flatMap((part) => {
    const upward = part.filter((side) => isUpward(corners, side)).length
    const isOne = part.length === 1
    const isEven = 2 * upward === part.length
    if (isOne || (isEven && part.length > 2)) return part
    // Two sides of one part; or sheets that meet, as their author has joined them.
    for (let i = 1; i < part.length; i++) glue(part[i - 1] ?? 0, part[i] ?? 0)
    return []
  })
}
