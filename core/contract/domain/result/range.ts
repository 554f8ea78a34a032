import { isFiniteNumber } from '../../values/number.ts'

/** The form of a range, for refusals. */
export const rangeWanted = 'two finite numbers [low, high], the first below the second'

/** Returns an untrusted range as a result has it; undefined where it is none. */
export function parseRange(found: unknown): readonly [low: number, high: number] | undefined {
  if (!Array.isArray(found) || found.length !== 2) return undefined
  const [low, high] = Array.from<unknown>(found)
  return isFiniteNumber(low) && isFiniteNumber(high) && low < high ? [low, high] : undefined
}
