/** 16 numbers, column by column. */
export type Matrix = readonly number[]

/** The place of what is not moved. */
export const identity: Matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]

/** A place by its parts, as nodes and instances have it. */
export interface MatrixParts {
  readonly translation: readonly number[]
  /** A unit quaternion, its real part last. */
  readonly rotation: readonly number[]
  readonly scale: readonly number[]
}

/** Returns the matrix that scales, then turns, then moves (5.25 of the specification). */
export function toMatrix({ translation, rotation, scale }: MatrixParts): Matrix {
  const [x = 0, y = 0, z = 0, w = 1] = rotation
  const [sx = 1, sy = 1, sz = 1] = scale
  const [tx = 0, ty = 0, tz = 0] = translation
  return [
    ...[1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)].map((value) => value * sx),
    0,
    ...[2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)].map((value) => value * sy),
    0,
    ...[2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)].map((value) => value * sz),
    0,
    tx,
    ty,
    tz,
    1,
  ]
}

/** Returns the matrix that does `b`, then `a`. */
export function multiply(a: Matrix, b: Matrix): Matrix {
  return Array.from({ length: 16 }, (_, i) => {
    const [row, column] = [i % 4, 4 * Math.floor(i / 4)]
    let sum = 0
    for (let k = 0; k < 4; k++) sum += (a[row + 4 * k] ?? 0) * (b[column + k] ?? 0)
    return sum
  })
}

/** Writes the matrix of normals into `to`: the cofactors of the upper left 3×3, column by column. */
export function setNormalMatrix(m: ArrayLike<number>, to: Float64Array): void {
  const [a = 0, b = 0, c = 0] = [m[0], m[1], m[2]]
  const [d = 0, e = 0, f = 0] = [m[4], m[5], m[6]]
  const [g = 0, h = 0, i = 0] = [m[8], m[9], m[10]]
  to[0] = e * i - f * h
  to[1] = f * g - d * i
  to[2] = d * h - e * g
  to[3] = c * h - b * i
  to[4] = a * i - c * g
  to[5] = b * g - a * h
  to[6] = b * f - c * e
  to[7] = c * d - a * f
  to[8] = a * e - b * d
}

/** Returns whether a matrix mirrors triangles. */
export function isMirroring(m: Matrix): boolean {
  const cofactors = new Float64Array(9)
  setNormalMatrix(m, cofactors)
  const [a = 0, b = 0, c = 0] = m
  const [x = 0, y = 0, z = 0] = cofactors
  return a * x + b * y + c * z < 0
}
