import type { Display } from '../../contract/look/display.ts'
import { toDotDisplay } from '../../contract/look/label-dots.ts'
import type { PreparedCloud, PreparedLabels } from '../prepared/prepared.ts'
import type { Frame, PlacedContent } from './camera.ts'
import { drawPoints } from './draw-points.ts'

/** Returns sRGB with opacity of `size`² pixels: a dot at each place. */
export function drawDots(
  { placement, ...labels }: PreparedLabels & PlacedContent,
  display: Display,
  frame: Frame,
): Float32Array {
  return drawPoints({ ...toCloud(labels), ...(placement && { placement }) }, toDotDisplay(display), frame)
}

/** Returns the places of labels as points. */
export function toCloud({ result, ...places }: PreparedLabels): PreparedCloud {
  return { ...places, type: 'point_cloud', result: { ...result, type: 'point_cloud' }, diameter: 0 }
}
