import type { Object3D, Ray, WebGLRenderer } from 'three'
import type { HalfSpace } from '../../look/clip.ts'
import type { Display } from '../../look/display.ts'
import type { Bounds } from '../data/prepared.ts'
import type { Hit } from './stage.ts'

/** One kind of result as objects of three. Each shown result has its own. */
export interface ResultView {
  /** In the specimen's coordinates, which are the scene's: at most it is moved, to where its own begin. */
  readonly object: Object3D
  readonly bounds: Bounds
  /** `flat` is seen straight on, x to the right and y down, and only moved and zoomed. */
  readonly projection: 'flat' | 'chosen'
  readonly byteLength: number
  /** Draws by these settings. Cheap: called for every move of a slider. */
  apply(display: Display): void
  /** Draws only what all keep: none or `clipPlaneCount`, so that a shader with a loop is compiled once. */
  clip(kept: readonly HalfSpace[]): void
  /**
   * Uploads the next part; returns whether there was one. Called until there is none before the view is first
   * drawn; absent for small content.
   */
  readonly upload?: ((renderer: WebGLRenderer) => boolean) | undefined
  /** Called before each frame, with its size in pixels of the device. One that moves may be coarser. */
  prepareFrame(frame: {
    readonly isMoving: boolean
    readonly pixelRatio: number
    readonly width: number
    readonly height: number
  }): void
  /** The part of the pixels along each side that are drawn while the camera moves; 1 when absent. */
  readonly movingResolution?: number
  /** A point counts as hit within `tolerance` beside the ray, for each unit along it. */
  pick(ray: Ray, tolerance: number): Hit | null
  dispose(): void
}

/** The limits of the graphics card. */
export interface Card {
  readonly textureSize: number
  readonly volumeSize: number
}
