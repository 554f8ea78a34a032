import { createDeferred, type Deferred } from '../../domain/deferred.ts'
import { emptyBox, toFiniteBox } from '../../look/box.ts'
import type { CameraPose } from '../../look/camera-pose.ts'
import { type Display, defaultDisplay, type Vector3 } from '../../look/display.ts'
import { type Angles, isSamePose } from '../../look/orbit.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import { toClipPlanes } from './clip-planes.ts'
import { createFrames } from './frames.ts'
import { listenToGestures } from './gestures.ts'
import { Picture, type ShownPicture } from './picture.ts'
import { listenToContext, lostError } from './renderer.ts'
import { Rig } from './rig.ts'
import type { Hit, Stage, StageEvents } from './stage.ts'
import { createView } from './views.ts'

/** Returns a stage in a canvas, which handles its mouse and touch. @throws `webgl.missing` without 3D */
export function createStage(canvas: HTMLCanvasElement, events: StageEvents): Stage {
  return new CanvasStage(canvas, events)
}

/** Radius around a point for the pointer, in CSS pixels. */
const pickRadius = 6

type Coming = ShownPicture & { readonly answer: Deferred<boolean> }

class CanvasStage implements Stage {
  readonly #events: StageEvents
  readonly #canvas: HTMLCanvasElement
  #picture: Picture
  readonly #rig = new Rig()
  readonly #frames = createFrames((milliseconds) => this.#step(milliseconds))
  readonly #listeners: readonly (() => void)[]
  #display: Display = defaultDisplay
  #shown: ShownPicture | null = null
  #coming: Coming | null = null
  /** The pose for the next result when nothing is shown; null fits it. */
  #firstPose: CameraPose | null = null
  /** True while the camera is untouched: it then fits each result, and again after a resize of the canvas. */
  #isFitted = true
  #isMoved = false
  #size: [width: number, height: number, pixelRatio: number] = [0, 0, 1]
  #marked: readonly Vector3[] = []
  /** The last pose shared with the page; null for fitting. */
  #pose: CameraPose | null = null

