import { emptyBox } from '../../contract/look/box.ts'
import type { CameraPose } from '../../contract/look/camera-pose.ts'
import { type Display, defaultDisplay, type Vector3 } from '../../contract/look/display.ts'
import { type Angles, isSamePose } from '../../contract/look/orbit.ts'
import type { Bounds } from '../../data/prepared/prepared.ts'
import { Arrivals } from './arrivals.ts'
import { createFrames } from './frames.ts'
import { listenToGestures } from './gestures.ts'
import { Headset } from './headset.ts'
import type { Hit } from './hit.ts'
import { Picture } from './picture.ts'
import { listenToContext } from './renderer.ts'
import { Rig, type ZoomFinder } from './rig.ts'
import { adjustPicture, createShownPicture, measureAlone, type ShownPicture } from './shown-picture.ts'
import type { Stage, StageEvents } from './stage.ts'

/**
 * Returns a stage that draws into a canvas and handles its mouse and touch events.
 * @throws `webgl.missing` when the browser cannot draw in 3D
 */
export function createStage(canvas: HTMLCanvasElement, events: StageEvents): Stage {
  return new CanvasStage(canvas, events)
}

class CanvasStage implements Stage {
  readonly #events: StageEvents
  readonly #canvas: HTMLCanvasElement
  #picture: Picture
  readonly #rig = new Rig()
  readonly #frames = createFrames((milliseconds) => this.#step(milliseconds))
  readonly #arrivals = new Arrivals({
    rig: this.#rig,
    picture: () => this.#picture,
    adjust: (coming) => adjustPicture(coming, this.#display),
    present: (coming) => this.#present(coming),
  })
  readonly #headset = new Headset({
    picture: () => this.#picture,
    frames: this.#frames,
    box: () => this.#shown?.sceneBox ?? null,
    shownBox: () => this.#shown?.shownBox ?? null,
    level: () => this.#rig.level,
    comeBack: () => this.#takeSize(),
  })
  readonly show: Stage['show'] = (prepared) => this.#arrivals.bring(prepared)
  readonly project: Stage['project'] = (place) => this.#rig.project(this.#picture.placement.toScene(place))
  readonly unproject: Stage['unproject'] = (...spot) =>
    this.#picture.placement.toSpecimen(this.#rig.unproject(...spot))
  readonly present: Stage['present'] = (session, visitor) => this.#headset.present(session, visitor)
  readonly #listeners: readonly (() => void)[]
  #display: Display = defaultDisplay
  #shown: ShownPicture | null = null
  /** The pose for the next result when nothing is shown; null fits it. */
  #firstPose: CameraPose | null = null
  /** True while the camera is untouched: it then fits each result, and again after a resize of the canvas. */
  #isFitted = true
  #isMoved = false
  #isQuick = false
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
    this.#listeners = [gestures, listenToContext(canvas, (isLost) => this.#onLost(isLost))]
  }

  clear(): void {
    if (!this.#shown && !this.#arrivals.ended) return // the first result keeps the given pose
    this.#arrivals.drop()
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
    const isTurned = this.#rig.setUp(display, space) || display.box !== this.#display.box
    this.#display = display
    if (!this.#shown) return
    this.#setUp()
    if (isTurned && this.#isFitted) this.#refit()
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
    else this.#refit()
    this.#frames.request()
  }

  orbit(right: number, up: number): void {
    this.#move(() => this.#rig.orbit(right, up))
  }

  face(angles: Angles): void {
    this.#move(() => this.#refit(angles))
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

  aim(place: Vector3): void {
    this.#move(() => this.#rig.aim(this.#picture.placement.toScene(place)))
  }

  resize(...size: [width: number, height: number, pixelRatio: number]): void {
    if (size.every((side, i) => side === this.#size[i])) return
    this.#size = size
    this.#takeSize()
  }

  #takeSize(): void {
    if (this.#headset.isOn || this.#picture.isLost) return
    const [width, height, pixelRatio] = this.#size
    this.#picture.resize(width, height, pixelRatio)
    if (width <= 0 || height <= 0) return
    this.#rig.resize(width, height)
    if (!this.#shown) return
    if (this.#isFitted) {
      this.#fit()
      this.#rig.jump()
    }
    this.#drawAtOnce() // the canvas is empty now
  }

  pick(x: number, y: number): Hit | null {
    return this.#picture.pick(this.#rig.castRay(x, y), this.#rig.pixelLength, this.#display)
  }

  get axesShift(): Vector3 {
    return this.#picture.axesShift
  }

  get unitPixels(): number {
    return this.#rig.unitPixels * this.#picture.placement.scale
  }

  mark(places: readonly Vector3[]): void {
    this.#marked = places
    this.#picture.mark(places)
    this.#frames.request()
  }

  async screenshot(width?: number, height?: number): Promise<OffscreenCanvas> {
    this.#picture.requirePage()
    // The caller of `show` receives a refusal.
    while (!this.#shown && this.#arrivals.ended) await this.#arrivals.ended.catch(() => undefined)
    this.#rig.place(this.#shown?.shownBox ?? emptyBox)
    const size = this.#picture.toSize(width, height)
    const views = this.#rig.frameTiles(size.width, size.height)
    const isQuick = this.#isQuick
    return await this.#picture.drawTiles(size, views, () => {
      this.#picture.resize(...this.#size)
      this.#draw(isQuick)
    })
  }

  dispose(): void {
    this.#headset.end()
    this.#frames.stop()
    this.#arrivals.drop()
    for (const end of this.#listeners) end()
    this.#shown?.view.dispose()
    this.#picture.dispose()
    this.#picture.closeContext()
  }

  #present(next: ShownPicture): void {
    const before = this.#shown
    this.#put(next)
    if (before?.view.projection !== next.view.projection) this.#startLooking()
    else if (this.#isFitted) this.#fit()
    this.#drawAtOnce()
    before?.view.dispose()
    this.#frames.request() // for the way to the place that fits
  }

  #put(next: ShownPicture | null): void {
    this.#shown = next
    this.#picture.put(next)
    this.#setUp()
    if (next) this.#rig.setFlat(next.view.projection === 'flat')
  }

  #setUp(): void {
    if (this.#shown) adjustPicture(this.#shown, this.#display)
    this.#picture.guide(this.#shown, this.#display)
  }

  /** Fits the content, or a box with its lengths. The canvas is to be drawn in the same task. */
  #fit(angles?: Angles): void {
    const measure: ZoomFinder = (cameraAt) => (this.#display.box ? 1 : this.#picture.findZoom(cameraAt))
    const fit = () => this.#rig.fit(this.#shown?.shownBox ?? emptyBox, measure, angles)
    measureAlone(this.#shown, this.#display, fit)
  }

  #refit(angles?: Angles): void {
    this.#fit(angles)
    this.#drawAtOnce()
  }

  #startLooking(): void {
    this.#isFitted = this.#firstPose === null
    this.#pose = this.#firstPose
    if (this.#firstPose) this.#rig.look(this.#firstPose)
    else this.#fit()
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
    if (isLost) {
      this.#headset.lose()
      this.#arrivals.lose()
      this.#shown?.view.dispose()
      this.#picture.dispose()
    } else {
      this.#picture = new Picture(this.#canvas, () => this.#frames.request())
      this.#picture.resize(...this.#size)
      this.#picture.mark(this.#marked)
      const shown = this.#shown && createShownPicture(this.#shown.prepared, this.#picture.card)
      if (shown) this.#picture.takeAtOnce(shown.view)
      this.#put(shown)
      this.#drawAtOnce()
      this.#arrivals.bringAgain()
    }
    this.#events.onLost(isLost)
  }

  #step(milliseconds: number): boolean {
    const isMoving = this.#rig.step(milliseconds)
    if (!isMoving && this.#picture.isPending) return true
    this.#draw(isMoving)
    if (this.#isMoved) {
      this.#isMoved = false
      this.#pose = this.#rig.pose
      this.#events.onCamera(this.#pose)
    }
    return isMoving
  }

  /** Draws in this task, quickly where that makes a difference: a sharp frame follows then. */
  #drawAtOnce(): void {
    const isQuick = this.#shown?.view.movingResolution !== undefined
    this.#draw(isQuick)
    if (isQuick) this.#frames.request()
  }

  /** Draws as while the camera moves, or sharply, as it comes to rest. */
  #draw(isQuick: boolean): void {
    this.#isQuick = isQuick
    if (this.#headset.isOn) return
    this.#rig.place(this.#shown?.shownBox ?? emptyBox)
    this.#picture.draw(this.#rig.camera, isQuick)
    this.#events.onFrame(isQuick)
  }
}
