/** The columns of a table in an envelope: their heads in the preamble, and a block each. */
import {
  columnCount,
  holdsNumbers,
  requireColumns,
  rowCount,
  type TableColumn,
} from '../domain/result/columns.ts'
import type { NamedColumns } from '../domain/result/read-result.ts'
import { describe } from '../text/describe.ts'
import { isJsonArray, isJsonObject, type Json } from '../values/json.ts'
import { type BlockReader, refuseEnvelope as refuse } from './block-reader.ts'
import { FieldReader } from './fields.ts'

/** A column as an envelope has it. */
export interface ColumnBlock {
  /** Its entry in the list `columns` of the preamble. */
  readonly head: { readonly [name: string]: Json }
  readonly bytes: Uint8Array
}

/** Returns the columns of a table for an envelope: numbers as they lie in memory, texts as JSON. */
export function toColumnBlocks(columns: readonly TableColumn[]): readonly ColumnBlock[] {
  return columns.map((column) => {
    const { name, unit } = column
    const words = { name, ...(unit !== undefined && { unit }) }
    if (holdsNumbers(column)) {
      const { buffer, byteOffset, byteLength } = column.values
      return { head: { ...words, dtype: 'float64' }, bytes: new Uint8Array(buffer, byteOffset, byteLength) }
    }
    const bytes = new TextEncoder().encode(JSON.stringify(column.values))
    return { head: { ...words, dtype: 'text', bytes: bytes.length }, bytes }
  })
}

/** Returns the columns of an envelope; blocks are read in their order. @throws `envelope.invalid` */
export function readColumnBlocks(
  preamble: FieldReader,
  blocks: BlockReader,
  { name, named }: { readonly name: string; readonly named: NamedColumns },
): readonly TableColumn[] {
  const rows = preamble.readCount('row_count')
  if (rows > rowCount) throw refuse(`row_count must be at most ${rowCount} (got ${rows}).`)
  const listed = preamble.fields[name]
  if (listed === undefined || !isJsonArray(listed) || listed.length > columnCount)
    throw refuse(`${name} must be an array of 1 to ${columnCount} columns (got ${describe(listed)}).`)
  const columns = listed.map((head, i) => readColumn(head, `${name}[${i}]`, { rows, blocks }))
  const counted = columns.find(({ values }) => values.length !== rows)
  if (counted) throw refuse(`A column must have ${rows} values, row_count (got ${counted.values.length}).`)
  return requireColumns(columns, { name, named, refuse })
}

/** A column whose words and texts are not checked yet. */
interface UncheckedColumn {
  readonly name: Json | undefined
  readonly unit: Json | undefined
  readonly values: Float64Array | readonly unknown[]
}

function readColumn(
  head: Json,
  place: string,
  { rows, blocks }: { readonly rows: number; readonly blocks: BlockReader },
): UncheckedColumn {
  if (!isJsonObject(head)) throw refuse(`${place} must be an object (got ${describe(head)}).`)
  const { name, unit } = head
  const fields = new FieldReader(head, (detail) => refuse(`${place}.${detail}`))
  if (fields.readChoice('dtype', ['float64', 'text']) === 'float64') {
    const values = blocks.read(place, 'float64', rows)
    if (values instanceof Float64Array) return { name, unit, values }
  }
  const texts = blocks.readTexts(place, fields.readCount('bytes'))
  if (isJsonArray(texts)) return { name, unit, values: texts }
  throw refuse(`${place} must be a JSON array of texts (got ${describe(texts)}).`)
}
