import { type Camera, Scene, type WebGLRenderer } from 'three'
import { SpecimenError } from '../../domain/errors.ts'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Display, Vector3 } from '../state/display.ts'
import { createGuides } from './guides.ts'
import { type Compilation, compile, handOver } from './hand-over.ts'
import { createLights } from './lights.ts'
import { createMarks } from './marks.ts'
import { createRenderer, measureCard } from './renderer.ts'
import type { Card, ResultView } from './view.ts'

/** A shown picture: its objects and its box. */
export interface ShownPicture {
  readonly prepared: Prepared
  /** Finite, whatever the result. */
  readonly bounds: Bounds
  readonly view: ResultView
}

/** Everything that is drawn: the specimen, its light, its guides and the marks on it. */
export class Picture {
  /** Measured at first, because a lost context has no limits. */
  readonly card: Card
  readonly #renderer: WebGLRenderer
  readonly #scene = new Scene()
  readonly #lights = createLights()
  readonly #guides = createGuides()
  readonly #marks = createMarks()
  #view: ResultView | null = null
  #hasSize = false

  /** @throws `webgl.missing` when the browser cannot draw in 3D */
  constructor(canvas: HTMLCanvasElement) {
    this.#renderer = createRenderer(canvas)
    this.card = measureCard(this.#renderer)
    this.#scene.add(this.#lights.object, this.#guides.object, this.#marks.object)
  }

  get isLost(): boolean {
    return this.#renderer.getContext().isContextLost()
  }

  async take(view: ResultView, isWanted: () => boolean): Promise<void> {
    await handOver(this.#renderer, view, isWanted)
  }

  takeAtOnce(view: ResultView): void {
    while (view.upload?.(this.#renderer));
  }

  async compile(compilation: Omit<Compilation, 'scene'>): Promise<void> {
    await compile(this.#renderer, { ...compilation, scene: this.#scene })
  }

  /** Replaces the view without freeing either. */
  put(view: ResultView | null): void {
    if (this.#view) this.#scene.remove(this.#view.object)
    if (view) this.#scene.add(view.object)
    this.#view = view
  }

  guide(shown: ShownPicture | null, display: Display): void {
    this.#lights.setUp(display.up)
    this.#guides.show(shown ? { type: shown.prepared.type, bounds: shown.bounds } : null, display)
  }

  mark(places: readonly Vector3[]): void {
    this.#marks.show(places)
  }

  /** Sets the size in CSS pixels. Empties the canvas. */
  resize(width: number, height: number, pixelRatio: number): void {
    this.#hasSize = width > 0 && height > 0
    this.#renderer.setPixelRatio(pixelRatio)
    this.#renderer.setSize(width, height, false)
  }

  draw(camera: Camera, isMoving: boolean): void {
    if (!this.#hasSize) return
    const pixelRatio = this.#renderer.getPixelRatio()
    const { width, height } = this.#renderer.domElement
    this.#view?.prepareFrame({ isMoving, pixelRatio, width, height })
    this.#lights.follow(camera.quaternion)
    this.#renderer.render(this.#scene, camera)
  }

  /** Returns the frame drawn in the same task: after it the canvas may be empty. */
  async toPng(): Promise<Blob> {
    return await new Promise((resolve, reject) => {
      this.#renderer.domElement.toBlob((blob) => {
        if (blob) resolve(blob)
        else reject(new SpecimenError('internal', 'The browser made no picture of the canvas.'))
      }, 'image/png')
    })
  }

  dispose(): void {
    this.#guides.dispose()
    this.#marks.dispose()
    this.#renderer.dispose()
  }

  /** Releases the graphics context: a browser keeps few, and closes the oldest for a new one. */
  closeContext(): void {
    this.#renderer.forceContextLoss()
  }
}
