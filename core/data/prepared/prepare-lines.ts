import type { LinesResult, PointCloudResult } from '../../contract/domain/result/result.ts'
import { findBounds } from '../../contract/look/box.ts'
import { findRange } from '../../contract/look/value-range.ts'
import { add } from '../../contract/look/vectors.ts'
import { findCentre, moveBounds, toRelative } from './bounds.ts'
import { listScalarLabels } from './find-labels.ts'
import type { PreparedCloud, PreparedLines } from './prepared.ts'

/** Returns lines with bounds, the points that are joined, and the range of their scalars. */
export function prepareLines(result: LinesResult): PreparedLines {
  const { scalars } = result
  const list = listScalarLabels(result)
  return {
    type: 'lines',
    result,
    ...preparePlaces(result),
    joined: joinPoints(result),
    range: scalars ? findRange(scalars) : null,
    ...(list && { labels: { list } }),
  }
}

/** Returns for each point 1 where a line leads to the next one. */
function joinPoints({ points, starts }: Pick<LinesResult, 'points' | 'starts'>): Uint8Array {
  const joined = new Uint8Array(Math.floor(points.length / 3)).fill(1)
  for (const start of starts ?? []) if (start > 0) joined[start - 1] = 0
  if (joined.length > 0) joined[joined.length - 1] = 0
  return joined
}

/** Returns the box of points, and the points relative to a centre. */
export function preparePlaces({
  points,
  offset,
}: Pick<PointCloudResult, 'points' | 'offset'>): Pick<PreparedCloud, 'bounds' | 'centre' | 'positions'> {
  const bounds = findBounds(points)
  const centre = findCentre(bounds)
  return {
    bounds: moveBounds(bounds, offset),
    centre: offset ? add(centre, offset) : centre,
    positions: toRelative(points, centre),
  }
}
