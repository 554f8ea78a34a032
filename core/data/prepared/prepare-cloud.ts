import type { PointCloudResult } from '../../contract/domain/result/result.ts'
import { diagonal, findBounds, toFiniteBox } from '../../contract/look/box.ts'
import { chooseDiameter, type NeighbourDistances } from '../../contract/look/point-size.ts'
import { findRange } from '../../contract/look/value-range.ts'
import { add } from '../../contract/look/vectors.ts'
import { findCentre, moveBounds, toRelative } from './bounds.ts'
import { listScalarLabels } from './find-labels.ts'
import type { PreparedCloud } from './prepared.ts'

/** Compared pairs of points: 0.1 s. */
const mostPairs = 3e7
const samples = { least: 24, most: 500 }

/** Returns a point cloud with bounds, the size of its points, and the range of its scalars. */
export function prepareCloud(result: PointCloudResult): PreparedCloud {
  const { points, scalars, offset } = result
  const list = listScalarLabels(result)
  const bounds = findBounds(points)
  const centre = findCentre(bounds)
  return {
    type: 'point_cloud',
    result,
    bounds: moveBounds(bounds, offset),
    centre: offset ? add(centre, offset) : centre,
    positions: toRelative(points, centre),
    diameter: chooseDiameter(findDistances(points), diagonal(toFiniteBox(bounds))),
    range: scalars ? findRange(scalars) : null,
    ...(list && { labels: { list } }),
  }
}

/** Returns the distances to the nearest point elsewhere, of some points; 0 for a single place. */
export function findDistances(points: Float32Array): NeighbourDistances {
  const count = Math.floor(points.length / 3)
  const wanted = Math.min(samples.most, Math.max(samples.least, Math.floor(mostPairs / count)), count)
  const distances: number[] = []
  for (let i = 0; i < wanted; i++) {
    const distance = findNearest(points, 3 * Math.floor(((i + 0.5) / wanted) * count))
    if (Number.isFinite(distance)) distances.push(distance)
  }
  distances.sort((a, b) => a - b)
  const find = (part: number): number => Math.sqrt(distances[Math.floor(part * distances.length)] ?? 0)
  return { usual: find(1 / 2), short: find(1 / 10) }
}

/** Returns the square of the distance; infinity for a point alone, or one that is NaN. */
function findNearest(points: Float32Array, at: number): number {
  const [x = 0, y = 0, z = 0] = points.subarray(at, at + 3)
  let nearest = Number.POSITIVE_INFINITY
  for (let i = 0; i + 2 < points.length; i += 3) {
    const dx = (points[i] ?? 0) - x
    const dy = (points[i + 1] ?? 0) - y
    const dz = (points[i + 2] ?? 0) - z
    const distance = dx * dx + dy * dy + dz * dz
    if (distance > 0 && distance < nearest) nearest = distance
  }
  return nearest
}
