import { measureScale } from '../../../contract/look/affine.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import type { PreparedLines } from '../../prepared/prepared.ts'
import { fillLines, toRadius } from '../draw-lines.ts'
import { createPointPaint } from '../point-colors.ts'
import { movePoints } from './move-part.ts'
import type { ShownPart } from './show-part.ts'
import { createTint, type SceneCamera, type Source } from './source.ts'

/** Returns the pieces of lines. */
export function createLineSource(
  { prepared, place, display, opacity, color, width, kept }: ShownPart<PreparedLines>,
  { camera, size }: SceneCamera,
): Source {
  const lines = movePoints(prepared, place)
  const usual = toRadius(display, size)
  const across = width === undefined ? 0 : width * (place ? measureScale(place) : 1) * camera.unitPixels
  const paint = createPointPaint(prepared, display)
  const tint = createTint()
  return {
    opacity,
    fill: (target) =>
      fillLines(
        lines,
        {
          camera,
          kept,
          toRadius: width === undefined ? () => usual : (nearness) => (across * nearness) / 2,
        },
        target,
      ),
    begin() {},
    shade(from, part) {
      const [red, green, blue] = color ?? paint(from, from + 1, part)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      return tint
    },
  }
}
