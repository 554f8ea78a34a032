/** The parameters of a function that are places, as what a picture shows of them and takes in the hand. */
import { isJsonArray, type Json } from '../../contract/values/json.ts'
import type { Row } from '../panel/panel-model.ts'
import { findVariant, listInner } from '../panel/rows/row-values.ts'
import { readAt } from '../panel/values.ts'
import type { PlaceHandle } from './place-grip.ts'
import { toBox, toCurve, toDirection, toPlane, toPoint, toPose } from './place-kinds.ts'
import type { ResultSpace } from './result-space.ts'

/** The handle of a row. */
export interface RowHandle extends PlaceHandle {
  readonly row: Row
  /** True of a point in a list of points, which can be taken away. */
  readonly isItem: boolean
}

const kinds = {
  point3: toPoint,
  direction3: toDirection,
  plane: toPlane,
  box3: toBox,
  polyline3: toCurve,
  pose: toPose,
  color: () => null,
} as const

/** Most handles of a list of points. */
const mostHandles = 128

/** Returns the handles of parameters; none for a value that is no place. */
export function listHandles(rows: readonly Row[], params: Json, space: ResultSpace): readonly RowHandle[] {
  return rows.flatMap((row) => listOfRow(row, { params, space, isItem: false }))
}

interface RowContext {
  readonly params: Json
  readonly space: ResultSpace
  readonly isItem: boolean
}

function listOfRow(row: Row, context: RowContext): readonly RowHandle[] {
  const { params, space, isItem } = context
  const value = readAt(params, row.pointer)
  if (value === undefined || value === null) return []
  if (row.place) {
    const handle = kinds[row.place.format](row, value, space)
    return handle ? [{ ...handle, row, isItem }] : []
  }
  if (row.field.kind === 'variant') {
    const chosen = findVariant(row.field, value)
    return chosen ? listOfRow(chosen.row, context) : []
  }
  // Data have the coordinates of another result.
  if (row.field.kind === 'data' || row.field.kind === 'vector') return []
  const isList = row.field.kind === 'list' && isJsonArray(value)
  return listInner(row, value)
    .slice(0, mostHandles)
    .flatMap((inner) => listOfRow(inner, { ...context, isItem: isList }))
}
