import type { Vector3 } from '../../contract/look/display.ts'
import { add, at, scale, subtract } from '../../contract/look/vectors.ts'
import type { Bounds } from './prepared.ts'

/** Returns a box moved by an offset; the same box without one. */
export function moveBounds(bounds: Bounds, offset: Vector3 | undefined): Bounds {
  return offset ? { low: add(bounds.low, offset), high: add(bounds.high, offset) } : bounds
}

/** Distance from the origin, in longest sides of the box: float32 has then 18 bits for places in it. */
const far = 64

/**
 * Returns the place that drawn coordinates are relative to: the origin, or the middle of a box that is so far
 * from it that sums of float32 on the graphics card would move its content visibly.
 */
export function findCentre({ low, high }: Bounds): Vector3 {
  const middle = scale(add(low, high), 0.5)
  const isFar = Math.max(...middle.map(Math.abs)) > far * Math.max(...subtract(high, low))
  return isFar && middle.every(Number.isFinite) ? middle : [0, 0, 0]
}

/** Returns n×3 coordinates relative to a centre; the same array for the origin. */
export function toRelative(coordinates: Float32Array, centre: Vector3): Float32Array {
  if (centre.every((value) => value === 0)) return coordinates
  return coordinates.map((value, i) => value - at(centre, i % 3))
}
