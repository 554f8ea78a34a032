import type { PointCloudResult } from '../../contract/domain/result/result.ts'
import type { Display } from '../../contract/look/display.ts'
import { toDotDisplay } from '../../contract/look/label-dots.ts'
import type { PreparedCloud, PreparedLabels, PreparedTable } from '../prepared/prepared.ts'
import type { Frame, PlacedContent } from './camera.ts'
import { drawPoints } from './draw-points.ts'

/** Returns sRGB with opacity of `size`² pixels: a dot at each place. */
export function drawDots(
  { placement, ...labels }: (PreparedLabels | PreparedTable) & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  return drawPoints({ ...toCloud(labels), ...(placement && { placement }) }, toDotDisplay(display), frame)
}

/** Returns the places of labels or rows as points. */
export function toCloud({
  bounds,
  centre,
  positions,
  result,
}: PreparedLabels | PreparedTable): PreparedCloud {
  const { points = positions, offset } = result
  const places: PointCloudResult = { type: 'point_cloud', points, ...(offset && { offset }) }
  return { type: 'point_cloud', result: places, bounds, centre, positions, diameter: 0, range: null }
}
