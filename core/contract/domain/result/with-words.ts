import { splitAxes, splitValue, type Words } from '../../text/words.ts'
import type { PartResult, Result, ScenePart } from './result.ts'

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
  if (result.type === 'scene') {
    const parts = Object.entries(result.parts).map(
      ([name, part]) => [name, withValues(part, values)] as const,
    )
    return { ...listPlaceWords({ unit, orientation }), ...result, parts: Object.fromEntries(parts) }
  }
  const placed = withPlaceWords(result, { unit, orientation })
  return placed.type === 'labels' || placed.type === 'table' ? placed : { ...values, ...placed }
}

/** Returns a part with the author's words on values, if it has values and says nothing of them. */
function withValues<Part extends ScenePart>(part: Part, values: ValueWords): Part {
  if (part.type === 'labels' || part.type === 'table') return part
  if (part.valueName !== undefined || part.valueUnit !== undefined) return part
  const isMeasure =
    part.type === 'image' || (part.labels === undefined && (part.type === 'volume' || part.scalars))
  return isMeasure ? { ...part, ...values } : part
}

/** Words on the values of a result. */
interface ValueWords {
  readonly valueName?: string
  readonly valueUnit?: string
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
