import type { Vector3 } from '../../contract/look/display.ts'
import { toVector } from '../../contract/look/vectors.ts'
import type { Row } from '../panel/panel-model.ts'
import type { ResultSpace } from './result-space.ts'
import { roundPlace, roundTo, toUnitLength, toUsualStep } from './rounding.ts'

/**
 * Returns the nearest place that a row takes: in the box where it has to stay, on the grid where it snaps to
 * that, and within the bounds of its numbers, in their steps. A box of data that is not known yet holds
 * nothing. The members of a plane and a pose go by their first point.
 */
export function clampPlace(row: Row, place: Vector3, space: ResultSpace): Vector3 {
  const parts = listNumbers(row)
  const within = row.place?.within ?? null
  const box = within === null ? undefined : space.boxOf(within)
  const inside = box
    ? toVector((axis) => Math.max(box.low[axis], Math.min(box.high[axis], place[axis])))
    : place
  const snapped = row.place?.isOnGrid ? snap(inside, row.place.step, space) : inside
  return toVector((axis) => {
    const value = snapped[axis]
    const field = parts[axis]?.field
    if (field?.kind !== 'number' && field?.kind !== 'slider') return value
    const own = field.kind === 'number' || field.isInteger ? field.step : null
    const stepped = own === null ? value : roundTo(value, own)
    return Math.max(field.minimum ?? stepped, Math.min(field.maximum ?? stepped, stepped))
  })
}

/** Returns the middle of the nearest sample; of a result without samples the nearest steps. */
function snap(place: Vector3, step: number | null, { toSample, size }: ResultSpace): Vector3 {
  if (!toSample) return roundPlace(place, step ?? toUsualStep(size))
  return roundPlace(toSample(place), toUnitLength(size) / 1000)
}

/** Returns the rows of x, y and z. */
function listNumbers({ field }: Row): readonly Row[] {
  if (field.kind === 'vector') return field.rows
  const [first] = field.kind === 'group' ? field.rows : field.kind === 'list' ? [field.item(0)] : []
  return first?.field.kind === 'vector' ? first.field.rows : []
}
