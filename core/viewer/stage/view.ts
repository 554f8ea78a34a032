import type { Object3D, Plane, Ray } from 'three'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import type { Hit } from './stage.ts'
import type { Upload } from './upload-parts.ts'

/** One kind of result as objects of three. Each shown result has its own. */
export interface ResultView {
  /** Object in the specimen's coordinates, which are the scene's: its matrix stays the identity. */
  readonly object: Object3D
  readonly bounds: Bounds
  /** `flat` is seen straight on, x to the right and y down, and only moved and zoomed. */
  readonly projection: ProjectionKind
  readonly byteLength: number
  /** Draws by these settings. Cheap: called for every move of a slider. */
  apply(display: Display): void
  /**
   * Draws only the positive side of every plane. There are none or {@link clipPlaneCount}, so that a shader
   * with a loop over them is compiled once.
   */
  clip(planes: readonly Plane[]): void
  /**
   * Uploads the next part; returns whether there was one. Called until there is none before the view is first
   * drawn; absent for small content.
   */
  readonly upload?: Upload | undefined
  prepareFrame(frame: Frame): void
  pick(ray: Ray, options: PickOptions): Hit | null
  dispose(): void
}

/** The projection of a kind of result. */
export type ProjectionKind = 'perspective' | 'flat'

/** Number of clipping planes, if there are any: two on each axis, and the free one. */
export const clipPlaneCount = 7

/** The properties of one frame. */
export interface Frame {
  /** True while the camera moves: another frame follows at once, so that a coarser picture will do. */
  readonly isMoving: boolean
  /** Pixels of the device for each CSS pixel. */
  readonly pixelRatio: number
  readonly width: number
  readonly height: number
}

/** The options of a pick. */
export interface PickOptions {
  /** Distance beside the ray within which a point counts as hit, for each unit along it. */
  readonly tolerance: number
}

/** The limits of the graphics card. */
export interface Card {
  readonly textureSize: number
  readonly volumeSize: number
}

/** Creates the view of a result. @throws `result.too-large` when the card cannot take it */
export type CreateView<P extends Prepared = Prepared> = (prepared: P, card: Card) => ResultView
