import { HandleStore } from '@pmndrs/handle'
import type { PointerEvent } from '@pmndrs/pointer-events'
import { type Group, Matrix4, Object3D, Quaternion, Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'

/** Metres; less is no move. */
const leastWay = 1e-5
/** Radians; less is no turn. */
const leastTurn = 1e-4

/**
 * Moves what a hand has taken: by a map of the scene from the places that it had then. `isHeld` is false
 * once, when the hand has let go.
 */
export type PartHold = (map: (place: Place) => Place, isHeld: boolean) => void

/** A part in a hand. */
interface Held {
  readonly pointer: number
  readonly hold: PartHold
  /** From places beside the hand's own object to those of the scene, when it was taken. */
  readonly before: Matrix4
}

/** Carries one part of a scene in one hand, which moves and turns it; the other one may take the rest. */
export class PartCarrier {
  readonly #object = new Object3D()
  readonly #stand: Group
  /** The place that has been told last. */
  readonly #at = new Vector3()
  readonly #turn = new Quaternion()
  readonly #handle: HandleStore<unknown>
  readonly #end: () => void
  #held: Held | null = null
  #hasMoved = false

  /** `box` is what rays meet. What it hears of a hand before this does may let the hand carry. */
  constructor(stand: Group, box: Object3D) {
    this.#stand = stand
    stand.add(this.#object)
    const filter = (event: PointerEvent): boolean => this.carries(event)
    this.#handle = new HandleStore(this.#object, () => ({ scale: false, multitouch: false, filter }))
    this.#end = this.#handle.bind(box)
  }

  get isFree(): boolean {
    return this.#held === null
  }

  /** Returns whether a hand carries the part. */
  carries({ pointerId }: PointerEvent): boolean {
    return this.#held?.pointer === pointerId
  }

  /** Takes a part where a hand has met it. */
  take({ pointerId, point }: PointerEvent, hold: PartHold): void {
    this.#stand.worldToLocal(this.#object.position.copy(point))
    this.#object.quaternion.identity()
    this.#object.updateMatrix()
    this.#held = { pointer: pointerId, hold, before: this.#object.matrix.clone().invert() }
    this.#hasMoved = false
    this.#keep()
  }

  /** Moves the part with the hand that holds it. Called in each frame. */
  update(now: number): void {
    const held = this.#held
    if (!held) return
    this.#handle.update(now)
    const isHeld = this.#handle.inputState.size > 0
    if (!isHeld) this.#letGo()
    else if (this.#isElsewhere()) {
      this.#keep()
      this.#hasMoved = true
      this.#tell(held, true)
    }
  }

  dispose(): void {
    this.#letGo()
    this.#end()
    this.#object.removeFromParent()
  }

  #letGo(): void {
    const held = this.#held
    this.#held = null
    if (held && this.#hasMoved) this.#tell(held, false)
  }

  #isElsewhere(): boolean {
    const { position, quaternion } = this.#object
    const way = this.#at.distanceTo(position) * this.#stand.scale.x
    return way > leastWay || this.#turn.angleTo(quaternion) > leastTurn
  }

  #keep(): void {
    this.#at.copy(this.#object.position)
    this.#turn.copy(this.#object.quaternion)
  }

  #tell({ hold, before }: Held, isHeld: boolean): void {
    this.#object.updateMatrix()
    const way = new Matrix4().multiplyMatrices(this.#object.matrix, before)
    hold((place) => new Vector3(...place).applyMatrix4(way).toArray(), isHeld)
  }
}
