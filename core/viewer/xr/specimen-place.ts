import { type Group, Quaternion, Vector3 } from 'three'
import { type BoxBall, toBall } from '../../contract/look/box.ts'
import type { VisitedScene } from '../stage/visitor.ts'

/** The way from parts of the box, in which rooms have their places, to the room of this person. */
export class SpecimenPlace {
  readonly stand: Group
  readonly turn = new Quaternion()
  /** The middle of the specimen in the room. */
  readonly middle = new Vector3()
  #ball: BoxBall | null = null
  #box: object | null = null
  readonly #scene: VisitedScene

  constructor(scene: VisitedScene) {
    this.#scene = scene
    this.stand = scene.stand
  }

  /** The ball around what is shown; null for nothing. */
  get ball(): BoxBall | null {
    return this.#ball
  }

  /** Metres of this room for each half of the diagonal. */
  get unit(): number {
    return this.stand.scale.x * (this.#ball?.radius ?? 1)
  }

  /** Takes the place and the box of this frame. */
  step(): void {
    const box = this.#scene.box()
    if (box !== this.#box) this.#ball = box && toBall(box)
    this.#box = box
    this.turn.copy(this.stand.quaternion)
    this.toRoom(this.middle.set(0, 0, 0), this.middle)
  }

  /** Sets `target` to a point of the box in the room; it may be the point itself. */
  toRoom(point: Vector3, target: Vector3): void {
    const centre = this.#ball?.centre ?? noCentre
    const radius = this.#ball?.radius ?? 1
    target.set(centre[0] + radius * point.x, centre[1] + radius * point.y, centre[2] + radius * point.z)
    target.multiplyScalar(this.stand.scale.x).applyQuaternion(this.turn).add(this.stand.position)
  }
}

/** A frame of a session, and the eyes of its person in the room. */
export interface RoomFrame {
  readonly seconds: number
  readonly specimen: SpecimenPlace
  readonly eyes: Vector3
}

const noCentre = [0, 0, 0] as const
