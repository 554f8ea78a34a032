/** Type guards for numbers: `Number.isSafeInteger` and its like do not narrow. */

/** Returns true for a number that is neither NaN nor infinite. */
export function isFiniteNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value)
}

/** Returns true for a whole number from 0 to 2^53 - 1. */
export function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Returns true for a whole number from 1 to 2^53 - 1, as sizes along an axis are. */
export function isExtent(value: unknown): value is number {
  return isCount(value) && value >= 1
}
