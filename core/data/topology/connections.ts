/** The connection of things by pairs of them: disjoint sets, as in Tarjan (J. ACM 22, 1975). */
import { isUpward, type MeshEdges } from './mesh-edges.ts'

/** Connected parts, and what they are made of. */
export interface Parts {
  /** Places that triangles use. */
  readonly places: number
  /** Sets of places that triangles connect. */
  readonly parts: number
}

/** Counts the parts of triangles whose corners are below `limit`. */
export function countParts({ corners }: MeshEdges, limit: number): Parts {
  const parents = createSets(limit)
  const used = new Uint8Array(limit)
  let [places, joins] = [0, 0]
  for (let i = 0; i < corners.length; i++) {
    const corner = corners[i] ?? 0
    if (used[corner] === 0) {
      used[corner] = 1
      places++
    }
    if (i % 3 > 0 && join(parents, corner, corners[i - 1] ?? 0)) joins++
  }
  return { places, parts: places - joins }
}

/**
 * Returns the least number of triangles to turn around so that both triangles of every edge that has two pass
 * it in opposite ways; null where turning cannot reach that. Of the triangles that such edges connect, the
 * lesser part is turned.
 */
export function countFlipped({ corners, sides, starts }: MeshEdges): number | null {
  const triangles = corners.length / 3
  // Each triangle stands for itself as it is, and once more for itself turned around, behind all others.
  const parents = createSets(2 * triangles)
  for (let edge = 0; edge + 1 < starts.length; edge++) {
    const start = starts[edge] ?? 0
    if ((starts[edge + 1] ?? 0) - start !== 2) continue
    const [one, other] = [sides[start] ?? 0, sides[start + 1] ?? 0]
    const isAlike = isUpward(corners, one) === isUpward(corners, other)
    const [first, second] = [Math.floor(one / 3), Math.floor(other / 3)]
    join(parents, first, isAlike ? second + triangles : second)
    join(parents, first + triangles, isAlike ? second : second + triangles)
  }
  // A set has the triangles as they are that agree with it; the set of the others is its opposite.
  const sizes = new Uint32Array(2 * triangles)
  for (let triangle = 0; triangle < triangles; triangle++) {
    const set = find(parents, triangle)
    if (set === find(parents, triangle + triangles)) return null
    sizes[set] = (sizes[set] ?? 0) + 1
  }
  let flipped = 0
  for (let triangle = 0; triangle < triangles; triangle++) {
    const set = find(parents, triangle)
    const opposite = find(parents, triangle + triangles)
    const [agree, differ] = [sizes[set] ?? 0, sizes[opposite] ?? 0]
    flipped += Math.min(agree, differ)
    sizes[set] = 0 // counted
    sizes[opposite] = 0
  }
  return flipped
}

/** Returns sets of one thing each, below `count`: the parent of each. */
export function createSets(count: number): Uint32Array {
  const parents = new Uint32Array(count)
  for (let thing = 0; thing < count; thing++) parents[thing] = thing
  return parents
}

/** Joins the sets of two things; false where they are one already. */
export function join(parents: Uint32Array, one: number, other: number): boolean {
  const [first, second] = [find(parents, one), find(parents, other)]
  if (first === second) return false
  // The lesser root: without ranks, and with halved paths still logarithmic.
  if (first < second) parents[second] = first
  else parents[first] = second
  return true
}

/** Returns the thing that stands for the set of a thing. */
export function find(parents: Uint32Array, thing: number): number {
  let at = thing
  for (;;) {
    const parent = parents[at] ?? 0
    if (parent === at) return at
    const above = parents[parent] ?? 0
    parents[at] = above
    at = above
  }
}
