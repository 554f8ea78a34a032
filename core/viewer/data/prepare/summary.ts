import type { ValueRange } from '../prepared.ts'

/** What samples have in common. */
export interface Summary {
  /** Of the finite ones. */
  readonly range: ValueRange
  /** How many are in each of {@link binCount} equal parts of the range. */
  readonly histogram: Uint32Array
}

/** Parts of a histogram. */
export const binCount = 256

/**
 * Returns by what a value's distance from the low end is multiplied to be 1 at the high end; 0 where there is
 * no distance, or one that no number holds.
 */
export function toFactor([low, high]: ValueRange): number {
  return high > low ? 1 / (high - low) : 0
}
