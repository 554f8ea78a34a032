import { type Group, Matrix4, Quaternion, Vector3 } from 'three'
import type { Bounds } from '../../contract/look/box.ts'
import { diagonal, longestSide, middle } from '../../contract/look/box.ts'
import type { Basis } from '../../contract/look/orbit.ts'

/** Metres: the longest side of a specimen that fits, and its way from the eyes, to the front and down. */
const fitted = 0.4
const ahead = 0.7
const below = 0.12
/** The least way to its nearest side. */
const clearance = 0.33
/** Places that can be gone back to. */
const mostKept = 20
/** Radians; a smaller turn to a side of the page is none. */
const leastTurn = 1e-3
/** The limits of scaling by hand: what is beyond is not found again. */
const [smallest, largest] = [0.01, 100]

/** The eyes of a person in the room. */
export interface Eyes {
  readonly position: Vector3
  /** Their direction, level and of length 1. */
  readonly forward: Vector3
}

/** A content before it has a place: its box in its own scene, and the directions of the page there. */
export interface StandingContent {
  readonly box: Bounds
  readonly level: Basis
}

interface Pose {
  readonly position: Vector3
  readonly quaternion: Quaternion
  readonly scale: number
}

/** The place of a specimen in the room: upright before the eyes, until a person takes it elsewhere. */
export class StandPlace {
  readonly #stand: Group
  readonly #before: Pose[] = []
  #content: StandingContent | null = null

  constructor(stand: Group) {
    this.#stand = stand
  }

  /** Metres in the room of a length of 1 in the specimen's scene. */
  get scale(): number {
    return this.#stand.scale.x
  }

  /** The number of places that can be gone back to. */
  get undoCount(): number {
    return this.#before.length
  }

  /** Sets the middle of the specimen in the room. */
  findMiddle(target: Vector3): Vector3 {
    return target
      .set(...middle(this.#content?.box ?? { low: [0, 0, 0], high: [0, 0, 0] }))
      .applyMatrix4(this.#stand.matrix)
  }

  /** Takes another content, which stays where the one before it was. */
  hold(content: StandingContent): void {
    this.#content = content
  }

  /** Puts the specimen upright before the eyes, seen from the side that the page shows. */
  fit({ position, forward }: Eyes): void {
    const content = this.#content
    if (!content) return
    const scale = fitted / (longestSide(content.box) || 1)
    const half = (diagonal(content.box) * scale) / 2
    const centre = position.clone().addScaledVector(forward, Math.max(ahead, half + clearance))
    centre.y -= below
    const quaternion = faceEyes(content, forward)
    this.#set({ quaternion, scale, position: toPosition(content, centre, { quaternion, scale }) })
  }

  /**
   * Turns the specimen upright around its middle until a side of the page faces the eyes, and keeps the place
   * before where that is another one.
   */
  face(level: Basis, { position: eyes, forward }: Eyes): void {
    const content = this.#content && { box: this.#content.box, level }
    if (!content) return
    this.#content = content
    const centre = this.findMiddle(new Vector3())
    const towards = centre.clone().sub(eyes).setY(0)
    const isAbove = towards.lengthSq() < 1e-6
    const quaternion = faceEyes(content, isAbove ? forward : towards.normalize())
    const { scale } = this
    if (this.#stand.quaternion.angleTo(quaternion) < leastTurn) return
    this.keep()
    this.#set({ quaternion, scale, position: toPosition(content, centre, { quaternion, scale }) })
  }

  /** Scales the specimen around its middle, to so many metres for each length of 1. */
  scaleTo(scale: number): void {
    const content = this.#content
    if (!content) return
    const { quaternion } = this.#stand
    const position = toPosition(content, this.findMiddle(new Vector3()), { quaternion, scale })
    this.#set({ position, scale, quaternion: quaternion.clone() })
  }

  /** Moves the specimen along the way from the eyes to it, to a factor of its distance. */
  bring(eyes: Vector3, factor: number): void {
    const centre = this.findMiddle(moved)
    const distance = centre.distanceTo(eyes)
    const next = Math.max(0.05, Math.min(50, distance * factor))
    if (distance > 0) this.#stand.position.addScaledVector(centre.sub(eyes), next / distance - 1)
    this.#stand.updateMatrix()
  }

  /** Keeps the place, as one to go back to. */
  keep(): void {
    const { position, quaternion, scale } = this.#stand
    this.#before.push({ position: position.clone(), quaternion: quaternion.clone(), scale: scale.x })
    if (this.#before.length > mostKept) this.#before.shift()
  }

  /** Goes back to the last kept place that is another one. */
  undo(): void {
    for (let pose = this.#before.pop(); pose; pose = this.#before.pop()) {
      const { position, quaternion, scale } = this.#stand
      const isHere =
        position.equals(pose.position) && quaternion.equals(pose.quaternion) && scale.x === pose.scale
      this.#set(pose)
      if (!isHere) return
    }
  }

  /** Returns the limits of the scale, for hands that pull. */
  get limits(): readonly [low: number, high: number] {
    const unit = 1 / (longestSide(this.#content?.box ?? { low: [0, 0, 0], high: [1, 1, 1] }) || 1)
    return [smallest * unit, largest * unit]
  }

  #set({ position, quaternion, scale }: Pose): void {
    this.#stand.position.copy(position)
    this.#stand.quaternion.copy(quaternion)
    this.#stand.scale.setScalar(scale)
    this.#stand.updateMatrix()
  }
}

const moved = new Vector3()
const turn = new Quaternion()

/** Sets the eyes by a pose; a look straight up or down keeps the direction before. */
export function lookFrom({ position, forward }: Eyes, { position: at, orientation }: XRRigidTransform): void {
  position.set(at.x, at.y, at.z)
  turn.set(orientation.x, orientation.y, orientation.z, orientation.w)
  const { x, y, z } = forward
  forward.set(0, 0, -1).applyQuaternion(turn).setY(0)
  if (forward.lengthSq() < 1e-4) forward.set(x, y, z)
  forward.normalize()
}

/** Returns the turn by which the side that the page shows faces the eyes, upright. */
function faceEyes({ level: { right, up, back } }: StandingContent, forward: Vector3): Quaternion {
  const toRoom = new Matrix4()
    .makeBasis(new Vector3(...right), new Vector3(...up), new Vector3(...back))
    .transpose()
  const yaw = new Quaternion().setFromUnitVectors(new Vector3(0, 0, -1), forward)
  return yaw.multiply(new Quaternion().setFromRotationMatrix(toRoom))
}

/** Returns the place of the scene's origin for a middle in the room. */
function toPosition(
  { box }: StandingContent,
  centre: Vector3,
  { quaternion, scale }: Omit<Pose, 'position'>,
): Vector3 {
  const offset = new Vector3(...middle(box)).applyQuaternion(quaternion).multiplyScalar(scale)
  return centre.clone().sub(offset)
}
