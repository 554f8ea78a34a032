import { type Group, Quaternion, Vector3 } from 'three'
import type { BoxBall } from '../../contract/look/box.ts'
import type { BodyHand } from '../../contract/wire/room-bodies.ts'
import type { PoseHand } from '../../contract/wire/room-poses.ts'
import type { OwnBody } from './companion.ts'

/** The things from which a body is read. */
export interface BodyPlace {
  readonly session: XRSession
  readonly space: XRReferenceSpace
  /** The specimen's place in the room. */
  readonly stand: Group
  /** The ball around the specimen, in its own scene. */
  readonly ball: BoxBall
}

const [at, turned, back] = [new Vector3(), new Quaternion(), new Quaternion()]

/** Returns the head and the hands of this person in parts of the box; null while the head is not known. */
export function readBody(place: BodyPlace, frame: XRFrame): OwnBody | null {
  const { session, space, stand, ball } = place
  const viewer = frame.getViewerPose(space)
  if (!viewer) return null
  const metre = 1 / (stand.scale.x * ball.radius)
  const hands: { left?: BodyHand; right?: BodyHand } = {}
  for (const source of session.inputSources) {
    const { handedness, targetRayMode, targetRaySpace, gripSpace } = source
    // A pinch with a look has its ray from the eyes: the hand alone is shown.
    const points = targetRayMode === 'tracked-pointer'
    const held = points ? targetRaySpace : gripSpace
    const pose = handedness !== 'none' && held ? frame.getPose(held, space) : undefined
    if (pose && handedness !== 'none') hands[handedness] = { ...toPart(place, pose.transform), points }
  }
  return { metre, head: toPart(place, viewer.transform), ...hands }
}

function toPart({ stand, ball }: BodyPlace, { position, orientation }: XRRigidTransform): PoseHand {
  const { centre, radius } = ball
  back.copy(stand.quaternion).invert()
  at.set(position.x, position.y, position.z)
    .sub(stand.position)
    .applyQuaternion(back)
    .divideScalar(stand.scale.x)
  turned.set(orientation.x, orientation.y, orientation.z, orientation.w).premultiply(back)
  const { x, y, z } = at
  return {
    point: [(x - centre[0]) / radius, (y - centre[1]) / radius, (z - centre[2]) / radius],
    turn: [turned.x, turned.y, turned.z, turned.w],
  }
}
