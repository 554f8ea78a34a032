import type { Prepared } from '../data/prepared.ts'
import { type Display, defaultDisplay, type Vector3 } from '../state/display.ts'
import type { CameraPose } from '../state/view-state.ts'
import { emptyBox, toFiniteBox } from './box.ts'
import { toClipPlanes } from './clip-planes.ts'
import { createFrames } from './frames.ts'
import { listenToGestures } from './gestures.ts'
import { isSamePose } from './orbit.ts'
import { Picture, type Shown } from './picture.ts'
import { listenToContext, refuseTooLarge } from './renderer.ts'
import { Rig } from './rig.ts'
import type { Hit, Projection, Stage, StageEvents } from './stage.ts'
import type { View } from './view.ts'
import { createView } from './views.ts'

/**
 * Returns a stage that draws into a canvas, and takes what the mouse and fingers do on it.
 * @throws `webgl.missing` when the browser cannot draw in 3D
 */
export function createStage(canvas: HTMLCanvasElement, events: StageEvents): Stage {
  return new CanvasStage(canvas, events)
}

/** CSS pixels beside a point in which the pointer is on it. */
const pickRadius = 6
/**
 * What every card has room for. Above it the card is asked, which means to wait for it: for 12 MB 20 to
 * 250 ms in the place of 5 (without a card, on a busy machine).
 */
const sureBytes = 64e6

class CanvasStage implements Stage {
  readonly #events: StageEvents
  readonly #canvas: HTMLCanvasElement
  #picture: Picture
  readonly #rig = new Rig()
  readonly #frames = createFrames((milliseconds) => this.#step(milliseconds))
  readonly #uploads = createFrames(() => this.#uploadNext())
  readonly #listeners: readonly (() => void)[]
  #display: Display = defaultDisplay
  #shown: Shown | null = null
  /** What takes its place as soon as the card has all of it. */
  #coming: Shown | null = null
  /** Whether the card has taken the part of it that was handed over last. */
  #isTaken = (): boolean => true
  /** From where the next result is seen when nothing is shown; null fits it. */
  #firstPose: CameraPose | null = null
  /** Whether the camera is where everything fits, and goes there again when the canvas has another size. */
  #isFitted = true
  /** Whether somebody has moved the camera since the last frame. */
  #isMoved = false
  #size: [width: number, height: number, pixelRatio: number] = [0, 0, 1]
  #marked: readonly Vector3[] = []
  /** What page and stage last agreed on; null for fitting. */
  #pose: CameraPose | null = null

