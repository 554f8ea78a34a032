/** Three numbers: a place, a direction, or linear red, green and blue. */
export type Vector = readonly [x: number, y: number, z: number]

/** Returns the sum of products. */
export function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/** Returns a vector times a number. */
export function scale([x, y, z]: Vector, factor: number): Vector {
  return [x * factor, y * factor, z * factor]
}

/** Returns the sum of two vectors. */
export function add(a: Vector, b: Vector): Vector {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]]
}

/** Returns the vector of length 1 in the same direction; that of length 0 as it is. */
export function toUnit(vector: Vector): Vector {
  return scale(vector, 1 / (Math.hypot(...vector) || 1))
}

/** Returns three numbers of an array from an index on that lies in it. */
export function readVector(array: { readonly [index: number]: number | undefined }, at: number): Vector {
  return [array[at] ?? 0, array[at + 1] ?? 0, array[at + 2] ?? 0]
}

/** Returns the colour between two, at a position from 0 to 1, clamped. */
export function blend(low: Vector, high: Vector, position: number): Vector {
  const t = Math.min(1, Math.max(0, position))
  return add(low, scale(add(high, scale(low, -1)), t))
}

/** Returns the linear colour of sRGB bytes, with the exponent 2.2 in place of the standard's curve. */
export function toLinear(srgb: Vector): Vector {
  const [red, green, blue] = srgb
  return [(red / 255) ** 2.2, (green / 255) ** 2.2, (blue / 255) ** 2.2]
}
