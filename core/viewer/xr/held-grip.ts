import { Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'
import type { Hit } from '../stage/hit.ts'
import type { VisitedScene } from '../stage/visitor.ts'
import { Carry, type HandPose } from './carry.ts'
import { castInto } from './grip.ts'
import type { HandGrip, HandMove, HandSign, PlaceHold } from './hand-place.ts'
import { tick } from './tick.ts'

/** What one hand does until it lets go. */
export interface HandTask {
  /** The key of the part that is held; empty for none. */
  readonly key: string
  /** Takes another pose of the hand. */
  move(pose: HandPose): void
  /** Called in each frame, with the eyes in the room. */
  step(eyes: Vector3): void
  /** Called once, when the hand has let go. */
  end(): void
}

/** Metres: a ray of a surface begins behind the hand, which may be at the surface. */
const back = 0.03
/** Metres; the ray of what is nearer to the hand goes as the hand points. */
const atHand = 0.05
/** Metres of a sign above the part, and the colour of its bar. */
const above = 0.02
const signColor = '#f5a524'

/** A hand that takes a part, and what makes a sign for its numbers. */
export interface GripStart {
  readonly pose: HandPose
  /** The source of the hand, whose motor ticks. */
  readonly source: unknown
  readonly createSign: () => HandSign
}

/** A part of a place in a hand: the page hears of each move, and once more when the hand has let go. */
export class HeldGrip implements HandTask {
  readonly key: string
  readonly #scene: VisitedScene
  readonly #grip: HandGrip
  readonly #hold: PlaceHold
  readonly #source: unknown
  readonly #sign: HandSign
  readonly #carry: Carry
  readonly #at: Vector3
  readonly #move: { map: HandMove['map']; hit: Hit | null; isHeld: boolean }
  #snapped: string | null = null
  #hasMoved = false
  #frames = 0

  constructor(
    scene: VisitedScene,
    grip: HandGrip & { readonly take: () => PlaceHold },
    { pose, source, createSign }: GripStart,
  ) {
    this.key = grip.key
    this.#scene = scene
    this.#grip = grip
    this.#hold = grip.take()
    this.#source = source
    this.#sign = createSign()
    this.#carry = new Carry(scene.stand, pose)
    this.#at = new Vector3(...scene.toScene(grip.at))
    const { way } = this.#carry
    const map = (place: Place): Place =>
      scene.toSpecimen(carried.fromArray(scene.toScene(place)).applyMatrix4(way).toArray())
    this.#move = { map, hit: null, isHeld: true }
    tick(source)
  }

  move(pose: HandPose): void {
    this.#carry.move(pose)
  }

  step(eyes: Vector3): void {
    const { stand } = this.#scene
    this.#frames++
    if (this.#frames % this.#grip.pace === 0 && this.#carry.step()) {
      const isFirst = !this.#hasMoved
      this.#hasMoved = true
      const before = this.#snapped
      this.#tell(true)
      if (this.#snapped !== null && this.#snapped !== before && !isFirst) tick(this.#source)
    }
    if (!this.#hasMoved) return
    carried.copy(this.#at).applyMatrix4(this.#carry.way).applyMatrix4(stand.matrixWorld)
    this.#sign.stand(carried, above, eyes)
  }

  end(): void {
    this.#sign.dispose()
    if (this.#carry.step() || this.#hasMoved) this.#tell(false)
  }

  #tell(isHeld: boolean): void {
    this.#move.isHeld = isHeld
    this.#move.hit = this.#grip.isOnSurface ? this.#cast() : null
    const state = this.#hold(this.#move)
    this.#snapped = state?.snapped ?? null
    if (isHeld) this.#sign.say(state?.text ?? '', signColor)
  }

  /** Returns what the ray from the hand through the part meets. */
  #cast(): Hit | null {
    const { position, turn, way } = this.#carry
    through.copy(this.#at).applyMatrix4(way).applyMatrix4(this.#scene.stand.matrixWorld).sub(position)
    const length = through.length()
    if (length < atHand) through.set(0, 0, -1).applyQuaternion(turn)
    else through.divideScalar(length)
    from.copy(position).addScaledVector(through, -back)
    return castInto(this.#scene, from, through.add(from))
  }
}

const carried = new Vector3()
const through = new Vector3()
const from = new Vector3()
