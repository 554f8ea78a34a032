import { listParts, type PartResult, type SceneResult } from '../../contract/domain/result/result.ts'
import { type Affine, applyAffine, joinAffine, mapBox, toPlaceAffine } from '../../contract/look/affine.ts'
import { type Bounds, joinBoxes, middle, toFiniteBox } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { findPartLook } from '../../contract/look/part-look.ts'
import { toMoveAffine } from '../../contract/look/part-move.ts'
import { findWorldPlacement } from './placement.ts'
import type { PreparedPart, PreparedScene, PreparedScenePart } from './prepared.ts'

/** Returns the parts of a scene, each ready to be drawn by `preparePart`, and the box around them. */
export function prepareScene(
  result: SceneResult,
  preparePart: (part: PartResult) => PreparedPart,
): PreparedScene {
  const parts = listParts(result.parts).map(([name, part]): PreparedScenePart => {
    const { look, place } = part
    const prepared = preparePart(part)
    const affine = joinPlaces(place && toPlaceAffine(place), findWorldPlacement(prepared))
    return { name, ...(look && { look }), ...(affine && { place: affine }), prepared }
  })
  return { type: 'scene', result, bounds: findSceneBounds(parts), parts, range: null }
}

/** Returns the box around parts, in the coordinates of their scene; a box of nothing for none. */
export function findSceneBounds(parts: readonly PreparedScenePart[]): Bounds {
  const boxes = parts.filter(hasPlaces).map(({ place, prepared: { bounds } }) => {
    const box = toFiniteBox(bounds)
    return place ? mapBox(place, box) : box
  })
  return boxes.length > 0 ? boxes.reduce(joinBoxes) : { low: [0, 0, 0], high: [0, 0, 0] }
}

/** Rows without places are nowhere in the scene. */
function hasPlaces({ prepared }: PreparedScenePart): boolean {
  return prepared.type !== 'table' || prepared.positions.length > 0
}

/** Returns the way from a part to its scene as a view shows it; undefined where the two are the same. */
export function findShownPlace(part: PreparedScenePart, settings: Display['parts']): Affine | undefined {
  const { move } = findPartLook(part, settings)
  return move ? joinPlaces(toMoveAffine(move, findPartMiddle(part)), part.place) : part.place
}

/** Returns the middle of a part's box, in the coordinates of its scene; a finite one, whatever the part. */
export function findPartMiddle({ place, prepared: { bounds } }: PreparedScenePart): Vector3 {
  const own = middle(toFiniteBox(bounds))
  return place ? applyAffine(place, own) : own
}

function joinPlaces(outer: Affine | undefined, inner: Affine | undefined): Affine | undefined {
  return outer && inner ? joinAffine(outer, inner) : (outer ?? inner)
}
