import { type Camera, type Object3D, type Plane, Scene, type WebGLRenderer } from 'three'
import { diagonal } from '../../look/box.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import { toClipPlanes, toPlanes } from './clip-planes.ts'
import { createGuides } from './guides.ts'
import { createMarks } from './marks.ts'
import type { createOcclusion } from './occlusion.ts'
import {
  createFence,
  createRenderer,
  isOutOfMemory,
  isSoftware,
  lostError,
  measureCard,
  refuseTooLarge,
} from './renderer.ts'
import type { Rig } from './rig.ts'
import type { Card, ResultView } from './view.ts'

/** A shown picture: its objects and its box. */
export interface ShownPicture {
  readonly prepared: Prepared
  /** Finite, whatever the result. */
  readonly bounds: Bounds
  readonly view: ResultView
}

/** Everything that is drawn: the specimen, its guides and the marks on it. */
export class Picture {
  /** Measured at first, because a lost context has no limits. */
  readonly card: Card
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #guides = createGuides()
  readonly #marks = createMarks()
  readonly #onChange: () => void
  #view: ResultView | null = null
  #occlusion: ReturnType<typeof createOcclusion> | 'loading' | null = null
  /** The mesh whose creases are darkened; null for none. */
  #occluded: { readonly diagonal: number; readonly planes: readonly Plane[] } | null = null
  #hasSize = false
  #pixelRatio = 1

  /** `onChange`: the next frame would be another one. @throws `webgl.missing` when it cannot draw in 3D */
  constructor(canvas: HTMLCanvasElement, onChange: () => void) {
    this.#onChange = onChange
    this.#renderer = createRenderer(canvas)
    this.card = measureCard(this.#renderer)
    this.#scene.add(this.#guides.object, this.#marks.object)
  }

  get isLost(): boolean {
    return this.#renderer.getContext().isContextLost()
  }

  /**
   * Uploads a view to the card: each part after the card has taken the one before, and the check for its
   * memory last, because an immediate check waited for 0.2 s. Ends early for an unwanted view.
   * @throws `result.too-large` when the card had no room for it
   */
  async take(view: ResultView, isWanted: () => boolean): Promise<void> {
    let isLarge = false
    while (isWanted() && view.upload?.(this.#renderer)) {
      isLarge = true
      const isTaken = createFence(this.#renderer)
      while (isWanted() && !isTaken()) await nextTurn()
    }
    if (isLarge && isWanted() && isOutOfMemory(this.#renderer)) throw refuseTooLarge(view.byteLength)
  }

  takeAtOnce(view: ResultView): void {
    while (view.upload?.(this.#renderer));
  }

  /** Resolves when the shader programs are ready: the first frame would wait up to 0.3 s for them. */
  async compile(camera: Camera, object: Object3D | null, isWanted: () => boolean): Promise<void> {
    const renderer = this.#renderer
    const known = renderer.info.programs?.length
    renderer.compile(this.#scene, camera)
    if (object) renderer.compile(object, camera, this.#scene)
    if (renderer.info.programs?.length === known) return
    const isTaken = createFence(renderer)
    while (isWanted() && !isTaken()) await new Promise(requestAnimationFrame)
    if (isWanted() && renderer.extensions.has('KHR_parallel_shader_compile'))
      await renderer.compileAsync(object ?? this.#scene, camera, this.#scene)
  }

  /** Replaces the view without freeing either. */
  put(view: ResultView | null): void {
    if (this.#view) this.#scene.remove(this.#view.object)
    if (view) this.#scene.add(view.object)
    this.#view = view
  }

  guide(shown: ShownPicture | null, display: Display): void {
    this.#guides.show(shown ? { type: shown.prepared.type, bounds: shown.bounds } : null, display)
    const { occlusion, meshOpacity } = display
    const isOccluded = shown?.prepared.type === 'mesh' && meshOpacity === 1 && occlusion !== 'off'
    this.#occluded =
      shown && isOccluded && (occlusion === 'on' || !isSoftware)
        ? { diagonal: diagonal(shown.bounds), planes: toPlanes(toClipPlanes(display, shown.bounds)) }
        : null
    if (this.#occluded && !this.#occlusion) void this.#loadOcclusion()
  }

  async #loadOcclusion(): Promise<void> {
    this.#occlusion = 'loading'
    const { createOcclusion } = await import('./occlusion.ts')
    if (this.isLost) return
    this.#occlusion = createOcclusion(this.#renderer, this.#scene)
    this.#onChange()
  }

  mark(places: readonly Vector3[]): void {
    this.#marks.show(places)
  }

  /** Sets the size in CSS pixels. Empties the canvas. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#hasSize = width > 0 && height > 0
    this.#pixelRatio = pixelRatio
    this.#renderer.setPixelRatio(pixelRatio)
    this.#renderer.setSize(width, height, false)
  }

  draw(camera: Camera, isMoving: boolean): void {
    if (!this.#hasSize) return
    const pixelRatio = this.#pixelRatio * ((isMoving && this.#view?.movingResolution) || 1)
    if (pixelRatio !== this.#renderer.getPixelRatio()) this.#renderer.setPixelRatio(pixelRatio)
    const { width, height } = this.#renderer.domElement
    this.#view?.prepareFrame({ isMoving, pixelRatio, width, height })
    this.#renderer.render(this.#scene, camera)
    if (isMoving || !this.#occluded || !this.#occlusion || this.#occlusion === 'loading') return
    const others = [this.#guides.object, this.#marks.object]
    for (const object of others) object.visible = false
    this.#occlusion.draw(camera, this.#occluded)
    for (const object of others) object.visible = true
  }

  /** Draws a picture of another size in tiles, a task for each, then `restore` draws the shown one. */
  async drawTiles(
    { width, height }: Record<'width' | 'height', number>,
    views: ReturnType<Rig['frameTiles']>,
    restore: () => void,
  ): Promise<OffscreenCanvas> {
    const whole = new OffscreenCanvas(width, height)
    const target = whole.getContext('2d')
    for (const { tile, camera, pixelRatio } of views) {
      if (tile.x + tile.y > 0) await nextTurn()
      if (this.isLost) throw lostError()
      const toLength = (pixels: number): number => (pixels + 0.25) / pixelRatio // three cuts off fractions
      this.#pixelRatio = pixelRatio
      this.#renderer.setDrawingBufferSize(toLength(tile.width), toLength(tile.height), pixelRatio)
      this.draw(camera, false)
      target?.drawImage(this.#renderer.domElement, tile.x, tile.y)
      restore()
    }
    return whole
  }

  dispose(): void {
    this.#guides.dispose()
    this.#marks.dispose()
    if (this.#occlusion !== 'loading') this.#occlusion?.dispose()
    this.#renderer.dispose()
  }

  /** Releases the graphics context: a browser keeps few, and closes the oldest for a new one. */
  closeContext(): void {
    this.#renderer.forceContextLoss()
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
