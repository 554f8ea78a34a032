/**
 * Floats of 16 bits (IEEE 754 binary16). No result has them: each is a float32 exactly, and the arrays of
 * JavaScript have them only since 2025, which not every supported Node and browser knows.
 */

/** Returns the bits of a Float16Array, a view; undefined for any other value. */
export function findHalves(value: unknown): Uint16Array | undefined {
  // By name, as there may be no such class. The name of an array's class is that of the engine.
  if (!ArrayBuffer.isView(value) || Reflect.get(value, Symbol.toStringTag) !== 'Float16Array')
    return undefined
  return new Uint16Array(value.buffer, value.byteOffset, value.byteLength / 2)
}

/** Returns floats of 16 bits, given by their bits, as the same numbers of 32 bits: a copy. */
export function widenHalves(halves: Uint16Array): Float32Array {
  return Float32Array.from(halves, (half) => {
    const sign = half & 0x8000 ? -1 : 1
    const exponent = (half >> 10) & 0x1f
    const fraction = (half & 0x3ff) / 1024
    if (exponent === 0) return sign * fraction * 2 ** -14
    if (exponent === 0x1f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
    return sign * (1 + fraction) * 2 ** (exponent - 15)
  })
}
