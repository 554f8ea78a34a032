import { isKept } from '../../../contract/look/clip.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import { add, scale } from '../../../contract/look/vectors.ts'
import type { PreparedImage } from '../../prepared/prepared.ts'
import { createImageReading } from '../draw-image.ts'
import { createFragment } from '../fragment.ts'
import { toPartSpaces } from './move-part.ts'
import type { ShownPart } from './show-part.ts'
import { createTint, type SceneCamera, type Source } from './source.ts'

/** Returns the plane of an image: its pixels are squares of a unit at z = 0, with y downward. */
export function createImageSource(
  { prepared, place, display, opacity, kept }: ShownPart<PreparedImage>,
  { partCamera }: SceneCamera,
): Source {
  const { width, height } = prepared.result
  const read = createImageReading(prepared, display)
  const spaces = toPartSpaces(kept, place)
  const tint = createTint()
  return {
    opacity,
    fill(target) {
      const fragment = createFragment()
      for (let y = target.top; y < target.bottom; y++) {
        for (let x = target.left; x < target.right; x++) {
          const direction = partCamera.castRay(x + 0.5, y + 0.5)
          const far = -partCamera.eye[2] / direction[2]
          if (!(far > 0) || far === Number.POSITIVE_INFINITY) continue
          const at = add(partCamera.eye, scale(direction, far))
          const [column, row] = [Math.floor(at[0]), Math.floor(at[1])]
          if (column < 0 || row < 0 || column >= width || row >= height) continue
          if (target.hides(x, y, 1 / far) || !isKept(spaces, at)) continue
          fragment.x = x
          fragment.y = y
          fragment.nearness = 1 / far
          fragment.element = row * width + column
          fragment.opacity = read(fragment.element)[3]
          target.put(fragment)
        }
      }
    },
    begin() {},
    shade(pixel) {
      const [red, green, blue] = read(pixel)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      return tint
    },
  }
}
