/** The rows of a table, and what they are together. */
import { areCaptions } from '../../../../contract/domain/result/captions.ts'
import type {
  ArrowsResult,
  LabelsResult,
  LinesResult,
  PointCloudResult,
} from '../../../../contract/domain/result/result.ts'
import { cutText } from '../../../../contract/text/cut-text.ts'
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { findLargest, toColorBytes } from '../color-bytes.ts'
import { GrowingArray, toFiniteOrNone } from '../growing-array.ts'
import { toOffsetPositions } from '../large-coordinates.ts'
import { knownWidths, readNameless } from './nameless-columns.ts'
import { type SplitLine, TableNumbers } from './table-cells.ts'
import type { NamedColumn, TableColumns } from './table-columns.ts'
import type { MeetTableTag } from './table-tags.ts'

/** The results that tables may hold. */
export type RowsResult = PointCloudResult | LinesResult | ArrowsResult | LabelsResult

/** Cells without a number. */
export const noNumber =
  /^(|[-+]?nan|#?n\/?a|null|none|nil|missing|-+|[?]|[-+]?inf(inity)?|#(num|div\/0|value|ref)!|#name[?])$/i

/** A line of the text, with its number from 1. */
export interface TableLine {
  readonly number: number
  readonly text: string
}

/** The way in which the rows of a table are read. */
export interface TableHead {
  /** The number of the first row's line. */
  readonly start: number
  readonly split: SplitLine
  /** Cells of a row. Further ones must be empty. */
  readonly count: number
  readonly columns: TableColumns
  /** The column of values. */
  readonly scalar: NamedColumn | undefined
  /** Number of further columns that no header names. */
  readonly nameless: number
  /** The number of points by a first line that has nothing else. */
  readonly announced?: number | undefined
}

/** The numbers of the rows. */
export class TableRows {
  readonly #head: TableHead
  readonly #context: DecodeContext
  readonly #numbers = new TableNumbers()
  readonly #points: GrowingArray<Float64Array>
  readonly #colors: GrowingArray<Float32Array>
  readonly #values: GrowingArray<Float32Array>
  readonly #vectors: GrowingArray<Float32Array>
  readonly #starts: GrowingArray<Uint32Array>
  readonly #texts: string[] = []
  #line: string | undefined

  constructor(head: TableHead, budget: DecodeContext) {
    this.#head = head
    this.#context = budget
    this.#points = new GrowingArray(Float64Array, budget)
    this.#colors = new GrowingArray(Float32Array, budget)
    this.#values = new GrowingArray(Float32Array, budget)
    this.#vectors = new GrowingArray(Float32Array, budget)
    this.#starts = new GrowingArray(Uint32Array, budget)
  }

  /** @throws `file.undecodable` with the number of a line that does not fit */
  add(line: TableLine): void {
    const { split, count, columns, scalar, nameless } = this.#head
    const cells = split(line.text)
    const isWhole = cells.length >= count && cells.slice(count).every((cell) => cell.trim() === '')
    if (!isWhole) throw rowError(line, `${count} cells, as the first lines have`, line.text)
    if (columns.line) this.#addToLine(cells[columns.line.place]?.trim() ?? '')
    for (const column of columns.points) this.#points.push(this.#read(cells, column, line))
    for (const column of columns.vectors) this.#vectors.push(this.#readOptional(cells, column, line))
    if (columns.text) this.#texts.push(cells[columns.text.place] ?? '')
    for (const column of columns.colors) this.#colors.push(this.#readOptional(cells, column, line))
    if (scalar) this.#values.push(this.#readOptional(cells, scalar, line))
    if (!knownWidths.includes(nameless)) return
    for (let place = count - nameless; place < count; place++)
      this.#values.push(this.#readOptional(cells, { place, name: '', unit: '' }, line))
  }

  #addToLine(name: string): void {
    if (this.#line !== name) this.#starts.push(this.#points.length / 3)
    this.#line = name
  }

  /** Returns the points with what is theirs: lines through them, vectors or texts. */
  toResult(meet: MeetTableTag): RowsResult {
    const { columns } = this.#head
    const cloud = this.#toCloud(meet)
    if (columns.line) {
      const starts = this.#starts.takeAll()
      return { ...cloud, type: 'lines', ...(starts.length > 1 && { starts }) }
    }
    if (columns.vectors.length > 0) {
      const vectors = toFiniteOrNone(this.#vectors.takeAll())
      if (vectors) return { ...cloud, type: 'arrows', vectors }
      this.#context.onNote('Its vectors are left out, because some are missing.')
    }
    if (columns.text === undefined || !areCaptions(this.#texts)) return cloud
    return { ...cloud, type: 'labels', texts: this.#texts }
  }

  #toCloud(meet: MeetTableTag): PointCloudResult {
    const { columns, scalar, nameless } = this.#head
    const units = new Set(columns.points.map(({ unit }) => unit))
    if (units.size > 1) throw refuse(`x, y and z must have the same unit (got ${[...units].join(', ')}).`)
    const [unit = ''] = units
    this.#context.take('A list of its points', 4 * this.#points.length)
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

  #readNameless(meet: MeetTableTag): Pick<PointCloudResult, 'colors' | 'scalars'> {
    const { nameless: width } = this.#head
    if (knownWidths.includes(width)) return readNameless({ width, values: this.#values }, meet)
    meet('no names: others')
    return {}
  }

  #readNamed(meet: MeetTableTag): Pick<PointCloudResult, 'colors' | 'scalars'> {
    const scalars = this.#head.scalar && this.#values.takeAll()
    const colors = this.#head.columns.colors.length > 0 ? this.#toColors(meet) : undefined
    return { ...(colors && { colors }), ...(scalars && { scalars }) }
  }

  /** Converts colors to bytes: from 1 where none is larger, from 65,535 above 255. */
  #toColors(meet: MeetTableTag): Uint8Array | undefined {
    const values = this.#colors.takeAll()
    if (values.some((value) => !(value >= 0 && value <= 65_535))) return void meet('r g b outside')
    const most = findLargest(values)
    return toColorBytes(values, most <= 1 ? 255 : most > 255 ? 255 / 65_535 : 1)
  }

  #read(cells: readonly string[], { place, name }: NamedColumn, line: TableLine): number {
    const cell = cells[place] ?? ''
    const number = this.#numbers.read(cell)
    if (number === undefined) throw rowError(line, `a number for ${name || 'its value'}`, cell)
    return number
  }

  #readOptional(cells: readonly string[], column: NamedColumn, line: TableLine): number {
    return noNumber.test(cells[column.place]?.trim() ?? '') ? Number.NaN : this.#read(cells, column, line)
  }
}

function rowError({ number }: TableLine, wanted: string, got: string): Error {
  return refuse(`Line ${number} must have ${wanted} (got ${JSON.stringify(cutText(got, 80))}).`)
}
