import { type Camera, type Matrix4, Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'

/** A camera before places. */
export interface Sight {
  readonly camera: Camera
  /** From the places' coordinates to those of the scene. */
  readonly matrix: Matrix4
  /** The part of half the picture's width and height that stays free at each edge. */
  readonly margin: readonly [right: number, up: number]
  /** The parts of half the picture's width and height at its lower right corner that stay free. */
  readonly corner: readonly [right: number, up: number]
}

/**
 * Returns the way, at the depth of the first place and in the coordinates of the places, that brings all of
 * them into the picture; none where they are there, or behind the eye.
 */
export function findShift(places: readonly Place[], { camera, matrix, margin, corner }: Sight): Place {
  const seen = places.map((place) => new Vector3(...place).applyMatrix4(matrix).project(camera))
  const [anchor] = seen
  if (!anchor || seen.some(({ z }) => z > 1)) return [0, 0, 0]
  const [xs, ys] = [seen.map(({ x }) => x), seen.map(({ y }) => y)]
  let right = findWayInside(xs, 1 - margin[0])
  let up = findWayInside(ys, 1 - margin[1])
  const beside = Math.max(...xs) + right - (1 - corner[0])
  const below = corner[1] - 1 - (Math.min(...ys) + up)
  if (beside > 0 && below > 0) {
    if (beside <= below) right -= beside
    else up += below
  }
  if (right === 0 && up === 0) return [0, 0, 0]
  const back = matrix.clone().invert()
  const toPlace = (at: Vector3): Vector3 => at.unproject(camera).applyMatrix4(back)
  const from = toPlace(anchor.clone())
  const moved = toPlace(new Vector3(anchor.x + right, anchor.y + up, anchor.z)).sub(from)
  return [moved.x, moved.y, moved.z]
}

/** Returns the way that brings numbers within -`most` and `most`; the middle of too many to the middle. */
function findWayInside(numbers: readonly number[], most: number): number {
  const [low, high] = [Math.min(...numbers), Math.max(...numbers)]
  if (high - low > 2 * most) return -(low + high) / 2
  return Math.max(0, -most - low) + Math.min(0, most - high)
}
