import type { Mesh } from 'specimen-host/plugin'
import { findPlaces } from './weld.ts'

/**
 * Returns the number of edges whose triangles do not run through them as often one way as the other; vertices
 * at one position are one. Without such edges a mesh has an inside: it is closed, and all of it is turned
 * alike.
 */
export function countOpenEdges({ vertices, indices }: Pick<Mesh, 'vertices' | 'indices'>): number {
  const { placeOf, count } = findPlaces(vertices)
  // 2 · (low · count + high), and 1 for the way from high to low.
  const edges = new Float64Array(indices.length)
  let length = 0
  for (let i = 0; i < indices.length; i++) {
    const next = i % 3 === 2 ? i - 2 : i + 1
    const [from, to] = [placeOf[indices[i] ?? 0] ?? 0, placeOf[indices[next] ?? 0] ?? 0]
    if (from !== to)
      edges[length++] = 2 * (Math.min(from, to) * count + Math.max(from, to)) + Number(from > to)
  }
  const sorted = edges.subarray(0, length).sort()
  let open = 0
  for (let i = 0; i < length; ) {
    const edge = Math.floor((sorted[i] ?? 0) / 2)
    let balance = 0
    for (; i < length && Math.floor((sorted[i] ?? 0) / 2) === edge; i++)
      balance += (sorted[i] ?? 0) % 2 === 0 ? 1 : -1
    if (balance !== 0) open++
  }
  return open
}
