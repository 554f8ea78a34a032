import { type Camera, Group, type Object3D, type Ray, Scene, type WebGLRenderer } from 'three'
import { findContentZoom, trialHeight } from '../../contract/look/content-zoom.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { pageHeight } from '../../contract/look/point-size.ts'
import { Creases } from './creases.ts'
import { createGuides } from './guides.ts'
import type { Hit } from './hit.ts'
import { createMarks } from './marks.ts'
import { noPlacement, type Placement } from './placement.ts'
import type { PresentedScene } from './presentation.ts'
import { readOpacities } from './read-opacities.ts'
import {
  awayError,
  createFence,
  createRenderer,
  createScreenFence,
  isOutOfMemory,
  lostError,
  measureCard,
  refuseTooLarge,
} from './renderer.ts'
import type { Rig } from './rig.ts'
import type { ShownPicture } from './shown-picture.ts'
import type { Card, FrameShape, ResultView } from './view.ts'

/** CSS pixels from the middle of an axis' name to the edge of the picture. */
const labelPixels = 14
/** CSS pixels of the lower right corner that the cube and names beside it have; a small picture has less. */
const cubePixels = 112
const cornerShare = 0.4
/** Radius around a point for the pointer, in CSS pixels. */
const pickRadius = 6

type Size = Record<'width' | 'height', number>

/** Everything that is drawn: the specimen, its guides and the marks on it. */
export class Picture {
  /** Measured at first, because a lost context has no limits. */
  readonly card: Card
  readonly renderer: WebGLRenderer
  readonly #scene = new Scene()
  /** Carries the scene in the room of a headset; on a page the two are the same. */
  readonly #stand = new Group()
  /** Has all that is drawn, and the matrix of its placement. */
  readonly #placed = new Group()
  readonly #guides = createGuides()
  readonly #marks = createMarks()
  readonly #others = [this.#guides.object, this.#marks.object]
  readonly #creases: Creases
  #shown: ShownPicture | null = null
  #size: readonly [width: number, height: number] = [0, 0]
  #pixelRatio = 1
  /** Returns whether the last quick frame is on the screen; null after a sharp one. */
  #isShown: (() => boolean) | null = null

