import { Plane, Vector3 } from 'three'
import { diagonal, middle } from '../../look/box.ts'
import type { Display } from '../../look/display.ts'
import { at } from '../../look/vectors.ts'
import type { Bounds } from '../data/prepared.ts'
import { clipPlaneCount } from './view.ts'

/**
 * Returns the clipping planes; the kept part is on the positive side of all. None when everything is kept,
 * else {@link clipPlaneCount}, idle ones outside of the box.
 */
export function toClipPlanes({ slabs, plane }: Pick<Display, 'slabs' | 'plane'>, bounds: Bounds): Plane[] {
  if (plane === null && slabs.every(([from, to]) => from <= 0 && to >= 1)) return []
  const { low, high } = bounds
  const outside = diagonal(bounds) + 1
  const planes = slabs.flatMap(([from, to], axis) => {
    const start = at(low, axis)
    const length = at(high, axis) - start
    // Rounding would decide about content on the face of the box itself.
    const isThin = length === 0
    const first = from <= 0 || isThin ? start - outside : start + from * length
    const last = to >= 1 || isThin ? start + length + outside : start + to * length
    const direction = new Vector3().setComponent(axis, 1)
    return [new Plane(direction, -first), new Plane(direction.clone().negate(), last)]
  })
  const free = plane ? toFreePlane(plane, bounds) : planes[0]
  if (free) planes.push(free)
  return planes.slice(0, clipPlaneCount)
}

function toFreePlane({ normal, offset }: NonNullable<Display['plane']>, bounds: Bounds): Plane {
  const direction = new Vector3(...normal).normalize()
  const place = new Vector3(...middle(bounds)).addScaledVector(direction, (offset * diagonal(bounds)) / 2)
  return new Plane().setFromNormalAndCoplanarPoint(direction, place)
}

/** Returns whether all planes keep a place. */
export function isKept(planes: readonly Plane[], [x, y, z]: readonly [number, number, number]): boolean {
  return planes.every(({ normal, constant }) => normal.x * x + normal.y * y + normal.z * z + constant >= 0)
}
