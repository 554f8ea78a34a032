import type { Object3D, Plane, Ray } from 'three'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import type { Hit } from './stage.ts'
import type { Upload } from './upload-parts.ts'

/** One kind of result as objects of three. There is one for each result that is shown. */
export interface ResultView {
  /** In the specimen's coordinates, which are the scene's: its matrix stays the identity. */
  readonly object: Object3D
  readonly bounds: Bounds
  /** `flat` is seen straight on, x to the right and y down, and only moved and enlarged. */
  readonly projection: ProjectionKind
  /** What the graphics card holds of it. */
  readonly byteLength: number
  /** Draws by these settings. Cheap: called for every move of a slider. */
  apply(display: Display): void
  /**
   * Draws only what is on the positive side of every plane. There are either none or always
   * {@link clipPlaneCount}, so that a shader with a loop over them is compiled once.
   */
  clip(planes: readonly Plane[]): void
  /**
   * Hands the card the next part of what would stop the page if it went at once, and says whether there was
   * one. Called until there is none before the view is first drawn; absent where everything goes at once.
   */
  readonly upload?: Upload | undefined
  /** Called before each frame. */
  prepareFrame(frame: Frame): void
  /** Returns the nearest thing that a ray meets and that is not clipped away. */
  pick(ray: Ray, options: PickOptions): Hit | null
  /** Frees everything on the graphics card. */
  dispose(): void
}

/** How a kind of result is seen. */
export type ProjectionKind = 'perspective' | 'flat'

/** How many planes clip, where any does: two on each axis, and the free one. */
export const clipPlaneCount = 7

/** What is particular to one frame. */
export interface Frame {
  /** The camera moves and another frame follows at once, so that a coarser picture will do. */
  readonly isMoving: boolean
  /** Pixels of the device for each CSS pixel. */
  readonly pixelRatio: number
  /** Of the picture, in pixels of the device. */
  readonly width: number
  readonly height: number
}

/** What picking needs besides the ray. */
export interface PickOptions {
  /** How far beside the ray a point still counts as met, for each unit along it. */
  readonly tolerance: number
}

/** What the graphics card can take. */
export interface Card {
  /** Pixels along a side of a texture. */
  readonly textureSize: number
  /** Samples along a side of a texture of three dimensions. */
  readonly volumeSize: number
}

/**
 * Makes the view of a result.
 * @throws `result.too-large` when the card cannot take it, with the figures
 */
export type CreateView<P extends Prepared = Prepared> = (prepared: P, card: Card) => ResultView
