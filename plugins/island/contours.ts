/** Lines of equal height on a net of triangles. */
import type { Lines } from 'specimen-host/plugin'
import type { Net } from './relief.ts'

/** A place on an edge of the net, by its number. */
type Crossing = number

/**
 * Returns the lines of each height, the height as value. Each triangle holds a straight piece of a line, and
 * pieces that share a crossing are joined: a line is closed, or begins and ends on the border of the net. All
 * its points are at its height exactly.
 */
export function drawContours(net: Net, levels: readonly number[]): Lines {
  const points: number[] = []
  const starts: number[] = []
  const heights: number[] = []
  for (const level of levels) {
    for (const line of traceLevel(net, level)) {
      starts.push(heights.length)
      for (const crossing of line) {
        points.push(...toPlace(net, crossing, level))
        heights.push(1000 * level)
      }
    }
  }
  const scalars = Float32Array.from(heights)
  return {
    points: Float32Array.from(points),
    starts: Uint32Array.from(starts),
    scalars,
    valueName: 'height',
    valueUnit: 'm',
  }
}

/**
 * Returns the lines of a level as crossings. A vertex at the level counts as above it, so that no line forks.
 */
function traceLevel({ vertices, indices }: Net, level: number): readonly (readonly Crossing[])[] {
  const isAbove = (vertex: number): boolean => (vertices[3 * vertex + 2] ?? 0) >= level
  const beside = new Map<Crossing, Crossing[]>()
  const join = (from: Crossing, to: Crossing): void => {
    const known = beside.get(from)
    if (known) known.push(to)
    else beside.set(from, [to])
  }
  for (let t = 0; t < indices.length; t += 3) {
    const [a, b, c] = [indices[t] ?? 0, indices[t + 1] ?? 0, indices[t + 2] ?? 0]
    if (isAbove(a) === isAbove(b) && isAbove(b) === isAbove(c)) continue // nearly all
    const sides = [
      [a, b],
      [b, c],
      [c, a],
    ] as const
    const ends = sides.flatMap(([from, to]) => (isAbove(from) === isAbove(to) ? [] : [toCrossing(from, to)]))
    const [first, last] = ends
    if (first === undefined || last === undefined) continue
    join(first, last)
    join(last, first)
  }
  return chain(beside)
}

/** Takes lines out of their joints: first those with ends, then the closed ones. */
function chain(beside: Map<Crossing, Crossing[]>): readonly (readonly Crossing[])[] {
  const ends = [...beside].filter(([, next]) => next.length === 1).map(([crossing]) => crossing)
  const lines: Crossing[][] = []
  for (const start of [...ends, ...beside.keys()]) {
    if (!beside.has(start)) continue
    const isClosed = beside.get(start)?.length === 2
    const line: Crossing[] = []
    for (let at: Crossing | undefined = start; at !== undefined; ) {
      line.push(at)
      const next: readonly Crossing[] = beside.get(at) ?? []
      beside.delete(at)
      at = next.find((crossing) => beside.has(crossing))
    }
    if (isClosed) line.push(start)
    lines.push(line)
  }
  return lines
}

/** Edges are numbered by their vertices, the lower first: exact below 2²⁶ of them. */
function toCrossing(from: number, to: number): Crossing {
  return Math.min(from, to) * 2 ** 26 + Math.max(from, to)
}

function toPlace({ vertices }: Net, crossing: Crossing, level: number): readonly number[] {
  const [from, to] = [3 * Math.floor(crossing / 2 ** 26), 3 * (crossing % 2 ** 26)]
  const [low = 0, high = 0] = [vertices[from + 2], vertices[to + 2]]
  const share = (level - low) / (high - low)
  const between = (axis: number): number => {
    const [start = 0, end = 0] = [vertices[from + axis], vertices[to + axis]]
    return start + share * (end - start)
  }
  return [between(0), between(1), level]
}
