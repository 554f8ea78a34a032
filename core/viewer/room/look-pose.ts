/** A camera as the look of a room's pose, in parts of the box around the result, and back. */
import { type Bounds, toBall } from '../../contract/look/box.ts'
import type { CameraPose } from '../../contract/look/camera-pose.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { type Attitude, toBasis, toOrbit } from '../../contract/look/orbit.ts'
import { add, dot, scale, subtract } from '../../contract/look/vectors.ts'
import type { PoseHand, PoseLook, PoseTurn } from '../../contract/wire/room-poses.ts'

/** The space of a result: its box, and how pictures of it stand. */
export interface PoseSpace extends Attitude {
  readonly bounds: Bounds
}

/** Returns a place of the specimen in parts of its box. */
export function toPoint({ bounds }: PoseSpace, place: Vector3): Vector3 {
  const { centre, radius } = toBall(bounds)
  return scale(subtract(place, centre), 1 / radius)
}

/** Returns the original of {@link toPoint}. */
export function toPlace({ bounds }: PoseSpace, point: Vector3): Vector3 {
  const { centre, radius } = toBall(bounds)
  return add(centre, scale(point, radius))
}

/** Returns a camera as others see it. */
export function toLook(space: PoseSpace, camera: CameraPose): PoseLook {
  const { right, up, back } = toBasis(toOrbit(camera, space), space)
  const distance = Math.hypot(...camera.offset) / toBall(space.bounds).radius
  return { point: toPoint(space, camera.target), turn: toTurn(right, up, back), distance }
}

/** Returns the camera of a look. A picture stands upright here: the turn around its middle is left out. */
export function toCamera(space: PoseSpace, { point, turn, distance }: PoseLook): CameraPose {
  const offset = scale(toBack(turn), distance * toBall(space.bounds).radius)
  return { target: toPlace(space, point), offset }
}

/** The least distance of a head from the place that it looks at. */
const nearest = 0.25

/** Returns the look of a head: at the place on its gaze that is nearest to the middle of the specimen. */
export function toHeadLook({ point, turn }: PoseHand): PoseLook {
  const back = toBack(turn)
  const distance = Math.max(nearest, dot(point, back))
  return { point: subtract(point, scale(back, distance)), turn, distance }
}

/** Returns the eye of a look. */
export function toEye({ point, turn, distance }: PoseLook): PoseHand {
  return { point: add(point, scale(toBack(turn), distance)), turn }
}

/** Returns the place on the ray of a hand at a distance. */
export function alongRay({ point, turn }: PoseHand, distance: number): Vector3 {
  return subtract(point, scale(toBack(turn), distance))
}

/** Returns the way of a hand's ray to the box around the specimen; null where it does not meet it. */
export function findReach({ bounds }: PoseSpace, { point, turn }: PoseHand): number | null {
  const { radius } = toBall(bounds)
  const half = scale(subtract(bounds.high, bounds.low), 0.5 / radius)
  const back = toBack(turn)
  let [enter, leave] = [0, Number.POSITIVE_INFINITY]
  for (const axis of [0, 1, 2] as const) {
    const step = -back[axis]
    if (step === 0 && Math.abs(point[axis]) > half[axis]) return null
    if (step === 0) continue
    const ends = [(-half[axis] - point[axis]) / step, (half[axis] - point[axis]) / step]
    enter = Math.max(enter, Math.min(...ends))
    leave = Math.min(leave, Math.max(...ends))
  }
  return enter <= leave ? enter : null
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
