import type { PointerEvent } from '@pmndrs/pointer-events'
import type { Vector3 } from 'three'
import type { Bounds } from '../../contract/look/box.ts'
import type { VisitedScene } from '../stage/visitor.ts'
import type { HandGrip, HandSign, HandStroke, PlaceInHand } from './hand-place.ts'
import { type HandTask, HeldGrip } from './held-grip.ts'
import { HeldStroke } from './held-stroke.ts'
import { NameSign } from './name-sign.ts'
import { PlaceShapes } from './place-shapes.ts'
import { PlaceTargets } from './place-targets.ts'

/** All that hands can do with places at a moment. */
export interface PlacesInHand {
  readonly places: readonly PlaceInHand[]
  /** The curve that the next pinch draws; null where pinches take what they meet. */
  readonly stroke: HandStroke | null
  /** True while pinches are for something else. */
  readonly isQuiet: boolean
}

/** The surroundings of places in the hands. */
export interface PlaceUse {
  /** Called when a hand has taken something. */
  readonly onTaken: () => void
  /** Returns a sign in the room; absent for one that is drawn. */
  readonly createSign?: () => HandSign
}

/** A part that can be taken. */
type FreeGrip = HandGrip & { readonly take: NonNullable<HandGrip['take']> }

/**
 * The places among the parameters in the hands. Each hand holds another part, or one of them takes the
 * specimen, and a part that one hand holds is not taken by the other.
 */
export class PlaceHands {
  readonly #scene: VisitedScene
  readonly #use: PlaceUse
  readonly #createSign: () => HandSign
  readonly #targets: PlaceTargets
  readonly #shapes: PlaceShapes
  /** The keys of the parts that are pointed at or held. */
  readonly #touched = new Set<string>()
  /** The part that each pointer points at. */
  readonly #pointed = new Map<number, string>()
  readonly #held = new Map<number, HandTask>()
  /** The same as a list, as walking through a map makes an object in each frame. */
  #list: readonly HandTask[] = []
  #grips: readonly FreeGrip[] = []
  #stroke: HandStroke | null = null
  #drawn: HeldStroke | null = null

  constructor(scene: VisitedScene, use: PlaceUse) {
    this.#scene = scene
    this.#use = use
    this.#createSign = use.createSign ?? (() => new NameSign(scene.scene, { isOnTop: true }))
    this.#targets = new PlaceTargets(scene.stand)
    this.#shapes = new PlaceShapes(scene.stand, this.#touched)
    scene.scene.add(this.#targets)
    this.#targets.addEventListener('pointerdown', (event) => this.#press(event))
    this.#targets.addEventListener('pointermove', (event) => this.#move(event))
    this.#targets.addEventListener('pointerleave', ({ pointerId }) => this.#point(pointerId, undefined))
    this.#targets.addEventListener('pointerup', ({ pointerId }) => this.#release(pointerId))
    this.#targets.addEventListener('pointercancel', ({ pointerId }) => this.#release(pointerId))
  }

  /** Takes other places, or other values of the same. */
  show({ places, stroke, isQuiet }: PlacesInHand): void {
    const { toScene } = this.#scene
    this.#stroke = stroke
    this.#grips = isQuiet ? [] : places.flatMap(({ grips }) => grips.filter(isFree))
    const ats = Float64Array.from(this.#grips.flatMap(({ at }) => toScene(at)))
    this.#targets.show(ats, { isDrawing: stroke !== null && !isQuiet })
    this.#shapes.show(places, toScene)
  }

  /** Takes the box by which hands take the specimen, in the scene. */
  hold(box: Bounds): void {
    this.#targets.hold(box)
  }

  /** Moves what hands hold, and draws what has changed. Called in each frame, with the eyes in the room. */
  step(eyes: Vector3): void {
    for (let i = 0; i < this.#list.length; i++) this.#list[i]?.step(eyes)
    this.#shapes.step()
  }

  dispose(): void {
    for (const pointer of [...this.#held.keys()]) this.#release(pointer)
    this.#targets.removeFromParent()
    this.#shapes.dispose()
  }

  #press(event: PointerEvent): void {
    const { pointerId, pointerState: source } = event
    if (this.#held.has(pointerId)) return
    const start = { pose: event, source }
    const stroke = this.#stroke
    if (stroke) {
      if (this.#drawn) return
      const reach = event.point.distanceTo(event.pointerPosition)
      const onDrawn = (): void => this.#shapes.draw(drawn.points.places, drawn.points.count)
      const drawn: HeldStroke = new HeldStroke(this.#scene, stroke, { ...start, reach, onDrawn })
      this.#drawn = drawn
      this.#take(pointerId, drawn)
      return
    }
    const grip = this.#grips[event.intersection.index ?? -1]
    if (!grip || this.#list.some(({ key }) => key === grip.key)) return
    this.#take(pointerId, new HeldGrip(this.#scene, grip, { ...start, createSign: this.#createSign }))
  }

  #take(pointer: number, holding: HandTask): void {
    this.#targets.setPointerCapture(pointer)
    this.#held.set(pointer, holding)
    this.#use.onTaken()
    this.#change()
  }

  #move(event: PointerEvent): void {
    const { pointerId, intersection } = event
    const held = this.#held.get(pointerId)
    if (held) held.move(event)
    else this.#point(pointerId, this.#grips[intersection.index ?? -1]?.key)
  }

  #point(pointer: number, key: string | undefined): void {
    if (this.#pointed.get(pointer) === key) return
    if (key === undefined) this.#pointed.delete(pointer)
    else this.#pointed.set(pointer, key)
    this.#change()
  }

  #release(pointer: number): void {
    const held = this.#held.get(pointer)
    if (!held) return
    this.#held.delete(pointer)
    if (held === this.#drawn) {
      this.#drawn = null
      this.#shapes.draw(none, 0)
    }
    this.#change()
    held.end()
  }

  /** Takes what is touched as it now is. */
  #change(): void {
    this.#list = [...this.#held.values()]
    this.#touched.clear()
    for (const key of this.#pointed.values()) this.#touched.add(key)
    for (const { key } of this.#list) this.#touched.add(key)
    this.#shapes.touch()
  }
}

const none = new Float64Array(0)

function isFree(grip: HandGrip): grip is FreeGrip {
  return grip.take !== null
}
