import type { Vector3 } from './display.ts'
import { add, at, scale, subtract, toVector } from './vectors.ts'

/** The smallest box around a content, in the specimen's coordinates (x, y, z). */
export interface Bounds {
  readonly low: Vector3
  readonly high: Vector3
}

/** The box of an empty stage, and of content without a place: without vertices, or with NaN alone. */
export const emptyBox: Bounds = { low: [-1, -1, -1], high: [1, 1, 1] }

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

/** Returns a box for the camera: this one, or {@link emptyBox} when it has no size. */
export function toFiniteBox(bounds: Bounds): Bounds {
  const sides = subtract(bounds.high, bounds.low)
  return sides.every((side) => Number.isFinite(side) && side >= 0) ? bounds : emptyBox
}

/** Returns the smallest box around two. */
export function joinBoxes(one: Bounds, other: Bounds): Bounds {
  return {
    low: toVector((axis) => Math.min(one.low[axis], other.low[axis])),
    high: toVector((axis) => Math.max(one.high[axis], other.high[axis])),
  }
}

/** Returns the middle of a box. */
export function middle({ low, high }: Bounds): Vector3 {
  return scale(add(low, high), 0.5)
}

/** Returns the length of a box's diagonal. */
export function diagonal({ low, high }: Bounds): number {
  return Math.hypot(...subtract(high, low))
}

/** Returns the length of a box's longest side. */
export function longestSide({ low, high }: Bounds): number {
  return Math.max(...subtract(high, low))
}

/** The ball around a box, in whose radii a room has its places. */
export interface BoxBall {
  readonly centre: Vector3
  /** Half of the diagonal; 1 for a box without one. */
  readonly radius: number
}

/** Returns the ball around a box; a finite one, whatever the box. */
export function toBall(bounds: Bounds): BoxBall {
  const box = toFiniteBox(bounds)
  return { centre: middle(box), radius: diagonal(box) / 2 || 1 }
}

/** Returns the corner of a box that is high along the axes whose bit is set: 1 for x, 2 for y, 4 for z. */
export function cornerOf({ low, high }: Bounds, sides: number): Vector3 {
  return toVector((axis) => at(sides & (1 << axis) ? high : low, axis))
}
