import type { Vector3 } from '../../contract/look/display.ts'

/** A hit under the pointer. */
export interface Hit {
  readonly place: Vector3
  /** The values there: a sample, a scalar, the channels of a pixel; none of a mesh without scalars. */
  readonly values: readonly number[]
  /** Index of a vertex, point or sample; column and row of a pixel. */
  readonly index: readonly number[]
  /** The part of a scene that it is on; absent for another kind. */
  readonly part?: string
  /** The place in the data, where a view shows that part elsewhere. */
  readonly placeInData?: Vector3
}
