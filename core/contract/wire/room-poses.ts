/**
 * Poses of a room's peers, as binary frames: one byte for the kind of the frame, then records. Numbers are
 * little-endian. Coordinates are relative to the bounds of the view's result, which all peers have alike:
 * the centre of the box is 0, half of its diagonal 1.
 */

import { keysOf } from '../values/keys-of.ts'

/** A place; each coordinate is kept from -4 to 4, in steps of 1/8192. */
export type PosePoint = readonly [x: number, y: number, z: number]
/** A rotation as a unit quaternion. */
export type PoseTurn = readonly [x: number, y: number, z: number, w: number]

/** A hand or a controller. */
export interface PoseHand {
  readonly point: PosePoint
  readonly turn: PoseTurn
}

/**
 * The part of a space that a peer sees, whatever its camera is like inside: the point in the middle of the
 * picture, and what turns -z into the direction of looking and y into the upward direction of the picture.
 */
export interface PoseLook extends PoseHand {
  /** From the eye to the point. */
  readonly distance: number
}

/** The pose of one peer; a part that is absent is not shown. */
export interface PeerPose {
  /** The number of the peer; without meaning in what a peer sends. */
  readonly peer: number
  /** The view that the coordinates belong to. */
  readonly view: number
  readonly look?: PoseLook | undefined
  /** The place of the specimen that the peer points at. */
  readonly cursor?: PosePoint | undefined
  readonly left?: PoseHand | undefined
  readonly right?: PoseHand | undefined
}

/** The kind of frames with poses, their first byte. */
export const poseKind = 1

const headBytes = 4
const pointBytes = 6
const handBytes = 14
const lookBytes = 18
const stepsPerUnit = 8192
const turnSteps = 32767
const most = 32767
/** The greatest coordinate that a pose can have; one beyond it is cut to it. */
export const farthestCoordinate = most / stepsPerUnit
/** The distances that a float32 has. */
const [leastDistance, mostDistance] = [2 ** -126, 2 ** 127]

const flags = { look: 1, cursor: 2, left: 4, right: 8 } as const

function toFlags(pose: PeerPose): number {
  return keysOf(flags).reduce((sum, part) => sum | (pose[part] ? flags[part] : 0), 0)
}

/**
 * Returns the length of the record that begins at `at`; undefined for one that is cut, has unknown parts, or
 * looks from a distance that none can be.
 */
export function measurePose(frame: DataView, at: number): number | undefined {
  if (at + headBytes > frame.byteLength) return undefined
  const parts = frame.getUint8(at + 3)
  if (parts > 15) return undefined
  const has = (flag: number): number => (parts & flag ? 1 : 0)
  const hands = has(flags.left) + has(flags.right)
  const length = headBytes + has(flags.look) * lookBytes + has(flags.cursor) * pointBytes + hands * handBytes
  if (at + length > frame.byteLength) return undefined
  const distance = parts & flags.look ? frame.getFloat32(at + headBytes + handBytes, true) : 1
  return distance > 0 && distance < Number.POSITIVE_INFINITY ? length : undefined
}

/** Returns a frame with these poses. */
export function encodePoses(poses: readonly PeerPose[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + poses.length * (headBytes + lookBytes + pointBytes + 2 * handBytes))
  const view = new DataView(bytes.buffer)
  bytes[0] = poseKind
  let at = 1
  const put = (value: number, steps: number): void => {
    view.setInt16(at, Math.max(-most, Math.min(most, Math.round(value * steps))), true)
    at += 2
  }
  const putPoint = (point: PosePoint): void => {
    for (const coordinate of point) put(coordinate, stepsPerUnit)
  }
  const putTurn = (turn: PoseTurn): void => {
    for (const component of turn) put(component, turnSteps)
  }
  const putHand = ({ point, turn }: PoseHand): void => {
    putPoint(point)
    putTurn(turn)
  }
  for (const pose of poses) {
    const { peer, view: number, look, cursor, left, right } = pose
    view.setUint16(at, peer, true)
    view.setUint8(at + 2, number)
    view.setUint8(at + 3, toFlags(pose))
    at += headBytes
    if (look) {
      putHand(look)
      view.setFloat32(at, Math.max(leastDistance, Math.min(mostDistance, look.distance)), true)
      at += 4
    }
    if (cursor) putPoint(cursor)
    if (left) putHand(left)
    if (right) putHand(right)
  }
  return bytes.subarray(0, at)
}

/** Returns the poses of a frame, up to a record that is cut; none for a frame of another kind. */
export function decodePoses(bytes: Uint8Array): readonly PeerPose[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const poses: PeerPose[] = []
  if (bytes[0] !== poseKind) return poses
  let at = 1
  for (let length = measurePose(view, at); length !== undefined; length = measurePose(view, at)) {
    poses.push(decode(view, at))
    at += length
  }
  return poses
}

function decode(view: DataView, start: number): PeerPose {
  const parts = view.getUint8(start + 3)
  let at = start + headBytes
  const take = (steps: number): number => {
    at += 2
    return view.getInt16(at - 2, true) / steps
  }
  const takePoint = (): PosePoint => [take(stepsPerUnit), take(stepsPerUnit), take(stepsPerUnit)]
  const takeTurn = (): PoseTurn => [take(turnSteps), take(turnSteps), take(turnSteps), take(turnSteps)]
  const takeHand = (): PoseHand => ({ point: takePoint(), turn: takeTurn() })
  const takeLook = (): PoseLook => {
    const hand = takeHand()
    at += 4
    return { ...hand, distance: view.getFloat32(at - 4, true) }
  }
  return {
    peer: view.getUint16(start, true),
    view: view.getUint8(start + 2),
    ...(parts & flags.look && { look: takeLook() }),
    ...(parts & flags.cursor && { cursor: takePoint() }),
    ...(parts & flags.left && { left: takeHand() }),
    ...(parts & flags.right && { right: takeHand() }),
  }
}
