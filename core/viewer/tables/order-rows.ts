/** The order and the texts of the rows of a table. */
import { countRows, holdsNumbers, type TableColumn } from '../../contract/domain/result/columns.ts'
import { toPlainCell } from '../../contract/text/plain-cell.ts'

/** A column by which rows are sorted. */
export interface RowOrder {
  readonly column: number
  readonly isFalling: boolean
}

/**
 * Returns the rows in order: those of the table where none is given. Missing numbers come last either way,
 * and equal values stay in the order of the table.
 */
export function orderRows(columns: readonly TableColumn[], order: RowOrder | null): Uint32Array {
  const rows = Uint32Array.from({ length: countRows(columns) }, (_, row) => row)
  const column = order && columns[order.column]
  if (!column) return rows
  const sign = order.isFalling ? -1 : 1
  if (holdsNumbers(column)) {
    const { values } = column
    return rows.sort((a, b) => {
      const [one = Number.NaN, other = Number.NaN] = [values[a], values[b]]
      if (one < other) return -sign
      if (one > other) return sign
      return Number(Number.isNaN(one)) - Number(Number.isNaN(other)) || a - b
    })
  }
  const { compare } = new Intl.Collator(undefined, { numeric: true })
  const ranks = new Map([...new Set(column.values)].sort(compare).map((text, rank) => [text, rank]))
  const rankOf = (row: number): number => ranks.get(column.values[row] ?? '') ?? 0
  return rows.sort((a, b) => sign * (rankOf(a) - rankOf(b)) || a - b)
}

/** Returns the name of a column with its unit: `time [s]`. */
export function toTitle({ name, unit }: TableColumn): string {
  return unit === undefined ? name : `${name} [${unit}]`
}

/**
 * Returns rows as TSV, with a line of names: numbers with all digits, missing ones as empty cells, tabs and
 * line breaks of texts as blanks, and an apostrophe before what a spreadsheet would take for a formula.
 */
export function toTsv(columns: readonly TableColumn[], rows: Uint32Array): string {
  const cellOf = (text: string): string => toPlainCell(text.replace(/\p{Cc}/gu, ' '))
  const lines = [columns.map((column) => cellOf(toTitle(column))).join('\t')]
  for (const row of rows)
    lines.push(
      columns
        .map((column) => {
          if (!holdsNumbers(column)) return cellOf(column.values[row] ?? '')
          const value = column.values[row] ?? Number.NaN
          return Number.isNaN(value) ? '' : String(value)
        })
        .join('\t'),
    )
  return `${lines.join('\n')}\n`
}
