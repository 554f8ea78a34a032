/** Arithmetic of vectors. */

/** x, y, z; of an array z, y, x. */
export type Vector = readonly [number, number, number]

/** Returns the sum. */
export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** Returns the first without the second: the way from the second to the first. */
export function subtract(a: Vector, b: Vector): Vector {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

/** Returns a vector that is so many times as long. */
export function scale(vector: Vector, by: number): Vector {
  return [vector[0] * by, vector[1] * by, vector[2] * by]
}

/** Returns the scalar product. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Returns the vector product: right-handed for x, y, z. */
export function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

/** Returns the vector with length 1; z for one without a length. */
export function toUnit(vector: Vector): Vector {
  const size = Math.hypot(...vector)
  return size > 0 ? scale(vector, 1 / size) : [0, 0, 1]
}

/** Returns a vector of length 1 across another: a level one, unless that is upright. */
export function findAcross(vector: Vector): Vector {
  const helper: Vector = Math.abs(vector[2]) < 0.999 * Math.hypot(...vector) ? [0, 0, 1] : [0, 1, 0]
  return toUnit(cross(helper, vector))
}
