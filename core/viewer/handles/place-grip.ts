import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Way } from './follow-place.ts'
import type { PointPlane } from './plane-outline.ts'

/** A part of a place that is dragged, in the coordinates of the result. */
export interface PlaceGrip {
  readonly key: string
  /** Its name for people, behind that of the place; empty for the place itself. */
  readonly name: string
  readonly at: Vector3
  readonly way: Way
  /** The axis whose colour it has; absent for none. */
  readonly axis?: 0 | 1 | 2
  /** Returns the value of the whole place after a move of this part. */
  readonly write: (to: Vector3) => Json
  /** The value without this part; absent where it has to stay. */
  readonly rest?: Json | undefined
}

/** A line of a place. */
export interface PlaceLine {
  readonly through: readonly Vector3[]
  readonly axis?: 0 | 1 | 2
  /** True of the outline of a plane or a box, of which a slice shows its cut. */
  readonly isOutline?: true
}

/** A plane or a box, which a slice cuts. */
export type PlaceSolid =
  | ({ readonly kind: 'plane' } & PointPlane)
  | { readonly kind: 'box'; readonly box: Bounds }

/** The handle of a place. */
export interface PlaceHandle {
  readonly grips: readonly PlaceGrip[]
  readonly lines: readonly PlaceLine[]
  readonly solid?: PlaceSolid
  /** Returns the value with a point more, behind one of its points; absent where it takes none. */
  readonly insert?: (behind: number, point: Vector3) => Json
}
