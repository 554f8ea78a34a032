import { splitAxes, splitValue, type Words } from '../../text/words.ts'
import type { PartResult, Result } from './result.ts'

/** The author's words on the numbers of a result. */
export type FactWords = Pick<Words, 'axes' | 'value'>

/**
 * Returns a result with what its author says and it does not itself: units, the name of values, and the
 * anatomical directions of its axes. A volume with directions of its own is turned against what is said.
 */
export function withWords(result: Result, { axes = '', value = '' }: FactWords): Result {
  const { unit, orientation } = splitAxes(axes)
  const { name: valueName, unit: valueUnit } = splitValue(value)
  const values = { ...(valueName && { valueName }), ...(valueUnit && { valueUnit }) }
  if (result.type === 'scene') return { ...listPlaceWords({ unit, orientation }), ...result }
  const placed = withPlaceWords(result, { unit, orientation })
  return placed.type === 'labels' ? placed : { ...values, ...placed }
}

/** Words on the coordinates of a result. */
interface PlaceWords {
  readonly unit?: string | undefined
  readonly orientation?: string | undefined
}

/** Returns a result with the unit and the directions of its scene or its author where it says none. */
export function withPlaceWords(result: PartResult, { unit, orientation }: PlaceWords): PartResult {
  if (result.type === 'image') return result
  const isTurned = result.type === 'volume' && result.direction !== undefined
  return { ...listPlaceWords({ unit, orientation: isTurned ? undefined : orientation }), ...result }
}

function listPlaceWords({ unit, orientation }: PlaceWords): { unit?: string; orientation?: string } {
  return { ...(unit && { unit }), ...(orientation && { orientation }) }
}
