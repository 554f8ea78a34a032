/** Tables as CSV (RFC 4180): names and units in the first line, then a line for each row. */
import { countRows, holdsNumbers, type TableColumn } from '../../../contract/domain/result/columns.ts'
import type { TableResult } from '../../../contract/domain/result/result.ts'
import { toPlainCell } from '../../../contract/text/plain-cell.ts'
import { maxNumberBytes, writeDouble } from '../../../contract/wire/number-text.ts'
import type { JsonPiece } from '../../../contract/wire/result-json.ts'
import { copy, type RowPiece, type Rows, toPlaces, type Write, writeRows } from '../rows.ts'
import { listPlaceHeads } from './place-columns.ts'

const comma = 0x2c
const lineFeed = 0x0a

/** Control characters that make a file no text to programs that open it. */
const control = /[^\P{Cc}\t\n\v\f\r]/gu

/**
 * Writes a piece of a CSV. A missing number is an empty cell, and texts are in quotes, so that an empty one
 * is not missing. A text or name that a spreadsheet would take for a formula, by =, +, -, @, a tab or a
 * carriage return at its beginning, has an apostrophe before it. Other control characters are blanks.
 */
export function encodeTableCsv(table: TableResult, piece: RowPiece): JsonPiece {
  const { columns, points, offset } = table
  const { target } = piece
  const heads = [...columns, ...listPlaceHeads(table)].map(({ name, unit }) =>
    toCell(unit === undefined ? name : `${name} [${unit}]`),
  )
  const writes = [...columns.map((column) => toWrite(column, target))]
  if (points)
    writes.push(...toPlaces(points, offset, target).map((write) => ({ write, most: maxNumberBytes })))
  const names: Rows = {
    count: heads.length,
    most: Math.max(...heads.map(({ length }) => length)) + 1,
    write: (i, at) => copy(heads[i] ?? none, target, at),
  }
  const cells: Rows = {
    count: countRows(columns) * writes.length,
    most: Math.max(...writes.map(({ most }) => most)) + 1,
    // A row may be longer than the memory of a piece, so that cells are written one by one.
    write: (i, at) => writes[i % writes.length]?.write(Math.floor(i / writes.length), at) ?? at,
  }
  return writeRows(
    [names, cells].map((rows) => withMarks(rows, writes.length, target)),
    piece,
  )
}

const none = new Uint8Array()

/** Returns cells each with the mark behind it: a comma, or the line break after the last of a row. */
function withMarks(cells: Rows, columns: number, target: Uint8Array): Rows {
  const write: Write = (i, at) => {
    const end = cells.write(i, at)
    target[end] = i % columns === columns - 1 ? lineFeed : comma
    return end + 1
  }
  return { ...cells, write }
}

/** What writes the cells of a column, each of at most so many bytes. */
interface CellWriter {
  readonly write: Write
  readonly most: number
}

function toWrite(column: TableColumn, target: Uint8Array): CellWriter {
  if (holdsNumbers(column)) {
    const { values } = column
    const write: Write = (row, at) => {
      const value = values[row] ?? Number.NaN
      return Number.isNaN(value) ? at : writeDouble(value, target, at)
    }
    return { write, most: maxNumberBytes }
  }
  const { values } = column
  const longest = values.reduce((most, { length }) => Math.max(most, length), 0)
  // A character of UTF-16 has at most three bytes, as has a quote with the one that doubles it.
  const most = 3 * longest + 3
  return { write: (row, at) => copy(toCell(values[row] ?? ''), target, at), most }
}

function toCell(text: string): Uint8Array {
  const plain = toPlainCell(text.replace(control, ' ')).replaceAll('"', '""')
  return new TextEncoder().encode(`"${plain}"`)
}
