import { Quaternion, Vector3 } from 'three'
import type { MovingPart } from './moving-part.ts'
import type { RoomFrame } from './specimen-place.ts'

/** Seconds within which the specimen turns most of its way, and its fastest turn in radians a second. */
const [turningSeconds, fastest] = [0.4, 1.2]
/** The least distance from the specimen's upright axis, in halves of the diagonal, that says a side of it. */
const leastAside = 0.1

/**
 * The turn of a specimen for one who follows another: upright around its middle, until the side that the
 * other sees is before the eyes. Nothing moves a head but its person. It ends when the specimen is moved
 * otherwise.
 */
export class Lead {
  #isLed = false
  #box: object | null = null
  readonly #position = new Vector3()
  readonly #turn = new Quaternion()

  /** Turns the specimen a bit; returns false where the person has moved it since the last step. */
  step(eye: MovingPart, { seconds, specimen, eyes }: RoomFrame): boolean {
    const { stand, middle, ball } = specimen
    const isMoved = !stand.position.equals(this.#position) || !stand.quaternion.equals(this.#turn)
    // Another result may fit itself to the room.
    if (this.#isLed && isMoved && this.#box === ball) return false
    if (eye.isShown) {
      const angle = findAngle(eye.place, middle, eyes, leastAside * specimen.unit)
      const share = 1 - Math.exp(-seconds / turningSeconds)
      const most = fastest * seconds
      around.setFromAxisAngle(upright, Math.max(-most, Math.min(most, share * angle)))
      stand.quaternion.premultiply(around).normalize()
      stand.position.sub(middle).applyQuaternion(around).add(middle)
      stand.updateMatrix()
      specimen.step()
      eye.step(0, specimen)
    }
    this.#isLed = true
    this.#box = ball
    this.#position.copy(stand.position)
    this.#turn.copy(stand.quaternion)
    return true
  }

  end(): void {
    this.#isLed = false
  }
}

const upright = new Vector3(0, 1, 0)
const around = new Quaternion()

/** Returns the angle around the upright axis from one place to another; 0 where one of them is on it. */
function findAngle(from: Vector3, middle: Vector3, to: Vector3, least: number): number {
  const [fromX, fromZ, toX, toZ] = [from.x - middle.x, from.z - middle.z, to.x - middle.x, to.z - middle.z]
  if (Math.hypot(fromX, fromZ) < least || Math.hypot(toX, toZ) < least) return 0
  const angle = Math.atan2(toX, toZ) - Math.atan2(fromX, fromZ)
  return Math.atan2(Math.sin(angle), Math.cos(angle))
}
