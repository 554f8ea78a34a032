/** Half floats (IEEE 754 binary16). Browsers have `Float16Array` only since 2025, and it was no faster. */

/**
 * Writes numbers from 0 to 1, each multiplied by {@link halfScale}, to `halves` from `start` on. That product
 * moves the exponent of a float32 to that of a half float, denormal ones included.
 */
export function writeHalves(
  scaled: Float32Array,
  length: number,
  { halves, start }: { readonly halves: Uint16Array; readonly start: number },
): void {
  const bits = new Uint32Array(scaled.buffer, scaled.byteOffset, length)
  for (let i = 0; i < length; i++) {
    const value = bits[i] ?? 0
    halves[start + i] = (value + 0xfff + ((value >>> 13) & 1)) >>> 13 // to the nearest, to even when halfway
  }
}

/** The ratio of the exponents' biases: 2^(15 - 127). */
export const halfScale = 2 ** -112

/** The half float of {@link missingTexel}, in bits. */
export const missingHalf = 0xe3d0
