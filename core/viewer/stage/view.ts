import type { Object3D, Plane, Ray } from 'three'
import type { Bounds, Prepared } from '../data/prepared.ts'
import type { Display } from '../state/display.ts'
import type { Hit } from './stage.ts'

/** One kind of result as objects of three. There is one for each result that is shown. */
export interface View {
  /** In the specimen's coordinates. */
  readonly object: Object3D
  readonly bounds: Bounds
  /** Draws by these settings. Cheap: called for every move of a slider. */
  apply(display: Display): void
  /** Draws only what is on the positive side of every plane. */
  clip(planes: readonly Plane[]): void
  /** Returns the nearest thing that a ray meets and that is not clipped away. */
  pick(ray: Ray, options: PickOptions): Hit | null
  /** Frees everything on the graphics card. */
  dispose(): void
}

/** What picking needs besides the ray. */
export interface PickOptions {
  /** How far from the ray a point counts as met, in the specimen's units at the distance of its middle. */
  readonly tolerance: number
}

/** Makes the view of a result. */
export type CreateView<P extends Prepared = Prepared> = (prepared: P) => View
