import type { PointerEvent } from '@pmndrs/pointer-events'
import { type Object3D, Vector3 } from 'three'
import { type BoardTarget, findTarget, pixelsPerMetre, type TargetLayout, toPart } from './board-layout.ts'
import { CanvasPlane } from './canvas-plane.ts'
import type { Touched } from './draw-board.ts'
import type { BoardContext } from './draw-text.ts'

/** The pixels of a plane, and what draws a layout on them. */
export interface PlaneDrawing<Layout> {
  readonly pixels: readonly [columns: number, rows: number]
  readonly draw: (context: BoardContext, layout: Layout, touched: Touched) => void
}

/** The part of the plane that a hand holds: a button, or the knob of a track at a part of it. */
interface Held {
  readonly key: string
  readonly part: number | null
}

/**
 * A plane in the room, with words, buttons and sliders that are drawn on a canvas: again when something on
 * it has changed, at most once in a frame. A hand that has pressed stays with what it holds until it lets go,
 * and nothing needs a hand that hovers before.
 */
export class TargetPlane<Layout extends TargetLayout> {
  readonly mesh: CanvasPlane['mesh']
  readonly #plane: CanvasPlane
  readonly #drawing: PlaneDrawing<Layout>
  /** By pointer. */
  readonly #pointed = new Map<number, string>()
  readonly #held = new Map<number, Held>()
  readonly #over = new Set<number>()
  #layout: Layout | null = null
  #said: unknown = null
  #isDue = false
  #drawn = ''

  constructor(parent: Object3D, drawing: PlaneDrawing<Layout>) {
    const [columns, rows] = drawing.pixels
    const metres = [columns / pixelsPerMetre, rows / pixelsPerMetre] as const
    this.#drawing = drawing
    this.#plane = new CanvasPlane({ pixels: drawing.pixels, metres })
    this.mesh = this.#plane.mesh
    this.mesh.visible = false
    parent.add(this.mesh)
    this.mesh.addEventListener('pointermove', (event) => this.#move(event))
    this.mesh.addEventListener('pointerleave', ({ pointerId }) => {
      this.#over.delete(pointerId)
      this.#isDue = this.#pointed.delete(pointerId) || this.#isDue
    })
    this.mesh.addEventListener('pointerdown', (event) => this.#press(event))
    this.mesh.addEventListener('pointerup', (event) => this.#release(event, true))
    this.mesh.addEventListener('pointercancel', (event) => this.#release(event, false))
  }

  /** True while a ray points at the plane. */
  get isPointedAt(): boolean {
    return this.#over.size > 0
  }

  /** Takes another layout, and what it says: it is drawn with the next frame where that is something else. */
  show(layout: Layout, said: unknown): void {
    this.#layout = layout
    this.#said = said
    this.#isDue = true
  }

  /** Draws the plane where anything on it has changed. Called in each frame. */
  draw(): void {
    const layout = this.#layout
    if (!this.#isDue || !layout) return
    this.#isDue = false
    const touched = {
      pointed: new Set(this.#pointed.values()),
      held: new Set([...this.#held.values()].map(({ key }) => key)),
    }
    const drawn = JSON.stringify([this.#said, [...touched.pointed], [...touched.held]])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    this.#drawing.draw(this.#plane.context, layout, touched)
    this.#plane.update()
  }

  dispose(): void {
    this.#plane.dispose()
  }

  #find(event: PointerEvent): BoardTarget | null {
    const { x, y } = this.#toPixels(event.point)
    return this.#layout && findTarget(this.#layout, x, y)
  }

  #press(event: PointerEvent): void {
    const target = this.#find(event)
    const { pointerId } = event
    if (!target || this.#held.has(pointerId)) return
    this.mesh.setPointerCapture(pointerId)
    this.#held.set(pointerId, { key: target.key, part: null })
    this.#isDue = true
    if ('track' in target.thing) this.#drag(event)
  }

  #move(event: PointerEvent): void {
    const { pointerId } = event
    this.#over.add(pointerId)
    if (this.#held.has(pointerId)) {
      this.#drag(event)
      return
    }
    const key = this.#find(event)?.key
    if (key === this.#pointed.get(pointerId)) return
    if (key === undefined) this.#pointed.delete(pointerId)
    else this.#pointed.set(pointerId, key)
    this.#isDue = true
  }

  /** Moves a held knob to a ray, which may have left the board. */
  #drag(event: PointerEvent): void {
    const held = this.#held.get(event.pointerId)
    const target = held && this.#findHeld(held)
    if (!held || !target || !('track' in target.thing)) return
    const part = toPart(target.box, this.#toPixels(event.pointOnFace).x)
    if (part === held.part) return
    this.#held.set(event.pointerId, { key: held.key, part })
    target.thing.track.drag(part)
  }

  /** Settles a track in any case; a button is pressed where the hand lets go of it. */
  #release(event: PointerEvent, isMeant: boolean): void {
    const held = this.#held.get(event.pointerId)
    if (!held) return
    this.#held.delete(event.pointerId)
    this.#isDue = true
    const thing = this.#findHeld(held)?.thing
    if (!thing) return
    if ('track' in thing) thing.track.settle(held.part ?? thing.track.part)
    else if (isMeant && !thing.cell.isOff && this.#isOn(held.key, event.pointOnFace)) thing.cell.press()
  }

  #findHeld({ key }: Held): BoardTarget | undefined {
    return this.#layout?.targets.find((target) => target.key === key)
  }

  #isOn(key: string, place: Vector3): boolean {
    const { x, y } = this.#toPixels(place)
    return this.#layout !== null && findTarget(this.#layout, x, y)?.key === key
  }

  /** Returns the pixel at a place in the room; the same object for each. */
  #toPixels(place: Vector3): Vector3 {
    const [columns, rows] = this.#drawing.pixels
    this.mesh.worldToLocal(pixel.copy(place))
    return pixel.set(pixel.x * pixelsPerMetre + columns / 2, rows / 2 - pixel.y * pixelsPerMetre, 0)
  }
}

const pixel = new Vector3()