  /**
   * `onChange` is called when the next frame would be another one.
   * @throws `webgl.missing` when the browser cannot draw in 3D
   */
  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.renderer = createRenderer(canvas)
    this.#creases = new Creases({
      renderer: this.renderer,
      scene: this.#scene,
      others: this.#others,
      onChange,
    })
    this.card = measureCard(this.renderer)
    this.#placed.matrixAutoUpdate = false
    this.#placed.add(this.#guides.object, this.#marks.object)
    this.#stand.add(this.#placed)
    this.#scene.add(this.#stand)
  }

  get #view(): ResultView | null {
    return this.#shown?.view ?? null
  }

  get #hasSize(): boolean {
    return this.#size.every((side) => side > 0)
  }

  get isLost(): boolean {
    return this.renderer.getContext().isContextLost()
  }

  get placement(): Placement {
    return this.#shown?.placement ?? noPlacement
  }

  /** Returns the hit of a ray of the scene; a CSS pixel is `pixelLength` for each unit along. */
  pick(ray: Ray, pixelLength: number, { pointSize }: Pick<Display, 'pointSize'>): Hit | null {
    const tolerance = Math.max(pickRadius, (pointSize ?? 0) / 2) * pixelLength
    return this.pickNear(ray, tolerance)
  }

  /** Returns the hit of a ray of the scene, which passes what has no surface by a radius at most. */
  pickNear(ray: Ray, radius: number): Hit | null {
    return this.#view?.pick(this.placement.toSpecimenRay(ray), radius) ?? null
  }

  /** Returns a size in pixels of the device, those of the canvas where none is given. */
  toSize(width?: number, height?: number): Size {
    const [columns, rows] = this.#size.map((side) => Math.floor(side * this.#pixelRatio)) // as three does
    return { width: width ?? columns ?? 0, height: height ?? rows ?? 0 }
  }

  /** @throws `webgl.missing` while the context is lost, or a headset has the picture */
  requirePage(): void {
    if (this.isLost) throw lostError()
    if (this.renderer.xr.enabled) throw awayError()
  }

  /**
   * Uploads a view to the card: each part after the card has taken the one before, and the check for its
   * memory last, because an immediate check waited for 0.2 s. Ends early for an unwanted view.
   * @throws `result.too-large` when the card had no room for it
   */
  async take(view: ResultView, isWanted: () => boolean): Promise<void> {
    let isLarge = false
    while (isWanted() && view.upload?.(this.renderer)) {
      isLarge = true
      const isTaken = createFence(this.renderer)
      while (isWanted() && !isTaken()) await nextTurn()
    }
    if (isLarge && isWanted() && isOutOfMemory(this.renderer)) throw refuseTooLarge(view.byteLength)
  }

  takeAtOnce(view: ResultView): void {
    while (view.upload?.(this.renderer));
  }

  /** Resolves when the shader programs are ready: the first frame would wait up to 0.3 s for them. */
  async compile(camera: Camera, object: Object3D | null, isWanted: () => boolean): Promise<void> {
    const renderer = this.renderer
    const known = renderer.info.programs?.length
    renderer.compile(this.#scene, camera)
    if (object) renderer.compile(object, camera, this.#scene)
    if (renderer.info.programs?.length === known) return
    const isTaken = createFence(renderer)
    while (isWanted() && !isTaken()) await nextTurn()
    if (isWanted() && renderer.extensions.has('KHR_parallel_shader_compile'))
      await renderer.compileAsync(object ?? this.#scene, camera, this.#scene)
  }

  /** Replaces the view, and the place of all that is drawn, without freeing either. */
  put(shown: ShownPicture | null): void {
    if (this.#view) this.#placed.remove(this.#view.object)
    this.#shown = shown
    if (!shown) return
    this.#placed.add(shown.view.object)
    this.#placed.matrix.copy(shown.placement.matrix)
    this.#placed.updateMatrixWorld(true)
  }

  guide(shown: ShownPicture | null, display: Display): void {
    this.#guides.show(shown ? { ...shown.prepared, bounds: shown.bounds } : null, display)
    this.#creases.show(shown, display)
  }

  mark(places: readonly Vector3[]): void {
    this.#marks.show(places)
  }

  /** See {@link Stage.axesShift}. */
  get axesShift(): Vector3 {
    return this.#guides.shift
  }

  /** Sets the size in CSS pixels. Empties the canvas. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#size = [width, height]
    this.#pixelRatio = pixelRatio
    this.renderer.setPixelRatio(pixelRatio)
    this.renderer.setSize(width, height, false)
  }

  /**
   * True while a quick frame of few pixels is on its way to the screen. The sharp one after it would hold it
   * back: that takes seconds without a graphics card.
   */
  get isPending(): boolean {
    return this.#isShown !== null && !this.isLost && !this.#isShown()
  }

  /** Draws quickly while the camera moves, and what is to be seen at once. */
  draw(camera: Camera, isMoving: boolean): void {
    if (!this.#hasSize) return
    const pixelRatio = this.#pixelRatio * ((isMoving && this.#view?.movingResolution) || 1)
    if (pixelRatio !== this.renderer.getPixelRatio()) this.renderer.setPixelRatio(pixelRatio)
    const { width, height } = this.renderer.domElement
    this.#view?.prepareFrame({ isMoving, isStereo: false, pixelRatio, width, height })
    const label = 2 * labelPixels * pixelRatio
    const cube = 2 * cubePixels * pixelRatio
    const corner = [Math.min(cornerShare, cube / width), Math.min(cornerShare, cube / height)] as const
    this.#guides.keepInside({ camera, margin: [label / width, label / height], corner })
    this.#render(camera)
    this.#isShown = isMoving && this.#view?.movingResolution ? createScreenFence(this.renderer) : null
    if (!isMoving) this.#creases.draw(camera)
  }

  #render(camera: Camera): void {
    const { renderer } = this
    const [scene, others] = [this.#scene, this.#others]
    if (!this.#view?.compose?.(renderer, { scene, camera, others })) renderer.render(scene, camera)
  }

  /**
   * Returns the zoom at which the content fills the picture. Draws small pictures of it in a corner of the
   * canvas, whose programs are those of the next frame: another target would need others.
   */
  findZoom(cameraAt: (zoom: number) => Camera): number {
    if (!this.#hasSize || !this.#view || this.isLost || this.renderer.xr.enabled) return 1
    // A moving picture has fewer pixels: a camera that is on its way would find another zoom.
    if (this.renderer.getPixelRatio() !== this.#pixelRatio) this.renderer.setPixelRatio(this.#pixelRatio)
    const { width, height } = this.renderer.domElement
    const scale = Math.min(1, trialHeight / height)
    const size = { width: Math.ceil(width * scale), height: Math.ceil(height * scale) }
    const frame = { ...size, isMoving: true, isStereo: false, pixelRatio: size.height / pageHeight }
    const draw = (camera: Camera): void => {
      this.#view?.prepareFrame(frame)
      this.#render(camera)
    }
    const others = this.#others
    for (const object of others) object.visible = false
    const zoom = findContentZoom((nearer) => ({
      width: size.width,
      opacities: readOpacities(this.renderer, { ...size, draw: () => draw(cameraAt(nearer)) }),
    }))
    for (const object of others) object.visible = true
    return zoom
  }

  /** Returns what a headset draws: the scene on its stand. */
  toPresented(): PresentedScene {
    const { renderer } = this
    const [scene, stand] = [this.#scene, this.#stand]
    this.#guides.keepInside(null) // what would bring them into one eye would part the eyes
    const prepare = (frame: FrameShape): void => {
      stand.updateMatrixWorld()
      this.#view?.prepareFrame(frame)
      this.#shown?.planes.carry(stand.matrixWorld)
    }
    return { renderer, scene, stand, prepare, volumeBox: () => this.#view?.volumeBox ?? null }
  }

  /** Draws a picture of another size in tiles, a task for each, then `restore` draws the shown one. */
  async drawTiles(
    { width, height }: Size,
    views: ReturnType<Rig['frameTiles']>,
    restore: () => void,
  ): Promise<OffscreenCanvas> {
    const whole = new OffscreenCanvas(width, height)
    const target = whole.getContext('2d')
    for (const { tile, camera, pixelRatio } of views) {
      if (tile.x + tile.y > 0) await nextTurn()
      this.requirePage()
      const toLength = (pixels: number): number => (pixels + 0.25) / pixelRatio // three cuts off fractions
      this.#pixelRatio = pixelRatio
      this.renderer.setDrawingBufferSize(toLength(tile.width), toLength(tile.height), pixelRatio)
      this.draw(camera, false)
      target?.drawImage(this.renderer.domElement, tile.x, tile.y)
      restore()
    }
    return whole
  }

  dispose(): void {
    this.#guides.dispose()
    this.#marks.dispose()
    this.#creases.dispose()
    this.renderer.dispose()
  }

  /** Releases the graphics context: a browser keeps few, and closes the oldest for a new one. */
  closeContext(): void {
    this.renderer.forceContextLoss()
  }
}

/**
 * Resolves a millisecond later. Frames are slower (65 ms for parts of 12 MB), and nested timers wait for at
 * least 4 ms; a timer that is set in a message event does not.
 */
async function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel()
  await new Promise((resolve) => {
    port1.onmessage = resolve
    port2.postMessage(null)
  })
  port1.close()
  await new Promise((resolve) => setTimeout(resolve, 1))
}
