import { type Bounds, diagonal, middle } from '../look/box.ts'
import type { Display, Vector3 } from '../look/display.ts'
import { add, along, at, dot, scale } from '../look/vectors.ts'

/** A plane: `normal · place + constant` is positive on the kept side. */
export interface HalfSpace {
  readonly normal: Vector3
  readonly constant: number
}

/** Returns the parts of space that the settings keep, of which a place must be in all. */
export function listKept({ slabs, plane }: Display, bounds: Bounds): HalfSpace[] {
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
