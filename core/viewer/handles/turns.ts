/** Turns as unit quaternions x, y, z, w. */
import type { Vector3 } from '../../contract/look/display.ts'
import { add, cross, dot, scale } from '../../contract/look/vectors.ts'

/** A turn. */
export type Rotation = readonly [x: number, y: number, z: number, w: number]

/** Returns a direction after a turn. */
export function turnVector([x, y, z, w]: Rotation, vector: Vector3): Vector3 {
  const axis: Vector3 = [x, y, z]
  const twice = scale(cross(axis, vector), 2)
  return add(add(vector, scale(twice, w)), cross(axis, twice))
}

/** Returns the shortest turn from one unit vector to another. */
export function findTurn(from: Vector3, to: Vector3): Rotation {
  const w = 1 + dot(from, to)
  if (w > 1e-9) return toUnitTurn([...cross(from, to), w])
  const [x, y, z] = from // half a turn, about any axis across
  return toUnitTurn(Math.abs(x) > 0.9 ? [-z, 0, x, 0] : [0, z, -y, 0])
}

/** Returns the turn that does first the inner one, then the outer. */
export function joinTurns([a, b, c, d]: Rotation, [x, y, z, w]: Rotation): Rotation {
  return toUnitTurn([
    d * x + a * w + b * z - c * y,
    d * y - a * z + b * w + c * x,
    d * z + a * y - b * x + c * w,
    d * w - a * x - b * y - c * z,
  ])
}

/** Returns a turn of length one with w of at least 0; none for zeros. */
export function toUnitTurn([x, y, z, w]: Rotation): Rotation {
  const length = Math.hypot(x, y, z, w)
  if (!(length > 0 && Number.isFinite(length))) return [0, 0, 0, 1]
  const factor = (w < 0 ? -1 : 1) / length
  return [x * factor, y * factor, z * factor, w * factor]
}

/** Returns the turn that takes the axes to these, which are at right angles, of length 1 and right-handed. */
export function findTurnTo([x, y, z]: readonly [Vector3, Vector3, Vector3]): Rotation {
  // Of four ways to the same quaternion, the one with the longest numbers loses the fewest digits.
  const ways: readonly Rotation[] = [
    [y[2] - z[1], z[0] - x[2], x[1] - y[0], 1 + x[0] + y[1] + z[2]],
    [1 + x[0] - y[1] - z[2], x[1] + y[0], x[2] + z[0], y[2] - z[1]],
    [x[1] + y[0], 1 - x[0] + y[1] - z[2], y[2] + z[1], z[0] - x[2]],
    [x[2] + z[0], y[2] + z[1], 1 - x[0] - y[1] + z[2], x[1] - y[0]],
  ]
  const lengths = ways.map((way) => Math.hypot(...way))
  return toUnitTurn(ways[lengths.indexOf(Math.max(...lengths))] ?? [0, 0, 0, 1])
}
