import type { Vector3 } from '../../contract/look/display.ts'
import { toVector } from '../../contract/look/vectors.ts'
import type { Row } from '../panel/panel-model.ts'
import type { ResultSpace } from './result-space.ts'
import { roundTo } from './rounding.ts'

/**
 * Returns the nearest place that a row takes: within the bounds of its numbers, in their steps, and in the
 * box of the result where it has to stay there. The members of a plane and a pose go by their first point.
 */
export function clampPlace(row: Row, place: Vector3, { box }: ResultSpace): Vector3 {
  const parts = listNumbers(row)
  return toVector((axis) => {
    const low = row.place?.isInBounds ? box.low[axis] : Number.NEGATIVE_INFINITY
    const high = row.place?.isInBounds ? box.high[axis] : Number.POSITIVE_INFINITY
    const inside = Math.max(low, Math.min(high, place[axis]))
    const field = parts[axis]?.field
    if (field?.kind !== 'number' && field?.kind !== 'slider') return inside
    const own = field.kind === 'number' || field.isInteger ? field.step : null
    const stepped = own === null ? inside : roundTo(inside, own)
    return Math.max(field.minimum ?? stepped, Math.min(field.maximum ?? stepped, stepped))
  })
}

/** Returns the rows of x, y and z. */
function listNumbers({ field }: Row): readonly Row[] {
  if (field.kind === 'vector') return field.rows
  const [first] = field.kind === 'group' ? field.rows : field.kind === 'list' ? [field.item(0)] : []
  return first?.field.kind === 'vector' ? first.field.rows : []
}
