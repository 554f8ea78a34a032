import type { Vector3 } from './display.ts'

/** A little from the side and from above, in parts of the distance to the front. */
const parts: { readonly [letter: string]: number } = { A: 1, P: -1, L: 0.4, R: -0.4, S: 0.25, I: -0.25 }

/** Returns the direction to a camera before the face, for axes such as `RAS`; null for other texts. */
export function findFront(orientation: string): Vector3 | null {
  const [x, y, z] = Array.from(orientation, (letter) => parts[letter])
  return x !== undefined && y !== undefined && z !== undefined ? [x, y, z] : null
}