  constructor(canvas: HTMLCanvasElement, events: StageEvents) {
    this.#events = events
    this.#canvas = canvas
    this.#picture = new Picture(canvas)
    const gestures = listenToGestures(canvas, {
      canTurn: () => this.#rig.projection === 'perspective',
      orbit: (right, up) => this.orbit(right, up),
      zoom: (factor, place) => this.#move(() => this.#rig.zoom(factor, place)),
      pan: (right, down) => this.pan(right, down),
    })
    const context = listenToContext(canvas, (isLost) => this.#onLost(isLost))
    this.#listeners = [gestures, context]
  }

  show(prepared: Prepared): void {
    const view = createView(prepared, this.#picture.card)
    const next = { prepared, bounds: toFiniteBox(view.bounds), view }
    this.#dropComing()
    if (!this.#picture.upload(view)) this.#present(next)
    else {
      this.#coming = next
      this.#isTaken = this.#picture.createFence()
      this.#uploads.request()
    }
  }

  clear(): void {
    if (!this.#shown && !this.#coming) return // and the first result is seen from where was said
    const before = this.#shown
    this.#dropComing()
    this.#put(null)
    before?.view.dispose()
    this.#firstPose = null
    this.#pose = null
    this.#frames.request()
  }

  apply(display: Display): void {
    // The camera turns with the world: what a link says about it is no longer true.
    if (this.#shown && !this.#isFitted && display.up !== this.#display.up) this.#isMoved = true
    this.#display = display
    this.#rig.setUp(display.up)
    this.#setUp()
    this.#frames.request()
  }

  look(pose: CameraPose | null): void {
    if (!this.#shown) {
      this.#firstPose = pose
      return
    }
    if (pose && this.#pose && isSamePose(pose, this.#pose)) return // it was told from here
    this.#isFitted = pose === null
    this.#pose = pose
    if (pose) this.#rig.look(pose)
    else this.#rig.fit(this.#shown.bounds)
    this.#frames.request()
  }

  orbit(right: number, up: number): void {
    this.#move(() => this.#rig.orbit(right, up))
  }

  zoom(factor: number): void {
    this.#move(() => this.#rig.zoom(factor))
  }

  pan(right: number, down: number): void {
    this.#move(() => this.#rig.pan(right, down))
  }

  resize(width: number, height: number, pixelRatio: number): void {
    this.#size = [width, height, pixelRatio]
    this.#picture.resize(width, height, pixelRatio)
    if (width <= 0 || height <= 0) return
    this.#rig.resize(width, height)
    if (this.#shown && this.#isFitted) {
      this.#rig.fit(this.#shown.bounds)
      this.#rig.jump()
    }
    this.#draw() // at once: the canvas is empty now
  }

  pick(x: number, y: number): Hit | null {
    const tolerance = Math.max(pickRadius, this.#display.pointSize / 2) * this.#rig.pixelLength
    return this.#shown?.view.pick(this.#rig.castRay(x, y), { tolerance }) ?? null
  }

  project(place: Vector3): Projection {
    return this.#rig.project(place)
  }

  mark(places: readonly Vector3[]): void {
    this.#marked = places
    this.#picture.mark(places)
    this.#frames.request()
  }

  async screenshot(): Promise<Blob> {
    this.#draw()
    return await this.#picture.toPng()
  }

  dispose(): void {
    this.#frames.stop()
    this.#dropComing()
    for (const end of this.#listeners) end()
    this.#shown?.view.dispose()
    this.#picture.dispose()
    this.#picture.closeContext()
  }

  /**
   * Hands over the next part of what is coming, and says whether to come back. A part that comes before the
   * card has taken the one before has to wait for it, and so has the question whether there was room: 0.2 s
   * for 173 MB, without a card.
   */
  #uploadNext(): boolean {
    const next = this.#coming
    if (!next || !this.#isTaken()) return next !== null
    if (this.#picture.upload(next.view)) {
      this.#isTaken = this.#picture.createFence()
      return true
    }
    this.#coming = null
    if (this.#isTooLarge(next.view)) {
      next.view.dispose()
      this.#events.onRefused(refuseTooLarge(next.view.byteLength))
    } else this.#present(next)
    return false
  }

  #dropComing(): void {
    this.#uploads.stop()
    this.#coming?.view.dispose()
    this.#coming = null
  }

  /** Draws something in the place of what is shown. @throws `result.too-large`, and leaves what is shown */
  #present(next: Shown): void {
    const { view } = next
    const before = this.#shown
    this.#put(next)
    if (before?.view.projection !== view.projection) this.#startLooking()
    this.#draw()
    if (!view.upload && this.#isTooLarge(view)) {
      this.#put(before)
      view.dispose()
      if (before && before.view.projection !== view.projection) this.#startLooking()
      this.#draw()
      throw refuseTooLarge(view.byteLength)
    }
    before?.view.dispose()
    this.#events.onShown()
  }

  #isTooLarge({ byteLength }: View): boolean {
    return byteLength > sureBytes && this.#picture.isFull
  }

  /** Puts something in the place of what is shown, and frees nothing. */
  #put(next: Shown | null): void {
    this.#shown = next
    this.#picture.put(next?.view ?? null)
    this.#setUp()
    if (next) this.#rig.setProjection(next.view.projection)
  }

  #setUp(): void {
    this.#shown?.view.apply(this.#display)
    this.#shown?.view.clip(toClipPlanes(this.#display, this.#shown.bounds))
    this.#picture.guide(this.#shown, this.#display)
  }

  #startLooking(): void {
    this.#isFitted = this.#firstPose === null
    this.#pose = this.#firstPose
    if (this.#firstPose) this.#rig.look(this.#firstPose)
    else this.#rig.fit(this.#shown?.bounds ?? emptyBox)
    this.#firstPose = null
    this.#rig.jump()
  }

  #move(move: () => void): void {
    if (!this.#shown) return
    move()
    this.#isFitted = false
    this.#isMoved = true
    this.#frames.request()
  }

  /**
   * Frees everything when the context is lost, and makes it again when it is back. Objects of three would
   * make their buffers again by themselves, but later free those of the lost context too.
   */
  #onLost(isLost: boolean): void {
    if (isLost) {
      this.#uploads.stop()
      this.#coming?.view.dispose()
      this.#shown?.view.dispose()
      this.#picture.dispose()
    } else {
      this.#picture = new Picture(this.#canvas)
      this.#picture.resize(...this.#size)
      this.#picture.mark(this.#marked)
      const shown = this.#shown && this.#makeAgain(this.#shown)
      const coming = this.#coming && this.#makeAgain(this.#coming)
      this.#coming = null
      this.#put(shown)
      if (coming) this.#present(coming)
      else this.#draw()
    }
    this.#events.onLost(isLost)
  }

  /** Returns the same for a new context, which has all of it. */
  #makeAgain({ prepared, bounds }: Shown): Shown {
    const view = createView(prepared, this.#picture.card)
    while (this.#picture.upload(view));
    return { prepared, bounds, view }
  }

  /** Draws the next frame of a movement, and says whether another follows. */
  #step(milliseconds: number): boolean {
    const isMoving = this.#rig.step(milliseconds)
    this.#draw(isMoving)
    if (this.#isMoved) {
      this.#isMoved = false
      this.#pose = this.#rig.pose
      this.#events.onCamera(this.#pose)
    }
    return isMoving
  }

  #draw(isMoving = false): void {
    this.#rig.place(this.#shown?.bounds ?? emptyBox)
    this.#picture.draw(this.#rig.camera, isMoving)
    this.#events.onFrame()
  }
}
