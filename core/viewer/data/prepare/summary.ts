import type { ValueRange } from '../prepared.ts'

/** The summary of samples. */
export interface Summary {
  /** The range of the finite samples. */
  readonly range: ValueRange
  /** Number of samples in each of {@link binCount} equal parts of the range. */
  readonly histogram: Uint32Array
}

/** Number of parts of a histogram. */
export const binCount = 256

/** Returns the factor from a distance above the low end to a fraction; 0 for an empty or infinite range. */
export function toFactor([low, high]: ValueRange): number {
  return high > low ? 1 / (high - low) : 0
}
