import { SpecimenError } from '../../../contract/domain/errors.ts'
import { holdsNumbers, type TableColumn } from '../../../contract/domain/result/columns.ts'
import type { TableResult } from '../../../contract/domain/result/result.ts'
import { listColumns } from './place-columns.ts'

/**
 * Returns a table as a file of Apache Arrow (IPC, `ARROW1`): float64 with nulls for missing numbers, utf8 for
 * texts, the unit of a column in the metadata of its field, and the notes in those of the schema.
 * @throws `form.unavailable` in a page
 */
export async function encodeArrow(table: TableResult): Promise<readonly Uint8Array[]> {
  const arrow = await loadArrow()
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

/** Returns the package, loaded at its first use; a page has another module in its place. */
async function loadArrow(): Promise<typeof import('@uwdata/flechette')> {
  const arrow = await import('@uwdata/flechette')
  const { tableToIPC }: { readonly tableToIPC?: unknown } = arrow
  if (tableToIPC !== undefined) return arrow
  const detail = 'A page without a host writes no Arrow; save the table as csv, npz or json.'
  throw new SpecimenError('form.unavailable', detail)
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
