import type { LinesResult } from '../../contract/domain/result/result.ts'
import type { LinesFacts } from '../../contract/wire/facts.ts'
import { listStarts } from '../topology/line-ends.ts'
import { measureBox, toFactBox } from './box-facts.ts'
import { CompensatedSum } from './compensated-sum.ts'
import { measureScalars } from './measure-scalars.ts'
import { listTexts } from './texts.ts'

/** Returns the facts of lines; `LinesFacts` defines each. */
export function measureLines(lines: LinesResult): LinesFacts {
  const { points, offset } = lines
  const starts = listStarts(lines)
  const pointCount = points.length / 3
  const whole = new CompensatedSum()
  let longest = 0 // in the unit of lengths
  let closed = 0 // lines
  starts.forEach((first, line) => {
    const last = (starts[line + 1] ?? pointCount) - 1
    const length = new CompensatedSum()
    for (let point = first; point < last; point++) {
      const segment = measureSegment(points, 3 * point)
      length.add(segment)
      whole.add(segment)
    }
    longest = Math.max(longest, length.total)
    if (last - first >= 2 && isSamePlace(points, 3 * first, 3 * last)) closed++
  })
  return {
    kind: 'lines',
    ...listTexts(lines),
    line_count: starts.length,
    point_count: pointCount,
    bounds: toFactBox(measureBox(points), offset),
    length: whole.total,
    longest_length: starts.length > 0 ? longest : null,
    closed_count: closed,
    ...measureScalars(lines),
  }
}

/** Returns the distance of a point from the next, in double: squares of float32 do not overflow. */
function measureSegment(points: Float32Array, at: number): number {
  const x = (points[at + 3] ?? 0) - (points[at] ?? 0)
  const y = (points[at + 4] ?? 0) - (points[at + 1] ?? 0)
  const z = (points[at + 5] ?? 0) - (points[at + 2] ?? 0)
  return Math.sqrt(x * x + y * y + z * z)
}

function isSamePlace(points: Float32Array, one: number, other: number): boolean {
  return [0, 1, 2].every((axis) => points[one + axis] === points[other + axis])
}
