/** The places of rows as columns, for forms that have columns alone. */
import type { NumberColumn, TableColumn } from '../../../contract/domain/result/columns.ts'
import type { TableResult } from '../../../contract/domain/result/result.ts'
import { toShortest } from '../rows.ts'

/** The name and the unit of a column. */
export type ColumnHead = Pick<NumberColumn, 'name' | 'unit'>

/**
 * Returns the heads of the columns of places, `place x`, `place y` and `place z` in the unit of lengths; none
 * without places. A name that a column has already is followed by a low line.
 */
export function listPlaceHeads({ columns, points, unit }: TableResult): readonly ColumnHead[] {
  if (!points) return []
  const names = new Set(columns.map(({ name }) => name))
  return ['x', 'y', 'z'].map((axis) => {
    let name = `place ${axis}`
    while (names.has(name)) name += '_'
    return { name, ...(unit !== undefined && { unit }) }
  })
}

/** Returns the columns of a table, and behind them those of its places, with the offset added. */
export function listColumns(table: TableResult): readonly TableColumn[] {
  const { columns, points = new Float32Array(), offset } = table
  const places = listPlaceHeads(table).map((head, axis): NumberColumn => {
    const at = (row: number): number => toShortest(points[3 * row + axis] ?? 0) + (offset?.[axis] ?? 0)
    return { ...head, values: Float64Array.from({ length: points.length / 3 }, (_, row) => at(row)) }
  })
  return [...columns, ...places]
}
