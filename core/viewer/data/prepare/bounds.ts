import type { Vector3 } from '../../../look/display.ts'
import { add, at, scale, subtract } from '../../../look/vectors.ts'
import type { Bounds } from '../prepared.ts'

/** Returns the smallest box around n×3 coordinates; an empty box at the origin around none. */
export function findBounds(coordinates: Float32Array): Bounds {
  if (coordinates.length < 3) return { low: [0, 0, 0], high: [0, 0, 0] }
  let [lowX, lowY, lowZ] = [Infinity, Infinity, Infinity]
  let [highX, highY, highZ] = [-Infinity, -Infinity, -Infinity]
  for (let i = 0; i + 2 < coordinates.length; i += 3) {
    const x = coordinates[i] ?? 0
    const y = coordinates[i + 1] ?? 0
    const z = coordinates[i + 2] ?? 0
    if (x < lowX) lowX = x
    if (x > highX) highX = x
    if (y < lowY) lowY = y
    if (y > highY) highY = y
    if (z < lowZ) lowZ = z
    if (z > highZ) highZ = z
  }
  return { low: [lowX, lowY, lowZ], high: [highX, highY, highZ] }
}

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
