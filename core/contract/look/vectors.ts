import type { Vector3 } from './display.ts'

/** Returns a number cut to the range from 0 to 1; NaN as it is. */
export function toPart(value: number): number {
  return Math.max(0, Math.min(1, value))
}

/** Returns the vector with these components. */
export function toVector(component: (axis: 0 | 1 | 2) => number): Vector3 {
  return [component(0), component(1), component(2)]
}

/** Returns the vector of this length along an axis. */
export function along(axis: number, length: number): Vector3 {
  return toVector((other) => (other === axis ? length : 0))
}

/** Returns the component along an axis: 0 for x, 1 for y, 2 for z. */
export function at(vector: Vector3, axis: number): number {
  return vector[axis] ?? 0
}

/** Returns a + b. */
export function add(a: Vector3, b: Vector3): Vector3 {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** Returns a - b. */
export function subtract(a: Vector3, b: Vector3): Vector3 {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Returns a vector that is `factor` times as long. */
export function scale(a: Vector3, factor: number): Vector3 {
  return [a[0] * factor, a[1] * factor, a[2] * factor]
}

/** Returns the scalar product. */
export function dot(a: Vector3, b: Vector3): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Returns three numbers of an array from an index on that lies in it. */
export function readVector(array: { readonly [index: number]: number | undefined }, at: number): Vector3 {
  return [array[at] ?? 0, array[at + 1] ?? 0, array[at + 2] ?? 0]
}

/** Returns the vector product. */
export function cross([a, b, c]: Vector3, [d, e, f]: Vector3): Vector3 {
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}
