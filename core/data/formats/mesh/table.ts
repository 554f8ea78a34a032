/** CSV, TSV and XYZ: a point for each line. The table of tags says how columns are found. */

import type { PointCloudResult } from '../../../contract/domain/result/result.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { ByteBudget } from '../byte-budget.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { cutPadding, findEncoding, readLines } from '../text-lines.ts'
import { findLargest, toColorBytes } from './color-bytes.ts'
import { GrowingArray, toFiniteOrNone } from './growing-array.ts'
import { toOffsetPositions } from './large-coordinates.ts'
import { knownWidths, readNameless } from './nameless-columns.ts'
import { findSplit, isDecimal, type SplitLine, splitAt, TableNumbers } from './table-cells.ts'
import { type Column, findColumns, headerError, pointNames, type TableColumns } from './table-columns.ts'
import { tableTags } from './table-tags.ts'
import { createTagReader, type MeetTag } from './tag-reader.ts'

const noNumber =
  /^(|[-+]?nan|#?n\/?a|null|none|nil|missing|-+|[?]|[-+]?inf(inity)?|#(num|div\/0|value|ref)!|#name[?])$/i

/** A line of the text, with its number from 1. */
interface Line {
  readonly number: number
  readonly text: string
}

/** The way in which the rows of a table are read. */
interface TableHead {
  /** The number of the first row's line. */
  readonly start: number
  readonly split: SplitLine
  /** Cells of a row. Further ones must be empty. */
  readonly count: number
  readonly columns: TableColumns
  /** The column of values. */
  readonly scalar: Column | undefined
  /** Number of further columns that no header names. */
  readonly nameless: number
  /** The number of points by a first line that has nothing else. */
  readonly announced?: number | undefined
}

/** Returns the points of a table, with their colors and one column of values. */
export function decodeTable(bytes: Uint8Array, context: DecodeContext): PointCloudResult {
  return readTable(bytes, context, true)
}

/** Does the same for the first lines of a table. */
export function decodeTableStart(bytes: Uint8Array, context: DecodeContext): PointCloudResult {
  return readTable(bytes, context, false)
}

function readTable(file: Uint8Array, context: DecodeContext, isWhole: boolean): PointCloudResult {
  const bytes = cutPadding(file, context)
  const meet = createTagReader(tableTags, context)
  const encoding = findEncoding(bytes)
  if (encoding !== 'utf-8') meet('Windows-1252')
  const createLines = () => listContent(readLines(bytes, encoding))
  const head = readHead(createLines, meet)
  const rows = new TableRows(head, context)
  for (const line of createLines()) if (line.number >= head.start && !isComment(line.text)) rows.add(line)
  const cloud = rows.toCloud(meet)
  const count = cloud.points.length / 3
  if (isWhole && head.announced !== undefined && head.announced !== count)
    throw refuse(`The first line announces ${head.announced} points, and ${count} follow; is the file cut?`)
  return cloud
}

/** Yields the lines that are not empty. */
function* listContent(lines: Iterable<string>): Generator<Line> {
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
function readHead(createLines: () => Iterable<Line>, meet: MeetTag): TableHead {
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
      if (!findColumns(names, () => {})) throw headerError(text, names)
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
  readonly meet: MeetTag
}

function toNamedHead(names: readonly string[], from: HeadSource): TableHead {
  const { start, split, rows, meet } = from
  const columns = findColumns(names, meet) ?? { points: [], colors: [], others: [] }
  const values = findValues(columns.others, rows)
  if (values.length > 1) meet('further values')
  const count = names.findLastIndex((name) => name.trim() !== '') + 1
  return { start, split, count, columns, scalar: values[0], nameless: 0 }
}

/** Returns the columns whose first cell with content is a number. */
function findValues(others: readonly Column[], rows: Iterable<readonly string[]>): readonly Column[] {
  const isValue = new Map<Column, boolean>()
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
  const columns = { points, colors: [], others: [] }
  return { start, split, count, columns, scalar: undefined, nameless: count - points.length }
}

/** The numbers of the rows. */
class TableRows {
  readonly #head: TableHead
  readonly #budget: ByteBudget
  readonly #numbers = new TableNumbers()
  readonly #points: GrowingArray<Float64Array>
  readonly #colors: GrowingArray<Float32Array>
  readonly #values: GrowingArray<Float32Array>

  constructor(head: TableHead, budget: ByteBudget) {
    this.#head = head
    this.#budget = budget
    this.#points = new GrowingArray(Float64Array, budget)
    this.#colors = new GrowingArray(Float32Array, budget)
    this.#values = new GrowingArray(Float32Array, budget)
  }

  /** @throws `file.undecodable` with the number of a line that does not fit */
  add(line: Line): void {
    const { split, count, columns, scalar, nameless } = this.#head
    const cells = split(line.text)
    const isWhole = cells.length >= count && cells.slice(count).every((cell) => cell.trim() === '')
    if (!isWhole) throw rowError(line, `${count} cells, as the first lines have`, line.text)
    for (const column of columns.points) this.#points.push(this.#read(cells, column, line))
    for (const column of columns.colors) this.#colors.push(this.#readOptional(cells, column, line))
    if (scalar) this.#values.push(this.#readOptional(cells, scalar, line))
    if (!knownWidths.includes(nameless)) return
    for (let place = count - nameless; place < count; place++)
      this.#values.push(this.#readOptional(cells, { place, name: '', unit: '' }, line))
  }

  toCloud(meet: MeetTag): PointCloudResult {
    const { columns, scalar, nameless } = this.#head
    const units = new Set(columns.points.map(({ unit }) => unit))
    if (units.size > 1) throw refuse(`x, y and z must have the same unit (got ${[...units].join(', ')}).`)
    const [unit = ''] = units
    this.#budget.take('A list of its points', 4 * this.#points.length)
    const { positions, offset } = toOffsetPositions(this.#points)
    this.#points.clear()
    const found = nameless > 0 ? this.#readNameless(meet) : this.#readNamed(meet)
    if (this.#numbers.hasDoubt) meet('commas before three digits')
    const scalars = toFiniteOrNone(found.scalars)
    if (found.scalars && !scalars) meet('value = NaN')
    const { name = '', unit: valueUnit = '' } = scalar ?? {}
    const texts = { ...(name && { valueName: name }), ...(valueUnit && { valueUnit }) }
    return {
      type: 'point_cloud',
      ...(unit && { unit }),
      ...(offset && { offset }),
      points: positions,
      ...(found.colors && { colors: found.colors }),
      ...(scalars && { scalars, ...texts }),
    }
  }

  #readNameless(meet: MeetTag): Pick<PointCloudResult, 'colors' | 'scalars'> {
    const { nameless: width } = this.#head
    if (knownWidths.includes(width)) return readNameless({ width, values: this.#values }, meet)
    meet('no names: others')
    return {}
  }

  #readNamed(meet: MeetTag): Pick<PointCloudResult, 'colors' | 'scalars'> {
    const scalars = this.#head.scalar && this.#values.takeAll()
    const colors = this.#head.columns.colors.length > 0 ? this.#toColors(meet) : undefined
    return { ...(colors && { colors }), ...(scalars && { scalars }) }
  }

  /** Converts colors to bytes: from 1 where none is larger, from 65,535 above 255. */
  #toColors(meet: MeetTag): Uint8Array | undefined {
    const values = this.#colors.takeAll()
    if (values.some((value) => !(value >= 0 && value <= 65_535))) return void meet('r g b outside')
    const most = findLargest(values)
    return toColorBytes(values, most <= 1 ? 255 : most > 255 ? 255 / 65_535 : 1)
  }

  #read(cells: readonly string[], { place, name }: Column, line: Line): number {
    const cell = cells[place] ?? ''
    const number = this.#numbers.read(cell)
    if (number === undefined) throw rowError(line, `a number for ${name || 'its value'}`, cell)
    return number
  }

  #readOptional(cells: readonly string[], column: Column, line: Line): number {
    return noNumber.test(cells[column.place]?.trim() ?? '') ? Number.NaN : this.#read(cells, column, line)
  }
}

function rowError({ number }: Line, wanted: string, got: string): Error {
  return refuse(`Line ${number} must have ${wanted} (got ${JSON.stringify(cutText(got, 80))}).`)
}
