import type { Vector3 } from '../../contract/look/display.ts'

/** A hit under the pointer. */
export interface Hit {
  readonly place: Vector3
  /** The values there: a sample, a scalar, the channels of a pixel; none of a mesh without scalars. */
  readonly values: readonly number[]
  /** Index of a vertex, point or sample; column and row of a pixel. */
  readonly index: readonly number[]
  /**
   * The direction away from the surface, to the eye, in the data; of any length above 0. Absent where none is
   * seen, as of points, and of labels in a volume.
   */
  readonly normal?: Vector3
  /** The part of a scene that it is on; absent for another kind. */
  readonly part?: string
  /** The place in the data, where a view shows that part elsewhere. */
  readonly placeInData?: Vector3
}
