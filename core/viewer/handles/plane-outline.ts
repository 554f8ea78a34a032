import { type Bounds, diagonal } from '../../contract/look/box.ts'
import { type HalfSpace, listFaces } from '../../contract/look/clip.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { add, cross, dot, scale, subtract } from '../../contract/look/vectors.ts'
import { toUnit } from './follow-place.ts'
import type { ResultSpace } from './result-space.ts'

/** A plane through a point, across a unit vector. */
export interface PointPlane {
  readonly point: Vector3
  readonly normal: Vector3
}

/** Half the side of the square that stands for a plane which does not meet the box, as a part of its size. */
const asidePart = 0.12

/**
 * Returns the line where a plane cuts what is shown of a result, which ends where it begins; beside that a
 * small square.
 */
export function cutShown(plane: PointPlane, space: ResultSpace): readonly Vector3[] {
  const { toPicture, toResult, shown, size } = space
  const cut = clipSquare(toLargeSquare(plane, space.box, size).map(toPicture), shown).map(toResult)
  const shape = cut.length > 0 ? cut : toSquare(plane, asidePart * size)
  return [...shape, ...shape.slice(0, 1)]
}

/** Returns the corners of the shape in which a plane cuts a box, in their order; none where it does not. */
export function cutBox(plane: PointPlane, box: Bounds, size: number): readonly Vector3[] {
  return clipSquare(toLargeSquare(plane, box, size), box)
}

/** Returns a square that is larger than a box, wherever the point is on the plane. */
function toLargeSquare(plane: PointPlane, box: Bounds, size: number): readonly Vector3[] {
  return toSquare(plane, size + diagonal(box) + Math.hypot(...subtract(plane.point, box.low)))
}

function clipSquare(square: readonly Vector3[], box: Bounds): readonly Vector3[] {
  const cut = listFaces(box).reduce(clip, square)
  return cut.length > 2 ? cut : []
}

function toSquare({ point, normal }: PointPlane, half: number): readonly Vector3[] {
  const least = Math.abs(normal[2]) < 0.9 ? ([0, 0, 1] as const) : ([1, 0, 0] as const)
  const right = scale(toUnit(cross(normal, least)), half)
  const up = cross(normal, right)
  const corners = [add(right, up), subtract(up, right), scale(add(right, up), -1), subtract(right, up)]
  return corners.map((corner) => add(point, corner))
}

/** Returns the part of a convex shape that is kept (Sutherland and Hodgman). */
function clip(shape: readonly Vector3[], { normal, constant }: HalfSpace): readonly Vector3[] {
  const height = (place: Vector3): number => dot(normal, place) + constant
  return shape.flatMap((place, i) => {
    const next = shape[(i + 1) % shape.length] ?? place
    const [here, there] = [height(place), height(next)]
    const kept = here >= 0 ? [place] : []
    if (here >= 0 === there >= 0) return kept
    return [...kept, add(place, scale(subtract(next, place), here / (here - there)))]
  })
}
