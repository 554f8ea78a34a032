import { holdsNumbers, type TableColumn } from '../../../contract/domain/result/columns.ts'
import type { TableResult } from '../../../contract/domain/result/result.ts'
import { listColumns } from './place-columns.ts'

/**
 * Returns a table as a file of Apache Arrow (IPC, `ARROW1`): float64 with nulls for missing numbers, utf8 for
 * texts, the unit of a column in the metadata of its field, and the notes in those of the schema.
 */
export async function encodeArrow(table: TableResult): Promise<readonly Uint8Array[]> {
  const arrow = await import('@uwdata/flechette') // loaded at first use
  const columns = listColumns(table)
  const named = columns.map((column): [string, ArrowColumn] => {
    const type = holdsNumbers(column) ? arrow.float64() : arrow.utf8()
    return [column.name, arrow.columnFromArray(toValues(column), type)]
  })
  const made = arrow.tableFromColumns(named)
  const fields = made.schema.fields.map((field, i) => {
    const unit = columns[i]?.unit
    return unit === undefined ? field : { ...field, metadata: new Map([['unit', unit]]) }
  })
  const metadata = table.notes ? new Map([['notes', JSON.stringify(table.notes)]]) : null
  const schema = { ...made.schema, fields, metadata }
  const bytes = arrow.tableToIPC(new arrow.Table(schema, made.children), { format: 'file' })
  return bytes ? [bytes] : []
}

type ArrowColumn = import('@uwdata/flechette').Column<unknown>

/** A missing number is null, which a column of Arrow has a bit for. */
function toValues(column: TableColumn): Float64Array | (string | number | null)[] {
  if (!holdsNumbers(column)) return [...column.values]
  const { values } = column
  return values.some(Number.isNaN)
    ? Array.from(values, (value) => (Number.isNaN(value) ? null : value))
    : values
}
