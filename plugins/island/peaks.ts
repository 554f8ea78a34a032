/** Summits and how far they stand out. */
import type { Net } from './relief.ts'

/** A summit. */
export interface Peak {
  readonly x: number
  readonly y: number
  /** In km, as all lengths. */
  readonly height: number
  /** How far one must descend at least on the way to a higher summit; the height of the highest one. */
  readonly prominence: number
}

/**
 * Returns the summits of at least this prominence, highest first. Vertices are taken from the highest down,
 * as a sea that falls would lay them bare: where the slopes of two summits meet is the saddle of the lower
 * one.
 */
export function findPeaks({ vertices, indices }: Net, least: number): readonly Peak[] {
  const heights = Float64Array.from({ length: vertices.length / 3 }, (_, i) => vertices[3 * i + 2] ?? 0)
  const order = [...heights.keys()].filter((vertex) => (heights[vertex] ?? 0) > 0)
  order.sort((a, b) => (heights[b] ?? 0) - (heights[a] ?? 0) || a - b)
  const neighbours = listNeighbours(indices, heights.length)
  /** Of a vertex that is bare: one nearer to the summit of its slopes, or itself. */
  const nearer = new Map<number, number>()
  const findSummit = (vertex: number): number => {
    let at = vertex
    for (let next = nearer.get(at); next !== undefined && next !== at; next = nearer.get(at)) at = next
    nearer.set(vertex, at)
    return at
  }
  const saddles = new Map<number, number>()
  for (const vertex of order) {
    nearer.set(vertex, vertex)
    for (const neighbour of neighbours[vertex] ?? []) {
      if (!nearer.has(neighbour)) continue
      const [one, other] = [findSummit(vertex), findSummit(neighbour)]
      if (one === other) continue
      // Equal heights: the one that was bare first is the higher one.
      const isLower = (heights[one] ?? 0) < (heights[other] ?? 0) || one === vertex
      const [lower, higher] = isLower ? [one, other] : [other, one]
      saddles.set(lower, heights[vertex] ?? 0)
      nearer.set(lower, higher)
    }
  }
  const summits = order.filter((vertex) => (saddles.get(vertex) ?? 0) < (heights[vertex] ?? 0))
  return summits.flatMap((vertex) => {
    const height = heights[vertex] ?? 0
    const prominence = height - (saddles.get(vertex) ?? 0)
    const [x = 0, y = 0] = vertices.subarray(3 * vertex, 3 * vertex + 2)
    return prominence >= least ? [{ x, y, height, prominence }] : []
  })
}

function listNeighbours(indices: Uint32Array, count: number): readonly (readonly number[])[] {
  const neighbours: number[][] = Array.from({ length: count }, () => [])
  for (let t = 0; t < indices.length; t += 3) {
    for (let k = 0; k < 3; k++) {
      const [from = 0, to = 0] = [indices[t + k], indices[t + ((k + 1) % 3)]]
      neighbours[from]?.push(to)
      neighbours[to]?.push(from)
    }
  }
  return neighbours
}
