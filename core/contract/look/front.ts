import type { Vector3 } from './display.ts'

/** Before the face of a scene whose axes are RAS, a little from the left side and from above. */
const face: Vector3 = [-0.4, 1, 0.25]

/** Returns the direction to a camera before the face, for axes such as `RAS`; null where there are none. */
export function findFront(orientation: string): Vector3 | null {
  return orientation === '' ? null : face
}
