import type { PointCloudResult } from '../../../domain/result/result.ts'
import type { PreparedCloud } from '../prepared.ts'
import { findBounds } from './bounds.ts'
import { findRange } from './value-range.ts'

/** Returns a point cloud with bounds, and the range of its scalars. */
export function prepareCloud(result: PointCloudResult): PreparedCloud {
  const { points, scalars } = result
  return {
    type: 'point_cloud',
    result,
    bounds: findBounds(points),
    range: scalars ? findRange(scalars) : null,
  }
}
