/** The coordinates of a result, and the way from them to those of its picture. */
import { applyAffine, identity, invertAffine, mapBox } from '../../contract/look/affine.ts'
import { type Bounds, diagonal, toFiniteBox } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { findWorldPlacement } from '../../data/prepared/placement.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { Hit } from '../stage/hit.ts'
import type { Stage } from '../stage/stage.ts'
import type { PlaceSight } from './follow-place.ts'
import { roundPlace, toUnitLength } from './rounding.ts'

/**
 * The coordinates of a result, in which its function takes places. A picture draws most results in these, but
 * a volume with directions along its axes, whose places are those of its world.
 */
export interface ResultSpace {
  readonly toPicture: (place: Vector3) => Vector3
  readonly toResult: (place: Vector3) => Vector3
  /** The box of the result, a finite one along its axes. */
  readonly box: Bounds
  /** The box of the picture, in its coordinates: of an oblique volume a smaller one. */
  readonly shown: Bounds
  /** The length of its diagonal. */
  readonly size: number
}

/** Returns the space of a result. */
export function toResultSpace(prepared: Prepared): ResultSpace {
  const way = findWorldPlacement(prepared) ?? identity
  const back = invertAffine(way)
  const shown = toFiniteBox(prepared.bounds)
  const box = mapBox(way, shown)
  return {
    toPicture: (place) => applyAffine(back, place),
    toResult: (place) => applyAffine(way, place),
    box,
    shown,
    size: diagonal(box) || 1,
  }
}

/** Returns a stage in the coordinates of its result. */
export function createSight(stage: Stage, { toPicture, toResult }: ResultSpace): PlaceSight {
  return {
    project: (place) => stage.project(toPicture(place)),
    unproject: ([x, y], depth) => toResult(stage.unproject(x, y, depth)),
    pick([x, y]) {
      const hit = stage.pick(x, y)
      return hit && toResult(hit.placeInData ?? hit.place)
    },
  }
}

/** Returns the place of a hit for a parameter: in the coordinates of the result, and rounded. */
export function toPickedPlace(prepared: Prepared, hit: Hit): Vector3 {
  const { toResult, size } = toResultSpace(prepared)
  return roundPlace(toResult(hit.placeInData ?? hit.place), toUnitLength(size))
}
