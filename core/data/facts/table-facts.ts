import { countRows, holdsNumbers, type TableColumn } from '../../contract/domain/result/columns.ts'
import type { TableResult } from '../../contract/domain/result/result.ts'
import { cutText } from '../../contract/text/cut-text.ts'
import type { FactColumn, TableFacts } from '../../contract/wire/facts.ts'
import { type FactCell, factCellLength, factRowCount } from '../../contract/wire/table-facts.ts'
import { measureBox, toFactBox } from './box-facts.ts'
import { CompensatedSum } from './compensated-sum.ts'
import { listPlaceTexts } from './texts.ts'

/** Returns the facts of a table; `TableFacts` defines each. */
export function measureTable(table: TableResult): TableFacts {
  const { columns, points, offset } = table
  return {
    kind: 'table',
    ...listPlaceTexts(table),
    row_count: countRows(columns),
    columns: columns.map(measureColumn),
    first_rows: listFirstRows(columns),
    bounds: points ? toFactBox(measureBox(points), offset) : null,
  }
}

function listFirstRows(columns: readonly TableColumn[]): readonly (readonly FactCell[])[] {
  const rows = Math.min(factRowCount, countRows(columns))
  return Array.from({ length: rows }, (_, row) =>
    columns.map((column): FactCell => {
      if (!holdsNumbers(column)) return cutText(column.values[row] ?? '', factCellLength)
      const value = column.values[row] ?? Number.NaN
      return Number.isNaN(value) ? null : value
    }),
  )
}

const noNumbers = { min: null, max: null, mean: null }

function measureColumn(column: TableColumn): FactColumn {
  const { name, unit = null } = column
  if (!holdsNumbers(column))
    return {
      name,
      unit,
      holds: 'texts',
      missing_count: 0,
      distinct_count: new Set(column.values).size,
      ...noNumbers,
    }
  const numbers = column.values.filter((value) => !Number.isNaN(value))
  const count = numbers.length
  const sum = new CompensatedSum()
  let [min, max] = [Infinity, -Infinity]
  for (const value of numbers) {
    sum.add(value)
    if (value < min) min = value
    if (value > max) max = value
  }
  return {
    name,
    unit,
    holds: 'numbers',
    missing_count: column.values.length - count,
    distinct_count: null,
    min: count > 0 ? min : null,
    max: count > 0 ? max : null,
    mean: count > 0 ? sum.total / count : null,
  }
}
