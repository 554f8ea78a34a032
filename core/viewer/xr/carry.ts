import { type Group, Matrix4, Quaternion, Vector3 } from 'three'

/** Metres; less is no move. */
const leastWay = 1e-5
/** Radians; less is no turn. */
const leastTurn = 1e-4

/** The pose of a hand in the room. */
export interface HandPose {
  readonly pointerPosition: Vector3
  readonly pointerQuaternion: Quaternion
}

/**
 * The way of one hand since it has taken something, as a map of the specimen's scene: what it holds is fixed
 * to the hand, also while the other hand moves the specimen. It makes nothing after it has been made.
 */
export class Carry {
  /** The way, in the scene, as of the last {@link Carry.step}. */
  readonly way = new Matrix4()
  /** The place of the hand in the room, and its turn. */
  readonly position = new Vector3()
  readonly turn = new Quaternion()
  readonly #stand: Group
  /** From the scene to the hand's own space, when it took what it holds. */
  readonly #before = new Matrix4()
  readonly #toldPosition = new Vector3()
  readonly #toldTurn = new Quaternion()
  readonly #toldStand = new Matrix4()

  constructor(stand: Group, pose: HandPose) {
    this.#stand = stand
    this.move(pose)
    stand.updateWorldMatrix(true, false)
    this.#before.compose(this.position, this.turn, one).invert().multiply(stand.matrixWorld)
    this.#keep()
  }

  /** Takes another pose of the hand; one that is no place stays as it was. */
  move({ pointerPosition, pointerQuaternion }: HandPose): void {
    const { x, y, z, w } = pointerQuaternion
    const sum = pointerPosition.x + pointerPosition.y + pointerPosition.z + x + y + z + w
    if (!Number.isFinite(sum)) return
    this.position.copy(pointerPosition)
    this.turn.copy(pointerQuaternion)
  }

  /** Finds the way; returns whether it is another one than before. Called in each frame. */
  step(): boolean {
    this.#stand.updateWorldMatrix(true, false)
    const isHere =
      this.#toldPosition.distanceTo(this.position) <= leastWay &&
      this.#toldTurn.angleTo(this.turn) <= leastTurn &&
      this.#toldStand.equals(this.#stand.matrixWorld)
    if (isHere) return false
    this.#keep()
    this.way.copy(this.#toldStand).invert()
    this.way.multiply(moved.compose(this.position, this.turn, one)).multiply(this.#before)
    return true
  }

  #keep(): void {
    this.#toldPosition.copy(this.position)
    this.#toldTurn.copy(this.turn)
    this.#toldStand.copy(this.#stand.matrixWorld)
  }
}

const one = new Vector3(1, 1, 1)
const moved = new Matrix4()
