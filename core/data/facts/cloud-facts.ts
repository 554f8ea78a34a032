import type { PointCloudResult } from '../../contract/domain/result/result.ts'
import type { PointCloudFacts } from '../../contract/wire/facts.ts'
import { weldVertices } from '../topology/weld-vertices.ts'
import { measureBox, measureBoxVolume, toFactBox } from './box-facts.ts'
import { measureScalars } from './measure-scalars.ts'
import { listTexts } from './texts.ts'

/** Returns the facts of a point cloud; `PointCloudFacts` defines each. */
export function measureCloud(cloud: PointCloudResult): PointCloudFacts {
  const { points, offset } = cloud
  const pointCount = points.length / 3
  const box = measureBox(points)
  const volume = box ? measureBoxVolume(box) : null
  return {
    kind: 'point_cloud',
    ...listTexts(cloud),
    point_count: pointCount,
    place_count: weldVertices(points).count,
    bounds: toFactBox(box, offset),
    density: volume === null ? null : pointCount / volume,
    ...measureScalars(cloud),
  }
}
