/** A camera as the look of a room's pose, in parts of the box around the result, and back. */
import { type Bounds, diagonal, middle, toFiniteBox } from '../../look/box.ts'
import type { CameraPose } from '../../look/camera-pose.ts'
import type { Vector3 } from '../../look/display.ts'
import { type Attitude, toBasis, toOrbit } from '../../look/orbit.ts'
import { add, scale, subtract } from '../../look/vectors.ts'
import type { PoseLook, PoseTurn } from '../../wire/room-poses.ts'

/** The space of a result: its box, and how pictures of it stand. */
export interface PoseSpace extends Attitude {
  readonly bounds: Bounds
}

/** Returns a place of the specimen in parts of its box. */
export function toPoint({ bounds }: PoseSpace, place: Vector3): Vector3 {
  const { centre, radius } = measure(bounds)
  return scale(subtract(place, centre), 1 / radius)
}

/** Returns the original of {@link toPoint}. */
export function toPlace({ bounds }: PoseSpace, point: Vector3): Vector3 {
  const { centre, radius } = measure(bounds)
  return add(centre, scale(point, radius))
}

/** Returns a camera as others see it. */
export function toLook(space: PoseSpace, camera: CameraPose): PoseLook {
  const { right, up, back } = toBasis(toOrbit(camera, space), space)
  const distance = Math.hypot(...camera.offset) / measure(space.bounds).radius
  return { point: toPoint(space, camera.target), turn: toTurn(right, up, back), distance }
}

/** Returns the camera of a look. A picture stands upright here: the turn around its middle is left out. */
export function toCamera(space: PoseSpace, { point, turn, distance }: PoseLook): CameraPose {
  const offset = scale(toBack(turn), distance * measure(space.bounds).radius)
  return { target: toPlace(space, point), offset }
}

function measure(bounds: Bounds): { readonly centre: Vector3; readonly radius: number } {
  const box = toFiniteBox(bounds)
  return { centre: middle(box), radius: diagonal(box) / 2 || 1 }
}

/**
 * Returns the quaternion of a rotation by the columns of its matrix:
 * https://www.euclideanspace.com/maths/geometry/rotations/conversions/matrixToQuaternion/
 */
function toTurn(x: Vector3, y: Vector3, z: Vector3): PoseTurn {
  const half = (square: number): number => Math.sqrt(Math.max(0, square)) / 2
  const w = half(1 + x[0] + y[1] + z[2])
  const a = half(1 + x[0] - y[1] - z[2])
  const b = half(1 - x[0] + y[1] - z[2])
  const c = half(1 - x[0] - y[1] + z[2])
  const most = Math.max(w, a, b, c)
  const by = 1 / (4 * most)
  const [yz, zx, xy] = [y[2] - z[1], z[0] - x[2], x[1] - y[0]]
  const [sumXy, sumZx, sumYz] = [y[0] + x[1], z[0] + x[2], z[1] + y[2]]
  if (most === w) return [yz * by, zx * by, xy * by, w]
  if (most === a) return [a, sumXy * by, sumZx * by, yz * by]
  if (most === b) return [sumXy * by, b, sumYz * by, zx * by]
  return [sumZx * by, sumYz * by, c, xy * by]
}

/** Returns the direction from the middle of the picture to the eye: the turned z. */
function toBack([x, y, z, w]: PoseTurn): Vector3 {
  const back: Vector3 = [2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)]
  const length = Math.hypot(...back)
  return length > 0 ? scale(back, 1 / length) : [0, 0, 1]
}
