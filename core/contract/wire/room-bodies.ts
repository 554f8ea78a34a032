/**
 * Heads and hands of people in headsets, as binary frames beside those of poses: one byte for the kind of the
 * frame, then records. Places are those of poses, from the centre of the box in halves of its diagonal, but
 * without a border: a specimen may be as small as a fist, and the people around it far away. All
 * numbers are whole, so that none can be NaN.
 */
import type { PoseHand, PosePoint, PoseTurn } from './room-poses.ts'

/** A hand, or a controller. */
export interface BodyHand extends PoseHand {
  /** True for one that has a ray, along its -z. */
  readonly points: boolean
}

/** The body of one peer; a part that is absent is not shown, and one without a head is not in a headset. */
export interface PeerBody {
  /** The number of the peer; without meaning in what a peer sends. */
  readonly peer: number
  /** The view that the places belong to. */
  readonly view: number
  /** The length of a metre in the person's room, which says how large the parts are; 2^-32 to 2^31.75. */
  readonly metre: number
  /** The place between the eyes; -z is the direction of looking. */
  readonly head?: PoseHand | undefined
  readonly left?: BodyHand | undefined
  readonly right?: BodyHand | undefined
}

/** The kind of frames with bodies, their first byte. */
export const bodyKind = 2

const headerBytes = 6
const partBytes = 10
const flags = { head: 1, left: 2, right: 4, leftPoints: 8, rightPoints: 16 } as const
const allFlags = 31
/** The least and the greatest exponent of a step: beyond them no picture can be drawn. */
const [leastExponent, mostExponent] = [-32, 32]
const mostSteps = 32767
const metreSteps = 4
/** Three components of a rotation have 10 bits each; they are at most the root of one half. */
const [turnBits, turnMask, turnSteps] = [10, 1023, 511]

/** Returns the length of the record that begins at `at`; undefined for one that is cut or cannot be. */
export function measureBody(frame: DataView, at: number): number | undefined {
  if (at + headerBytes > frame.byteLength) return undefined
  const parts = frame.getUint8(at + 3)
  const exponent = frame.getInt8(at + 4)
  const isPointing = (points: number, hand: number): boolean => !(parts & points) || !!(parts & hand)
  const isSound = isPointing(flags.leftPoints, flags.left) && isPointing(flags.rightPoints, flags.right)
  if (parts > allFlags || !isSound || exponent < leastExponent || exponent > mostExponent) return undefined
  const has = (flag: number): number => (parts & flag ? 1 : 0)
  const length = headerBytes + partBytes * (has(flags.head) + has(flags.left) + has(flags.right))
  return at + length <= frame.byteLength ? length : undefined
}

/** Returns a frame with these bodies. */
export function encodeBodies(bodies: readonly PeerBody[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1 + bodies.length * (headerBytes + 3 * partBytes))
  const view = new DataView(bytes.buffer)
  bytes[0] = bodyKind
  let at = 1
  for (const body of bodies) {
    const { head, left, right, metre } = body
    const parts = [head, left, right].filter((part) => part !== undefined)
    const exponent = findExponent(parts)
    view.setUint16(at, body.peer, true)
    view.setUint8(at + 2, body.view)
    view.setUint8(at + 3, toFlags(body))
    view.setInt8(at + 4, exponent)
    view.setInt8(at + 5, clamp(Math.round(metreSteps * Math.log2(metre)), 127))
    at += headerBytes
    for (const { point, turn } of parts) {
      for (const [axis, coordinate] of point.entries())
        view.setInt16(at + 2 * axis, clamp(Math.round(coordinate / 2 ** exponent), mostSteps), true)
      view.setUint32(at + 6, packTurn(turn), true)
      at += partBytes
    }
  }
  return bytes.subarray(0, at)
}

/** Returns the bodies of a frame, up to a record that is cut; none for a frame of another kind. */
export function decodeBodies(bytes: Uint8Array): readonly PeerBody[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const bodies: PeerBody[] = []
  if (bytes[0] !== bodyKind) return bodies
  let at = 1
  for (let length = measureBody(view, at); length !== undefined; length = measureBody(view, at)) {
    bodies.push(decode(view, at))
    at += length
  }
  return bodies
}

function toFlags({ head, left, right }: PeerBody): number {
  const hands = (left ? flags.left : 0) | (right ? flags.right : 0)
  const points = (left?.points ? flags.leftPoints : 0) | (right?.points ? flags.rightPoints : 0)
  return (head ? flags.head : 0) | hands | points
}

/** Returns the exponent of the finest steps that reach all places. */
function findExponent(parts: readonly PoseHand[]): number {
  const farthest = Math.max(0, ...parts.flatMap(({ point }) => point.map(Math.abs)))
  return clamp(Math.ceil(Math.log2(farthest / mostSteps)), mostExponent)
}

function clamp(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}

function decode(view: DataView, start: number): PeerBody {
  const parts = view.getUint8(start + 3)
  const step = 2 ** view.getInt8(start + 4)
  let at = start + headerBytes
  const takePart = (): PoseHand => {
    const take = (byte: number): number => view.getInt16(at + byte, true) * step
    const point: PosePoint = [take(0), take(2), take(4)]
    const turn = unpackTurn(view.getUint32(at + 6, true))
    at += partBytes
    return { point, turn }
  }
  const takeHand = (flag: number): BodyHand => {
    const { point, turn } = takePart()
    return { point, turn, points: (parts & flag) !== 0 }
  }
  return {
    peer: view.getUint16(start, true),
    view: view.getUint8(start + 2),
    metre: 2 ** (view.getInt8(start + 5) / metreSteps),
    ...(parts & flags.head && { head: takePart() }),
    ...(parts & flags.left && { left: takeHand(flags.leftPoints) }),
    ...(parts & flags.right && { right: takeHand(flags.rightPoints) }),
  }
}

/** Returns a rotation in 32 bits: the place of its greatest component, which is left out, and the others. */
function packTurn(turn: PoseTurn): number {
  const sizes = turn.map(Math.abs)
  const greatest = sizes.indexOf(Math.max(...sizes))
  const sign = (turn[greatest] ?? 0) < 0 ? -1 : 1
  let bits = Math.max(0, greatest)
  for (const [i, component] of turn.entries()) {
    if (i === greatest) continue
    const steps = Math.round(sign * component * Math.SQRT2 * turnSteps)
    bits = (bits << turnBits) | (clamp(steps, turnSteps) + turnSteps)
  }
  return bits >>> 0
}

/** Returns the original of {@link packTurn}, of length 1 whatever the bits. */
function unpackTurn(bits: number): PoseTurn {
  const greatest = bits >>> (3 * turnBits)
  const take = (place: number): number =>
    (((bits >>> (place * turnBits)) & turnMask) - turnSteps) / turnSteps / Math.SQRT2
  const turn = [take(2), take(1), take(0)]
  const rest = turn.reduce((sum, component) => sum + component ** 2, 0)
  turn.splice(greatest, 0, Math.sqrt(Math.max(0, 1 - rest)))
  const length = Math.hypot(...turn)
  const [x = 0, y = 0, z = 0, w = 1] = turn.map((component) => component / length)
  return [x, y, z, w]
}
