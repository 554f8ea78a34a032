import type { PointerEvent } from '@pmndrs/pointer-events'
import { type Mesh, type Object3D, Vector3 } from 'three'
import {
  type BoardLayout,
  type BoardTarget,
  boardHeight,
  boardWidth,
  findTarget,
  layOut,
  pixelsPerMetre,
  toPart,
} from './board-layout.ts'
import type { BoardFace } from './board-words.ts'
import { CanvasPlane } from './canvas-plane.ts'
import { drawBoard } from './draw-board.ts'

const [width, height] = [boardWidth / pixelsPerMetre, boardHeight / pixelsPerMetre]

/**
 * Metres from the middle of the specimen to the upper edge of the board: down, as narrow views have no sides,
 * and nearer.
 */
const [below, nearer] = [0.18, 0.12]

/** The part of the board that a hand holds: a button, or the knob of a track at a part of it. */
interface Held {
  readonly key: string
  readonly part: number | null
}

/**
 * A board in the room, with words, buttons and sliders that are drawn on a canvas: again when something on
 * it has changed, at most once in a frame. A hand that has pressed stays with what it holds until it lets go,
 * and nothing needs a hand that hovers before.
 */
export class Board {
  readonly #plane: CanvasPlane
  readonly #mesh: CanvasPlane['mesh']
  /** By pointer. */
  readonly #pointed = new Map<number, string>()
  readonly #held = new Map<number, Held>()
  readonly #over = new Set<number>()
  #face: BoardFace | null = null
  #layout: BoardLayout | null = null
  #page = 0
  #isDue = false
  #drawn = ''

  constructor(parent: Object3D) {
    this.#plane = new CanvasPlane({ pixels: [boardWidth, boardHeight], metres: [width, height] })
    this.#mesh = this.#plane.mesh
    this.#mesh.visible = false
    parent.add(this.#mesh)
    this.#mesh.addEventListener('pointermove', (event) => this.#move(event))
    this.#mesh.addEventListener('pointerleave', ({ pointerId }) => {
      this.#over.delete(pointerId)
      this.#isDue = this.#pointed.delete(pointerId) || this.#isDue
    })
    this.#mesh.addEventListener('pointerdown', (event) => this.#press(event))
    this.#mesh.addEventListener('pointerup', (event) => this.#release(event, true))
    this.#mesh.addEventListener('pointercancel', (event) => this.#release(event, false))
  }

  /** True while a ray points at the board. */
  get isPointedAt(): boolean {
    return this.#over.size > 0
  }

  /** Puts the board below a place, like a desk that faces the eyes. */
  place(middle: Vector3, eyes: Vector3): void {
    const away = new Vector3().subVectors(middle, eyes).setY(0).normalize()
    this.#mesh.position.copy(middle).addScaledVector(away, -nearer)
    this.#mesh.position.y -= below + height / 2
    this.#mesh.lookAt(eyes)
    this.#mesh.visible = true
  }

  /** Takes another face, which the next {@link Board.draw} draws. */
  show(face: BoardFace): void {
    this.#face = face
    this.#isDue = true
  }

  /** Shows the rows before (-1) or after (1) those that are shown. */
  turn(by: -1 | 1): void {
    this.#page = (this.#layout?.page ?? 0) + by
    this.#isDue = true
  }

  /** Draws the board where anything on it has changed. Called in each frame. */
  draw(): void {
    const face = this.#face
    if (!this.#isDue || !face) return
    this.#isDue = false
    const layout = layOut(face, this.#page, (by) => this.turn(by))
    this.#layout = layout
    this.#page = layout.page
    const touched = {
      pointed: new Set(this.#pointed.values()),
      held: new Set([...this.#held.values()].map(({ key }) => key)),
    }
    const drawn = JSON.stringify([face, layout.page, [...touched.pointed], [...touched.held]])
    if (drawn === this.#drawn) return
    this.#drawn = drawn
    drawBoard(this.#plane.context, layout, touched)
    this.#plane.update()
  }

  dispose(): void {
    this.#plane.dispose()
  }

  #find(event: PointerEvent): BoardTarget | null {
    const { x, y } = toPixels(this.#mesh, event.point)
    return this.#layout && findTarget(this.#layout, x, y)
  }

  #press(event: PointerEvent): void {
    const target = this.#find(event)
    const { pointerId } = event
    if (!target || this.#held.has(pointerId)) return
    this.#mesh.setPointerCapture(pointerId)
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
    const part = toPart(target.box, toPixels(this.#mesh, event.pointOnFace).x)
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
    const { x, y } = toPixels(this.#mesh, place)
    return this.#layout !== null && findTarget(this.#layout, x, y)?.key === key
  }
}

const pixel = new Vector3()

/** Returns the pixel of the board at a place in the room; the same object for each. */
function toPixels(mesh: Mesh, place: Vector3): Vector3 {
  mesh.worldToLocal(pixel.copy(place))
  return pixel.set((pixel.x / width + 0.5) * boardWidth, (0.5 - pixel.y / height) * boardHeight, 0)
}
