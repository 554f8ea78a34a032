/**
 * The placement of a specimen: the map from its own coordinates to those of the scene, in which camera and
 * light stand. The scene of anatomy is the world RAS: x to the patient's right, y forward, z up. Samples of
 * an axis that grows to the left are thereby drawn where they are, and not as their mirror image.
 */
import { findWorldEnds, toWorld } from '../../contract/domain/result/direction.ts'
import type { Result } from '../../contract/domain/result/result.ts'
import { type Affine, identity, invertAffine, joinAffine, mapBox } from '../../contract/look/affine.ts'
import { type Bounds, toFiniteBox } from '../../contract/look/box.ts'
import { subtract, toVector } from '../../contract/look/vectors.ts'
import { splitAxes } from '../../contract/text/words.ts'
import type { Prepared } from './prepared.ts'
import { toWorldAffine } from './world-place.ts'

/** The directions in which the axes of an anatomical scene grow. */
export const sceneEnds = 'RAS'

/** A result with its box in its own coordinates. */
interface PlacedResult {
  readonly result: Result
  readonly bounds: Bounds
}

/** Returns the anatomical directions of x, y and z: the result's own, else those of its author; or ''. */
export function findOrientation(result: Result, axes = ''): string {
  const own = 'orientation' in result ? result.orientation : undefined
  return own ?? splitAxes(axes).orientation ?? ''
}

/** Returns a content with its placement; `orientation` is that of {@link findOrientation}. */
export function withPlacement(prepared: Prepared, orientation: string): Prepared {
  const placement = findPlacement(prepared, orientation)
  const known = orientation === '' || prepared.type === 'image' ? prepared : { ...prepared, orientation }
  return placement ? { ...known, placement } : known
}

/** Returns the way from a result's box, as it is drawn, to its scene; undefined where that is the same. */
export function findPlacement({ result, bounds }: PlacedResult, orientation: string): Affine | undefined {
  if (result.type === 'image') return undefined
  const place = findWorldPlacement({ result, bounds })
  if (!place || result.type !== 'volume') return toScene(orientation)
  const turn = toScene(findWorldEnds(result) ?? '')
  return turn ? joinAffine(turn, place) : place
}

/** Returns the way from a result's box to the world that its coordinates are told in; undefined as above. */
export function findWorldPlacement({ result, bounds }: PlacedResult): Affine | undefined {
  if (result.type !== 'volume' || !result.direction) return undefined
  return joinAffine(toWorldAffine(result), toFractions(bounds))
}

/** Returns the way from a world to the scene; undefined where that is the same, or not known. */
function toScene(ends: string): Affine | undefined {
  if (ends === '' || ends === sceneEnds) return undefined
  const [x, y, z] = identity.columns
  const turn = (column: typeof x): typeof x => toWorld(column, ends, sceneEnds)
  return { columns: [turn(x), turn(y), turn(z)], start: [0, 0, 0] }
}

/** Returns the way from places in a box to fractions of it. */
function toFractions({ low, high }: Bounds): Affine {
  const sides = subtract(high, low)
  const [x, y, z] = identity.columns
  const shrink = (column: typeof x): typeof x => toVector((axis) => column[axis] / sides[axis])
  return {
    columns: [shrink(x), shrink(y), shrink(z)],
    start: toVector((axis) => -low[axis] / sides[axis]),
  }
}

const anatomicalEnds = ['LR', 'PA', 'IS']

/**
 * Returns the axis of the scene whose colour an axis of a specimen has: of anatomy the one along which it
 * leads, so that left to right has one colour in every file of a head; else its own.
 */
export function findColorAxis({ orientation }: Pick<Prepared, 'orientation'>, axis: number): number {
  const end = orientation?.charAt(axis) ?? ''
  const found = end === '' ? -1 : anatomicalEnds.findIndex((ends) => ends.includes(end))
  return found < 0 ? axis : found
}

/** Returns the map from a specimen's coordinates to the scene's. */
export function placementOf({ placement }: Pick<Prepared, 'placement'>): Affine {
  return placement ?? identity
}

/** Returns the map from the scene's coordinates to the specimen's. */
export function findWayBack(prepared: Pick<Prepared, 'placement'>): Affine {
  return invertAffine(placementOf(prepared))
}

/** A content as far as its box goes. */
export interface BoxedContent extends Pick<Prepared, 'bounds' | 'placement'> {
  readonly shownBounds?: Bounds
}

/** Returns the box in the scene that cameras fit: that of a content with what a view has moved out of it. */
export function findShownBox(content: BoxedContent): Bounds {
  return findSceneBox({ ...content, bounds: content.shownBounds ?? content.bounds })
}

/** Returns the box of a content in the scene; a finite one, whatever the content. */
export function findSceneBox({ bounds, placement }: Pick<Prepared, 'bounds' | 'placement'>): Bounds {
  const box = toFiniteBox(bounds)
  return placement ? mapBox(placement, box) : box
}
