import { toBuckets } from './buckets.ts'

/** The edges of a mesh: different pairs of places that are joined by a side of a triangle. */
export interface MeshEdges {
  /** Places of the corners of each triangle, three each: those without two corners at one place. */
  readonly corners: Uint32Array
  /** Every side of a triangle, by the corner at which it begins, so that those of an edge are neighbours. */
  readonly sides: Uint32Array
  /** The sides of edge e are those from `starts[e]` up to `starts[e + 1]`. */
  readonly starts: Uint32Array
}

/** Returns the corners of the triangles whose three corners are at different places. */
export function listCorners(indices: Uint32Array, places: Uint32Array): Uint32Array {
  const corners = new Uint32Array(indices.length)
  let length = 0
  for (let i = 0; i + 2 < indices.length; i += 3) {
    const a = places[indices[i] ?? 0] ?? 0
    const b = places[indices[i + 1] ?? 0] ?? 0
    const c = places[indices[i + 2] ?? 0] ?? 0
    if (a === b || b === c || c === a) continue
    corners[length] = a
    corners[length + 1] = b
    corners[length + 2] = c
    length += 3
  }
  return corners.subarray(0, length)
}

/** Longer lists of sides at one place are sorted by the library, which takes less than squared time. */
const mostInserted = 32

/** Returns the edges of triangles, of whose corners each is below `limit`. */
export function findEdges(corners: Uint32Array, limit: number): MeshEdges {
  const ends = new Uint32Array(corners.length)
  for (let side = 0; side < corners.length; side++)
    ends[side] = Math.min(corners[side] ?? 0, corners[nextCorner(side)] ?? 0)
  const { things: sides, starts: buckets } = toBuckets(ends, limit)
  const high = ends // the same memory, for the other ends of the sides in their order
  for (let i = 0; i < sides.length; i++) {
    const side = sides[i] ?? 0
    high[i] = Math.max(corners[side] ?? 0, corners[nextCorner(side)] ?? 0)
  }
  const starts = new Uint32Array(corners.length + 1)
  let count = 0
  for (let place = 0; place < limit; place++) {
    const start = buckets[place] ?? 0
    const end = buckets[place + 1] ?? 0
    sortByHigh({ sides, high, start, end })
    for (let i = start; i < end; i++) if (i === start || high[i] !== high[i - 1]) starts[count++] = i
  }
  starts[count] = sides.length
  return { corners, sides, starts: starts.subarray(0, count + 1) }
}

/** Returns the corner at which a side ends. */
export function nextCorner(side: number): number {
  return side % 3 === 2 ? side - 2 : side + 1
}

/** The sides at one place, with the other end of each. */
interface SidesAtPlace {
  readonly sides: Uint32Array
  readonly high: Uint32Array
  readonly start: number
  readonly end: number
}

/** Sorts sides by their other end, and those with one end by their number. */
function sortByHigh({ sides, high, start, end }: SidesAtPlace): void {
  if (end - start > mostInserted) {
    const ends = new Map<number, number>()
    for (let i = start; i < end; i++) ends.set(sides[i] ?? 0, high[i] ?? 0)
    const endOf = (side: number): number => ends.get(side) ?? 0
    sides.subarray(start, end).sort((one, other) => endOf(one) - endOf(other) || one - other)
    high.subarray(start, end).sort()
    return
  }
  for (let i = start + 1; i < end; i++) {
    const side = sides[i] ?? 0
    const other = high[i] ?? 0
    let to = i
    for (; to > start && (high[to - 1] ?? 0) > other; to--) {
      sides[to] = sides[to - 1] ?? 0
      high[to] = high[to - 1] ?? 0
    }
    sides[to] = side
    high[to] = other
  }
}

/** Numbers of edges by the triangles that have them. */
export interface EdgeTally {
  readonly edges: number
  /** Edges with one triangle. */
  readonly open: number
  /** Edges with three or more. */
  readonly crowded: number
  /** Edges whose two triangles pass them the same way. */
  readonly alike: number
  /** Edges that are not passed as often one way as the other. */
  readonly unbalanced: number
}

/** Counts edges by their triangles. */
export function tallyEdges({ corners, sides, starts }: MeshEdges): EdgeTally {
  let [open, crowded, alike, unbalanced] = [0, 0, 0, 0]
  const edges = starts.length - 1
  for (let edge = 0; edge < edges; edge++) {
    const start = starts[edge] ?? 0
    const end = starts[edge + 1] ?? 0
    const triangles = end - start
    let balance = 0
    for (let i = start; i < end; i++) balance += isUpward(corners, sides[i] ?? 0) ? 1 : -1
    if (triangles === 1) open++
    if (triangles >= 3) crowded++
    if (triangles === 2 && balance !== 0) alike++
    if (balance !== 0) unbalanced++
  }
  return { edges, open, crowded, alike, unbalanced }
}

/** Returns whether a side leads from the lesser place to the greater. */
export function isUpward(corners: Uint32Array, side: number): boolean {
  return (corners[side] ?? 0) < (corners[nextCorner(side)] ?? 0)
}

/** Returns the length of each edge. `vertices` are n×3 float32. */
export function measureEdges({ corners, sides, starts }: MeshEdges, vertices: Float32Array): Float64Array {
  const lengths = new Float64Array(starts.length - 1)
  for (let edge = 0; edge < lengths.length; edge++) {
    const side = sides[starts[edge] ?? 0] ?? 0
    const from = 3 * (corners[side] ?? 0)
    const to = 3 * (corners[nextCorner(side)] ?? 0)
    const x = (vertices[to] ?? 0) - (vertices[from] ?? 0)
    const y = (vertices[to + 1] ?? 0) - (vertices[from + 1] ?? 0)
    const z = (vertices[to + 2] ?? 0) - (vertices[from + 2] ?? 0)
    lengths[edge] = Math.sqrt(x * x + y * y + z * z)
  }
  return lengths
}
