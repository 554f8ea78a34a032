import { Vector3 } from 'three'
import type { VisitedScene } from '../stage/visitor.ts'
import type { HandPose } from './carry.ts'
import { CurvePoints } from './curve-points.ts'
import { castInto } from './grip.ts'
import type { HandStroke } from './hand-place.ts'
import type { HandTask } from './held-grip.ts'
import { tick } from './tick.ts'

/** Metres between two points of a curve in the room, and from the curve to what is left of it. */
const leastWay = 0.003
const tolerance = 0.0015
/** Points after which the page hears of the curve so far. */
const told = 8

/** A curve that a hand draws: at a way before it, or where its ray meets the surface that it is to lie on. */
export class HeldStroke implements HandTask {
  readonly key = ''
  readonly points = new CurvePoints()
  readonly #scene: VisitedScene
  readonly #stroke: HandStroke
  readonly #position = new Vector3()
  readonly #forward = new Vector3()
  /** Metres from the hand to what it draws with. */
  readonly #reach: number
  readonly #onDrawn: () => void
  #untold = 0

  /** `onDrawn` is called when there is another point. */
  constructor(scene: VisitedScene, stroke: HandStroke, { pose, reach, source, onDrawn }: StrokeStart) {
    this.#scene = scene
    this.#stroke = stroke
    this.#reach = reach
    this.#onDrawn = onDrawn
    this.move(pose)
    tick(source)
  }

  move({ pointerPosition, pointerQuaternion }: HandPose): void {
    this.#position.copy(pointerPosition)
    this.#forward.set(0, 0, -1).applyQuaternion(pointerQuaternion)
  }

  step(): void {
    const { stand } = this.#scene
    if (!this.#find() || !this.points.add(place, leastWay / stand.scale.x)) return
    this.#onDrawn()
    this.#untold++
    if (this.#untold < told) return
    this.#untold = 0
    this.#tell(true)
  }

  end(): void {
    this.step()
    this.#tell(false)
  }

  /** Sets `place` to where the hand draws, in the scene; returns false where it draws nowhere. */
  #find(): boolean {
    place.copy(this.#position)
    if (this.#stroke.isOnSurface) {
      const hit = castInto(this.#scene, this.#position, place.add(this.#forward))
      if (hit) place.fromArray(this.#scene.toScene(hit.place))
      return hit !== null
    }
    place.addScaledVector(this.#forward, this.#reach)
    this.#scene.stand.worldToLocal(place)
    return true
  }

  #tell(isHeld: boolean): void {
    const kept = this.points.simplify(tolerance / this.#scene.stand.scale.x, this.#stroke.most)
    this.#stroke.onDraw(
      kept.map((point) => this.#scene.toSpecimen(point)),
      isHeld,
    )
  }
}

/** The beginning of a stroke. */
export interface StrokeStart {
  readonly pose: HandPose
  readonly reach: number
  readonly source: unknown
  readonly onDrawn: () => void
}

const place = new Vector3()
