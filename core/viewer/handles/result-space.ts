/** The coordinates of a result, and the way from them to those of its picture. */
import { applyAffine, identity, invertAffine, mapBox, turnNormal } from '../../contract/look/affine.ts'
import { type Bounds, diagonal, toFiniteBox } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { subtract, toVector } from '../../contract/look/vectors.ts'
import { findWorldPlacement } from '../../data/prepared/placement.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import { sizeOf, toIndex } from '../../data/prepared/volume-grid.ts'
import type { Hit } from '../stage/hit.ts'
import type { Stage } from '../stage/stage.ts'
import type { PlaceSight } from './follow-place.ts'

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
  /** Returns the middle of the sample that a place is in; absent for a result without a grid of samples. */
  readonly toSample?: (place: Vector3) => Vector3
  /** Returns the box that an annotation names: `bounds`, or a parameter; undefined before it is known. */
  readonly boxOf: (within: string) => Bounds | undefined
}

/** Boxes of data by the names of the parameters that take them, in the coordinates of those data. */
export type DataBoxes = ReadonlyMap<string, Bounds>

const noBoxes: DataBoxes = new Map()

/** Returns the space of a result. */
export function toResultSpace(prepared: Prepared, boxes: DataBoxes = noBoxes): ResultSpace {
  const way = findWorldPlacement(prepared) ?? identity
  const back = invertAffine(way)
  const shown = toFiniteBox(prepared.bounds)
  const box = mapBox(way, shown)
  const counts = countSamples(prepared)
  return {
    toPicture: (place) => applyAffine(back, place),
    toResult: (place) => applyAffine(way, place),
    box,
    shown,
    size: diagonal(box) || 1,
    boxOf: (within) => (within === 'bounds' ? box : boxes.get(within)),
    ...(counts && {
      toSample: (place) => applyAffine(way, toMiddle(shown, counts, applyAffine(back, place))),
    }),
  }
}

/** Returns the number of samples along x, y and z; null for a result without a grid. */
function countSamples({ result }: Prepared): Vector3 | null {
  if (result.type === 'volume') return sizeOf(result)
  return result.type === 'image' ? [result.width, result.height, 1] : null
}

/** Returns the middle of the sample of a box that a place is in, or is nearest to. */
function toMiddle({ low, high }: Bounds, counts: Vector3, place: Vector3): Vector3 {
  const sides = subtract(high, low)
  const fractions = toVector((axis) => (sides[axis] > 0 ? (place[axis] - low[axis]) / sides[axis] : 0.5))
  const index = toIndex(counts, fractions)
  return toVector((axis) => low[axis] + ((index[axis] + 0.5) / counts[axis]) * sides[axis])
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

/** A place that was picked on a surface. */
export interface PickedSurface {
  readonly point: Vector3
  /** The direction away from the surface there, of length 1; null where none is seen, as of points. */
  readonly normal: Vector3 | null
}

/** Returns a hit in the coordinates of the result. */
export function toPickedSurface(prepared: Prepared, hit: Hit): PickedSurface {
  const way = findWorldPlacement(prepared) ?? identity
  const point = applyAffine(way, hit.placeInData ?? hit.place)
  return { point, normal: hit.normal ? turnNormal(invertAffine(way), hit.normal) : null }
}
