/** The first point of each line, and what follows from it. */
import type { LinesResult } from '../../contract/domain/result/result.ts'

/** Lines as far as their cutting goes. */
export type CutLines = Pick<LinesResult, 'points' | 'starts'>

const [single, none] = [Uint32Array.of(0), new Uint32Array()]

/** Returns the first point of each line, growing from 0: one for all points where a result has no starts. */
export function listStarts({ points, starts }: CutLines): Uint32Array {
  if (points.length === 0) return none
  return starts && starts.length > 0 ? starts : single
}

/** The points of a line: those from `first` to before `end`. */
export interface LineEnds {
  /** Its place among all lines, from 0. */
  readonly line: number
  readonly first: number
  readonly end: number
}

/** Returns what finds the line of a point. Points that follow each other take no search. */
export function createLineFinder(lines: CutLines): (point: number) => LineEnds {
  const starts = listStarts(lines)
  const count = lines.points.length / 3
  let ends: LineEnds = { line: 0, first: 0, end: 0 }
  return (point) => {
    if (point >= ends.first && point < ends.end) return ends
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >>> 1
      if ((starts[middle] ?? count) <= point) low = middle
      else high = middle
    }
    ends = { line: low, first: starts[low] ?? 0, end: starts[low + 1] ?? count }
    return ends
  }
}

/**
 * Returns the segments of lines as pairs of points: each point with the next of its line, and a line of one
 * point as that point twice, so that no line is lost.
 */
export function listSegments(lines: CutLines): Uint32Array {
  const starts = listStarts(lines)
  const pairs = new Uint32Array(2 * countSegments(lines))
  let at = 0
  starts.forEach((first, line) => {
    const last = (starts[line + 1] ?? lines.points.length / 3) - 1
    for (let point = first; point < Math.max(last, first + 1); point++) {
      pairs[at++] = point
      pairs[at++] = Math.min(point + 1, last)
    }
  })
  return pairs
}

/** Returns the number of segments, one of a line of one point among them. */
export function countSegments(lines: CutLines): number {
  const starts = listStarts(lines)
  const count = lines.points.length / 3
  const singles = starts.reduce(
    (sum, first, line) => sum + Number((starts[line + 1] ?? count) - first === 1),
    0,
  )
  return count - starts.length + singles
}
