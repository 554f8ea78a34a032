/** CSV (RFC 4180) with a header. */
import type {
  ArrowsResult,
  LabelsResult,
  LinesResult,
  PointCloudResult,
  TableResult,
} from '../../contract/domain/result/result.ts'
import { maxNumberBytes, writeInteger } from '../../contract/wire/number-text.ts'
import type { JsonPiece } from '../../contract/wire/result-json.ts'
import { createLineFinder } from '../topology/line-ends.ts'
import {
  copy,
  type RowPiece,
  type Rows,
  toFloats,
  toIntegers,
  toPlaces,
  toRows,
  toText,
  type Write,
  writeRows,
} from './rows.ts'
import { encodeTableCsv } from './table/encode-table-csv.ts'

/** Writes a piece of a CSV. */
export function encodeCsv(
  result: PointCloudResult | LinesResult | ArrowsResult | LabelsResult | TableResult,
  piece: RowPiece,
): JsonPiece {
  if (result.type === 'table') return encodeTableCsv(result, piece)
  const { target } = piece
  const rows = result.type === 'labels' ? planTexts(result, target) : planTable(result, target)
  return writeRows(rows, piece)
}

/** Columns of numbers by their names, and what writes each. */
interface Columns {
  readonly names: readonly string[]
  readonly writes: readonly Write[]
}

/** Returns the places of points, with their lines or vectors, colours from 0 to 255 and values. */
function planTable(
  result: PointCloudResult | LinesResult | ArrowsResult,
  target: Uint8Array,
): readonly Rows[] {
  const { points, colors, scalars, offset } = result
  const columns: readonly (Columns | undefined)[] = [
    result.type === 'lines' ? { names: ['line'], writes: [toLine(result, target)] } : undefined,
    { names: ['x', 'y', 'z'], writes: toPlaces(points, offset, target) },
    result.type === 'arrows'
      ? { names: ['u', 'v', 'w'], writes: toFloats(result.vectors, 3, target) }
      : undefined,
    colors && { names: ['r', 'g', 'b'], writes: toIntegers(colors, 3, target) },
    scalars && { names: ['value'], writes: toFloats(scalars, 1, target) },
  ]
  const names = columns.flatMap((column) => column?.names ?? [])
  const writes = columns.flatMap((column) => column?.writes ?? [])
  const template = `${names.map(() => '%').join(',')}\n`
  return [toText(`${names.join(',')}\n`, target), toRows(points.length / 3, template, writes, target)]
}

/** Returns what writes the line of a point, counted from 0. */
function toLine(lines: LinesResult, target: Uint8Array): Write {
  const findLine = createLineFinder(lines)
  return (point, at) => writeInteger(findLine(point).line, target, at)
}

/** Control characters that make a file no text to programs that open it. */
const control = /[^\P{Cc}\t\n\v\f\r]/gu

/** Returns places, and texts in quotes: with commas and line breaks. Other control characters are blanks. */
function planTexts({ points, texts, offset }: LabelsResult, target: Uint8Array): readonly Rows[] {
  const toCell = (text: string): string => `"${text.replace(control, ' ').replaceAll('"', '""')}"`
  const cells = texts.map((text) => new TextEncoder().encode(toCell(text)))
  const none = new Uint8Array()
  const writeCell: Write = (row, at) => copy(cells[row] ?? none, target, at)
  const writes = [...toPlaces(points, offset, target), writeCell]
  const rows = toRows(texts.length, '%,%,%,%\n', writes, target)
  const longest = Math.max(0, ...cells.map(({ length }) => length))
  return [
    toText('x,y,z,text\n', target),
    { ...rows, most: rows.most + Math.max(0, longest - maxNumberBytes) },
  ]
}
