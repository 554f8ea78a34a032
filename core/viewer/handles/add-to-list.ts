import type { RefObject } from 'preact'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Json } from '../../contract/values/json.ts'
import type { Control } from '../panel/control.ts'
import type { Row } from '../panel/panel-model.ts'
import { readPointList, withPicked } from '../panel/places.ts'
import { readAt } from '../panel/values.ts'
import { clampPlace } from './clamp-place.ts'
import { toPlaceRow } from './picking.ts'
import type { ResultSpace } from './result-space.ts'
import { roundPlace, toUnitLength } from './rounding.ts'

/** The lists of points among the parameters of a view. */
export interface AddedList {
  readonly rows: readonly Row[]
  readonly space: ResultSpace
  readonly control: Control
  /** The list of points that was seen last; null for none. */
  readonly lists: RefObject<string | null>
}

/** A list of points with one more. */
export interface LongerList {
  readonly pointer: string
  /** Undefined for a list that is full. */
  readonly value: Json | undefined
}

/** Adds a place to the list of points that was seen last, or to the only one; null where there is none. */
export function addToList(
  { rows, control, lists, space }: AddedList,
  place: Vector3 | null,
): LongerList | null {
  const known = rows.filter((row) => readPointList(row) !== null)
  const row = known.find(({ pointer }) => pointer === lists.current) ?? (known.length === 1 ? known[0] : null)
  if (!row || !place) return null
  const { pointer } = row
  const point = clampPlace(toPlaceRow(row), roundPlace(place, toUnitLength(space.size)), space)
  const before = readAt(control.read().current, pointer)
  return { pointer, value: withPicked(row, before, { point, normal: null }) }
}
