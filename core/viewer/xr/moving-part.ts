import { Quaternion, Vector3 } from 'three'
import type { PosePoint, PoseTurn } from '../../contract/wire/room-poses.ts'
import type { SpecimenPlace } from './specimen-place.ts'

/** Poses come 20 times a second; a part goes most of its way to the newest within so many seconds. */
const settlingSeconds = 0.06

const still: PoseTurn = [0, 0, 0, 1]

/** A part of another person, which glides from pose to pose. Its place is in parts of the box. */
export class MovingPart {
  /** Its place in the room, as of the last {@link MovingPart.step}. */
  readonly place = new Vector3()
  readonly turn = new Quaternion()
  #isShown = false
  readonly #at = new Vector3()
  readonly #goal = new Vector3()
  readonly #turned = new Quaternion()
  readonly #goalTurn = new Quaternion()

  get isShown(): boolean {
    return this.#isShown
  }

  /** Takes a pose; the first one at once. A part without a point is not shown. */
  aim(point: PosePoint | null, turn: PoseTurn = still): void {
    if (point) {
      this.#goal.fromArray(point)
      this.#goalTurn.fromArray(turn)
      if (!this.#isShown) this.#at.copy(this.#goal)
      if (!this.#isShown) this.#turned.copy(this.#goalTurn)
    }
    this.#isShown = point !== null
  }

  /** Moves, and finds its place in the room. */
  step(seconds: number, specimen: SpecimenPlace): void {
    if (!this.#isShown) return
    const share = 1 - Math.exp(-seconds / settlingSeconds)
    this.#at.lerp(this.#goal, share)
    this.#turned.slerp(this.#goalTurn, share)
    specimen.toRoom(this.#at, this.place)
    this.turn.copy(this.#turned).premultiply(specimen.turn)
  }
}
