/** The part of space that clipping keeps. */
import { type Bounds, diagonal, middle } from './box.ts'
import type { Display, Vector3 } from './display.ts'
import { add, along, at, dot, scale } from './vectors.ts'

/** A plane: `normal · place + constant` is positive on the kept side. */
export interface HalfSpace {
  readonly normal: Vector3
  readonly constant: number
}

/** Number of clipping planes, if there are any: two on each axis, and the free one. */
export const clipPlaneCount = 7

/** Returns the parts of space that the settings keep, of which a place must be in all; none to keep all. */
export function listKept({ slabs, plane }: Pick<Display, 'slabs' | 'plane'>, bounds: Bounds): HalfSpace[] {
  const kept = slabs.flatMap(([from, to], axis) => {
    const [low, high] = [at(bounds.low, axis), at(bounds.high, axis)]
    const first = { normal: along(axis, 1), constant: -(low + from * (high - low)) }
    const last = { normal: along(axis, -1), constant: low + to * (high - low) }
    return [...(from > 0 && low < high ? [first] : []), ...(to < 1 && low < high ? [last] : [])]
  })
  if (!plane) return kept
  const place = add(middle(bounds), scale(plane.normal, (plane.offset * diagonal(bounds)) / 2))
  return [...kept, { normal: plane.normal, constant: -dot(plane.normal, place) }]
}

/** Returns whether a place is kept. */
export function isKept(kept: readonly HalfSpace[], place: Vector3): boolean {
  return kept.every(({ normal, constant }) => dot(normal, place) + constant >= 0)
}

/** Returns the parts of space that are together the inside of a box. */
export function listFaces({ low, high }: Bounds): HalfSpace[] {
  return [0, 1, 2].flatMap((axis) => [
    { normal: along(axis, 1), constant: -at(low, axis) },
    { normal: along(axis, -1), constant: at(high, axis) },
  ])
}

/** Returns the kept part of a ray, in lengths of its direction; `far` is below `near` for none. */
export function cutRay(
  eye: Vector3,
  direction: Vector3,
  kept: readonly HalfSpace[],
): readonly [number, number] {
  let [near, far] = [0, Number.POSITIVE_INFINITY]
  for (const { normal, constant } of kept) {
    const height = dot(normal, eye) + constant
    const slope = dot(normal, direction)
    if (slope > 0) near = Math.max(near, -height / slope)
    else if (slope < 0) far = Math.min(far, -height / slope)
    else if (height < 0) far = -1
  }
  return [near, far] as const
}
