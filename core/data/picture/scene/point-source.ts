import { applyAffine, measureScale } from '../../../contract/look/affine.ts'
import { diagonal, middle, toFiniteBox } from '../../../contract/look/box.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import type { PreparedCloud } from '../../prepared/prepared.ts'
import { coverDisc, type Disc, Discs } from '../draw-points.ts'
import { createFragment } from '../fragment.ts'
import { movePoints } from './move-part.ts'
import type { ShownPart } from './show-part.ts'
import { createTint, type SceneCamera, type Source } from './source.ts'

/** Returns the discs of points. */
export function createPointSource(
  { prepared, place, display, opacity, color, width, kept }: ShownPart<PreparedCloud>,
  { camera, size }: SceneCamera,
): Source {
  const factor = place ? measureScale(place) : 1
  const box = toFiniteBox(prepared.bounds)
  const centre = middle(box)
  const ball = {
    middle: place ? applyAffine(place, centre) : centre,
    radius: (diagonal(box) / 2 || 1) * factor,
  }
  const chosen = width === undefined ? display : { ...display, pointSize: null, pointScale: 1 }
  const moved = { ...movePoints(prepared, place), diameter: factor * (width ?? prepared.diameter) }
  const discs = new Discs(moved, chosen, { camera, kept, size, ball })
  const tint = createTint()
  let last: { readonly index: number; readonly disc: Disc | undefined } = { index: -1, disc: undefined }
  return {
    opacity,
    fill(target) {
      const fragment = createFragment()
      for (let i = 0; i < discs.count && !target.isFull; i++) {
        const disc = discs.find(i)
        if (!disc) continue
        fragment.element = i
        fragment.nearness = 1 / disc.at[2]
        coverDisc(disc, target, (x, y, right, up) => {
          if (target.hides(x, y, fragment.nearness)) return
          fragment.x = x
          fragment.y = y
          fragment.u = right
          fragment.v = up
          target.put(fragment)
        })
      }
    },
    begin() {},
    shade(index, right, up) {
      if (last.index !== index) last = { index, disc: discs.find(index) }
      const { disc } = last
      if (!disc) return tint
      const [red, green, blue] = discs.shade(color ? { ...disc, color } : disc, right, up)
      tint.red = toLinear(red)
      tint.green = toLinear(green)
      tint.blue = toLinear(blue)
      tint.cover = disc.cover
      return tint
    },
  }
}