  constructor(canvas: HTMLCanvasElement, events: StageEvents) {
    this.#events = events
    this.#canvas = canvas
    this.#picture = new Picture(canvas, () => this.#frames.request())
    const gestures = listenToGestures(canvas, {
      canTurn: () => this.#rig.projection !== 'flat',
      orbit: (right, up) => this.orbit(right, up),
      zoom: (factor, place) => this.#move(() => this.#rig.zoom(factor, place)),
      pan: (right, down) => this.pan(right, down),
    })
    const context = listenToContext(canvas, (isLost) => this.#onLost(isLost))
    this.#listeners = [gestures, context]
  }

  async show(prepared: Prepared): Promise<boolean> {
    this.#dropComing()
    const answer = createDeferred<boolean>()
    void this.#bring({ ...this.#make(prepared), answer })
    return await answer.promise
  }

  clear(): void {
    if (!this.#shown && !this.#coming) return // and the first result keeps the given pose
    this.#dropComing()
    this.#shown?.view.dispose()
    this.#put(null)
    this.#firstPose = null
    this.#pose = null
    this.#isMoved = false
    this.#frames.request()
  }

  apply(display: Display, space: Bounds | null = null): void {
    // The camera turns with the world, so that the pose of the link is outdated.
    if (this.#shown && !this.#isFitted && display.up !== this.#display.up) this.#isMoved = true
    const isTurned = this.#rig.setUp(display, space)
    this.#display = display
    if (!this.#shown) return
    if (isTurned && this.#isFitted) this.#rig.fit(this.#shown.bounds)
    this.#setUp()
    const isWanted = () => !this.#picture.isLost
    void this.#picture.compile(this.#rig.camera, null, isWanted).then(() => this.#frames.request())
  }

  look(pose: CameraPose | null): void {
    if (!this.#shown) {
      this.#firstPose = pose
      return
    }
    if (pose && this.#pose && isSamePose(pose, this.#pose)) return // it came from here
    this.#isFitted = pose === null
    this.#pose = pose
    if (pose) this.#rig.look(pose)
    else this.#rig.fit(this.#shown.bounds)
    this.#frames.request()
  }

  orbit(right: number, up: number): void {
    this.#move(() => this.#rig.orbit(right, up))
  }

  face(angles: Angles): void {
    this.#move(() => this.#rig.fit(this.#shown?.bounds ?? emptyBox, angles))
  }

  get angles(): Angles {
    return this.#rig.angles
  }

  zoom(factor: number): void {
    this.#move(() => this.#rig.zoom(factor))
  }

  pan(right: number, down: number): void {
    this.#move(() => this.#rig.pan(right, down))
  }

  resize(...size: [width: number, height: number, pixelRatio: number]): void {
    if (size.every((side, i) => side === this.#size[i])) return
    this.#size = size
    const [width, height, pixelRatio] = size
    this.#picture.resize(width, height, pixelRatio)
    if (width <= 0 || height <= 0) return
    this.#rig.resize(width, height)
    if (!this.#shown) return
    if (this.#isFitted) {
      this.#rig.fit(this.#shown.bounds)
      this.#rig.jump()
    }
    this.#draw() // at once: the canvas is empty now
  }

  pick(x: number, y: number): Hit | null {
    const tolerance = Math.max(pickRadius, (this.#display.pointSize ?? 0) / 2) * this.#rig.pixelLength
    return this.#shown?.view.pick(this.#rig.castRay(x, y), tolerance) ?? null
  }

  project(place: Vector3): ReturnType<Stage['project']> {
    return this.#rig.project(place)
  }

  get unitPixels(): number {
    return this.#rig.unitPixels
  }

  mark(places: readonly Vector3[]): void {
    this.#marked = places
    this.#picture.mark(places)
    this.#frames.request()
  }

  async screenshot(width = this.#canvas.width, height = this.#canvas.height): Promise<OffscreenCanvas> {
    if (this.#picture.isLost) throw lostError()
    // The caller of `show` receives a refusal.
    while (!this.#shown && this.#coming) await this.#coming.answer.promise.catch(() => undefined)
    this.#rig.place(this.#shown?.bounds ?? emptyBox)
    const views = this.#rig.frameTiles(width, height)
    return await this.#picture.drawTiles({ width, height }, views, () => {
      this.#picture.resize(...this.#size)
      this.#draw()
    })
  }

  dispose(): void {
    this.#frames.stop()
    this.#dropComing()
    for (const end of this.#listeners) end()
    this.#shown?.view.dispose()
    this.#picture.dispose()
    this.#picture.closeContext()
  }

  #make(prepared: Prepared): ShownPicture {
    const view = createView(prepared, this.#picture.card)
    return { prepared, bounds: toFiniteBox(view.bounds), view }
  }

  async #bring(coming: Coming): Promise<void> {
    const { view, answer } = coming
    this.#coming = coming
    // A picture that was loading when the context was lost is loaded again after its return.
    const isWanted = () => this.#coming === coming && !this.#picture.isLost
    try {
      await this.#picture.take(view, isWanted)
      if (!isWanted()) return
      this.#adjust(coming)
      await this.#picture.compile(this.#rig.camera, view.object, isWanted)
      if (!isWanted()) return
      this.#present(coming)
      answer.resolve(true)
    } catch (error) {
      if (!isWanted()) return
      if (this.#shown !== coming) view.dispose()
      answer.reject(error)
    }
    this.#coming = null
  }

  #dropComing(): void {
    this.#coming?.view.dispose()
    this.#coming?.answer.resolve(false)
    this.#coming = null
  }

  #present(next: ShownPicture): void {
    const before = this.#shown
    this.#put(next)
    if (before?.view.projection !== next.view.projection) this.#startLooking()
    else if (this.#isFitted) this.#rig.fit(next.bounds)
    this.#draw()
    before?.view.dispose()
    this.#frames.request() // for the way to the place that fits
  }

  #put(next: ShownPicture | null): void {
    this.#shown = next
    this.#picture.put(next?.view ?? null)
    this.#setUp()
    if (next) this.#rig.setFlat(next.view.projection === 'flat')
  }

  #setUp(): void {
    if (this.#shown) this.#adjust(this.#shown)
    this.#picture.guide(this.#shown, this.#display)
  }

  #adjust({ view, bounds }: Pick<ShownPicture, 'view' | 'bounds'>): void {
    view.apply(this.#display)
    view.clip(toClipPlanes(this.#display, bounds))
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
   * Frees everything when the context is lost, and creates it again later. Objects of three would restore
   * their buffers, but later free those of the lost context too.
   */
  #onLost(isLost: boolean): void {
    const coming = this.#coming
    if (isLost) {
      coming?.view.dispose()
      this.#shown?.view.dispose()
      this.#picture.dispose()
    } else {
      this.#picture = new Picture(this.#canvas, () => this.#frames.request())
      this.#picture.resize(...this.#size)
      this.#picture.mark(this.#marked)
      const shown = this.#shown && this.#make(this.#shown.prepared)
      if (shown) this.#picture.takeAtOnce(shown.view)
      this.#put(shown)
      this.#draw()
      if (coming) void this.#bring({ ...this.#make(coming.prepared), answer: coming.answer })
    }
    this.#events.onLost(isLost)
  }

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
