/** CSV, TSV and XYZ: a point for each line. The table of tags says how columns are found. */

import type { DecodeContext, FormatReader } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { cutPadding, findEncoding, readLines } from '../../text-lines.ts'
import { createTagReader } from '../tag-reader.ts'
import { findMark, findSplit, isDecimal, type SplitLine, splitAt } from './table-cells.ts'
import { findColumns, headerError, type NamedColumn, pointNames } from './table-columns.ts'
import { noNumber, type RowsResult, type TableHead, type TableLine, TableRows } from './table-rows.ts'
import { type MeetTableTag, tableTags } from './table-tags.ts'
import { mostTextBytes, readRecords } from './table-texts.ts'

/** Its decoder, and the tags by which it works. */
export const tableReader: FormatReader = { decode: decodeTable, tags: tableTags }

/**
 * Returns the points of a table, with their colors and one column of values, and lines through them, their
 * vectors or their texts where its columns are named as this program names these.
 */
function decodeTable(bytes: Uint8Array, context: DecodeContext): RowsResult {
  return readTable(bytes, context, true)
}

/** Does the same for the first lines of a table. */
export function decodeTableStart(bytes: Uint8Array, context: DecodeContext): RowsResult {
  return readTable(bytes, context, false)
}

function readTable(file: Uint8Array, context: DecodeContext, isWhole: boolean): RowsResult {
  const bytes = cutPadding(file, context)
  const { meet } = createTagReader(tableTags, context)
  const encoding = findEncoding(bytes)
  if (encoding !== 'utf-8') meet('Windows-1252')
  const createLines = () => listContent(readLines(bytes, encoding))
  const found = readHead(createLines, meet)
  // A larger table has more texts than a result may have.
  const head =
    bytes.length <= mostTextBytes ? found : { ...found, columns: { ...found.columns, text: undefined } }
  const lines = head.columns.text
    ? listContent(readRecords(new TextDecoder(encoding).decode(bytes.slice()), { from: head.start, isWhole }))
    : createLines()
  const rows = new TableRows(head, context)
  for (const line of lines) if (line.number >= head.start && !isComment(line.text)) rows.add(line)
  const result = rows.toResult(meet)
  const count = result.points.length / 3
  if (isWhole && head.announced !== undefined && head.announced !== count)
    throw refuse(`The first line announces ${head.announced} points, and ${count} follow; is the file cut?`)
  return result
}

/** Yields the lines that are not empty. */
function* listContent(lines: Iterable<string>): Generator<TableLine> {
  let number = 0
  for (const text of lines) {
    number++
    if (text.trim() !== '') yield { number, text }
  }
}

function isComment(text: string): boolean {
  return /^\s*(#|\/\/)/.test(text)
}

/** Finds names and the first row. Names may stand in a comment, as CloudCompare writes them. */
function readHead(createLines: () => Iterable<TableLine>, meet: MeetTableTag): TableHead {
  let [names, mark]: [readonly string[] | undefined, string | undefined] = [undefined, undefined]
  let announced: number | undefined
  for (const { number, text } of createLines()) {
    const [, named] = /^\s*"?sep=(.)"?\s*$/i.exec(text) ?? []
    if (named !== undefined && !names) {
      mark = named
      continue
    }
    if (isComment(text)) {
      const cells = splitNames(text.replace(/^\s*(#|\/\/)/, ''), mark)
      if (!names && findColumns(cells, () => {})) names = cells
      continue
    }
    if (!names && announced === undefined && /^\s*\d{1,12}\s*$/.test(text)) {
      announced = Number(text)
      continue
    }
    const cells = splitNames(text, mark)
    if (!names && cells.some((cell) => !isDecimal(cell) && !noNumber.test(cell.trim()))) {
      names = cells
      const columns = findColumns(names, () => {})
      if (!columns) throw headerError(text, names)
      if (columns.text) mark ??= findMark(text) // texts may have any mark
      continue
    }
    const split = mark === undefined ? findSplit(text) : splitAt(mark)
    const rows = (function* () {
      for (const line of createLines())
        if (line.number >= number && !isComment(line.text)) yield split(line.text)
    })()
    return names
      ? { ...toNamedHead(names, { start: number, split, rows, meet }), announced }
      : { ...toNamelessHead(split(text), { start: number, split }), announced }
  }
  throw refuse('It must have at least one line with a point (got none).')
}

function splitNames(text: string, mark: string | undefined): readonly string[] {
  const line = text.trim()
  const split = mark === undefined ? findSplit(line) : splitAt(mark)
  return split(line.replace(/ (?=[[(])/g, ''))
}

/** A table from its first line on. */
interface HeadSource {
  readonly start: number
  readonly split: SplitLine
  readonly rows: Iterable<readonly string[]>
  readonly meet: MeetTableTag
}

function toNamedHead(names: readonly string[], from: HeadSource): TableHead {
  const { start, split, rows, meet } = from
  const columns = findColumns(names, meet) ?? { points: [], colors: [], vectors: [], others: [] }
  const values = findValues(columns.others, rows)
  if (values.length > 1) meet('further values')
  const count = names.findLastIndex((name) => name.trim() !== '') + 1
  return { start, split, count, columns, scalar: values[0], nameless: 0 }
}

/** Returns the columns whose first cell with content is a number. */
function findValues(
  others: readonly NamedColumn[],
  rows: Iterable<readonly string[]>,
): readonly NamedColumn[] {
  const isValue = new Map<NamedColumn, boolean>()
  const lastPlace = others.at(-1)?.place ?? 0
  for (const cells of rows) {
    if (cells.length <= lastPlace) break // it is refused when it is read
    for (const column of others) {
      const cell = cells[column.place]?.trim() ?? ''
      if (!isValue.has(column) && !noNumber.test(cell)) isValue.set(column, isDecimal(cell))
    }
    if (isValue.size === others.length) break
  }
  return others.filter((column) => isValue.get(column) !== false)
}

function toNamelessHead(
  cells: readonly string[],
  { start, split }: { readonly start: number; readonly split: SplitLine },
): TableHead {
  const count = cells.findLastIndex((cell) => cell.trim() !== '') + 1
  if (count < 3) throw refuse(`A line must have at least three numbers (the first has ${count}).`)
  const points = pointNames.map((name, place) => ({ place, name, unit: '' }))
  const columns = { points, colors: [], vectors: [], others: [] }
  return { start, split, count, columns, scalar: undefined, nameless: count - points.length }
}
