/** The range and the middle of values, known before they are summed. */
export interface ValueFrame {
  readonly min: number
  readonly max: number
  readonly median: number
  /** A power of two by which values are multiplied meanwhile: 1 but for ones like 10^300 and 10^-300. */
  readonly scale: number
}

/** Magnitudes whose squares, and sums of these, neither overflow nor vanish. */
const mostExponent = 400

/** Returns the frame of values. */
export function toFrame(min: number, max: number, median: number): ValueFrame {
  const largest = Math.max(Math.abs(min), Math.abs(max))
  const exponent = largest === 0 ? 0 : Math.floor(Math.log2(largest))
  const isUsual = Math.abs(exponent) <= mostExponent
  return { min, max, median, scale: isUsual ? 1 : 2 ** -Math.max(exponent, -1000) }
}
