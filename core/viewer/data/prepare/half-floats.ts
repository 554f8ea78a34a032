/**
 * Half floats (IEEE 754 binary16), as textures hold them. `Float16Array` does the same, but browsers have it
 * only since 2025, and it was no faster.
 */

/**
 * Returns for numbers from 0 to 1, each multiplied by {@link halfScale}, the bits of the nearest half floats:
 * that product moves the exponent of a float32 to where that of a half float is, so that its upper bits are
 * the half float, denormal ones included. Writes them to `halves` from `start` on.
 */
export function writeHalves(
  scaled: Float32Array,
  length: number,
  { halves, start }: { readonly halves: Uint16Array; readonly start: number },
): void {
  const bits = new Uint32Array(scaled.buffer, scaled.byteOffset, length)
  for (let i = 0; i < length; i++) {
    const value = bits[i] ?? 0 // in range
    halves[start + i] = (value + 0xfff + ((value >>> 13) & 1)) >>> 13 // to the nearest, to even when halfway
  }
}

/** The ratio of the exponents' biases: 2^(15 - 127). */
export const halfScale = 2 ** -112

/** The bits of the half float that {@link missingTexel} is. */
export const missingHalf = 0xe3d0
