/** CSV, TSV and XYZ: a point for each line. The README says how columns are found and numbers are written. */

import { cutText } from '../../domain/cut-text.ts'
import type { PointCloudResult } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { readLines } from '../text-lines.ts'
import { GrowingArray, toFiniteOrNone } from './growing-array.ts'

/** A named column: `Depth [km]` is `Depth` in `km`. */
interface Column {
  readonly place: number
  readonly name: string
  readonly unit: string
}

/** The columns that are read, and the way a line is split. */
type Columns = ReturnType<typeof findColumns>

const pointNames = ['x', 'y', 'z']
const colorNames = [
  ['r', 'g', 'b'],
  ['red', 'green', 'blue'],
]
const otherNames = ['a', 'alpha', 'nx', 'ny', 'nz', 'id', 'index']
const longestName = 80
const noNumber = /^(|nan|na|null|none|-|n\/a)$/i

/** Returns the points of a table, with their colors and one column of values. */
export function decodeTable(bytes: Uint8Array, { onNote }: DecodeContext): PointCloudResult {
  if ([0xfe, 0xff].includes(bytes[0] ?? 0))
    throw refuse('The text must be UTF-8 (got UTF-16); save it as UTF-8.')
  const createFloats = () => new GrowingArray(Float32Array)
  const values = { points: createFloats(), colors: createFloats(), scalars: createFloats() }
  let columns: Columns | undefined
  let names: readonly string[] | undefined
  let line = 0
  for (const text of readLines(bytes)) {
    line++
    if (text.trim() === '') continue
    if (isComment(text)) {
      const cells = columns || names ? [] : splitHeader(text)
      if (findPoints(cells)) names = cells
      continue
    }
    if (!columns && !names && splitHeader(text).some((cell) => toNumber(cell) === undefined)) {
      names = splitHeader(text)
      if (!findPoints(names)) throw headerError(text)
      continue
    }
    columns ??= findColumns(text, names)
    addRow(columns, text, { line, ...values })
  }
  if (values.points.length === 0) throw refuse('It must have at least one line with a point (got none).')
  return toCloud(columns, values, onNote)
}

function isComment(text: string): boolean {
  return /^\s*(#|\/\/)/.test(text)
}

function headerError(text: string): Error {
  const found = JSON.stringify(cutText(text, 80))
  return refuse(`The first line must name the columns x, y and z, or have numbers alone (got ${found}).`)
}

/** Returns the cells of a line as UTF-8, without the mark of a comment or of the byte order. */
function splitHeader(line: string): readonly string[] {
  const text = new TextDecoder().decode(Uint8Array.from(line, (letter) => letter.charCodeAt(0)))
  const words = text.trim().replace(/^(#|\/\/)/, '')
  return splitterOf(words)(words.replace(/ (?=[[(])/g, ''))
}

/** Tabs, semicolons, commas or spaces, the first that the line has. */
function splitterOf(line: string): (line: string) => readonly string[] {
  const mark = ['\t', ';', ','].find((candidate) => line.includes(candidate))
  if (mark === undefined) return (text) => text.trim().split(/\s+/)
  const quoted = new RegExp(`(?:^|${mark})\\s*("(?:[^"]|"")*"|[^${mark}]*)`, 'g')
  return (text) => {
    if (!text.includes('"')) return text.split(mark)
    return [...text.matchAll(quoted)].map(([, cell = '']) => cell.trim().replace(/^"|"$/g, ''))
  }
}

/** Reads `1,5` as well: commas that separate cells are gone by now. */
function toNumber(cell: string): number | undefined {
  const text = cell.trim()
  const number = Number(text.includes(',') ? text.replace(',', '.') : text)
  return text === '' || !Number.isFinite(number) ? undefined : number
}

function toColumn(cell: string, place: number): Column {
  const text = cell.trim().slice(0, longestName)
  const [, name = text, unit = ''] = /^([^[(]*)[[(]([^\])]*)[\])]$/.exec(text) ?? []
  return { place, name: name.trim(), unit: unit.trim() }
}

function findNamed(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.flatMap((name) => columns.find((column) => column.name.toLowerCase() === name) ?? [])
}

function findPoints(cells: readonly string[]): readonly Column[] | undefined {
  const found = findNamed(cells.map(toColumn), pointNames)
  return found.length === 3 ? found : undefined
}

/** Returns the columns by their names, or without names `x y z`, `x y z value` or `x y z r g b`. */
function findColumns(firstRow: string, names: readonly string[] | undefined) {
  const split = splitterOf(firstRow)
  const cells = split(firstRow)
  if (cells.length < 3)
    throw refuse(`A line must have at least three numbers (the first has ${cells.length}).`)
  const isByte = (cell: string): boolean => /^\s*\d{1,3}\s*$/.test(cell) && Number(cell) < 256
  const hasColors = cells.length >= 6 && cells.slice(3, 6).every(isByte)
  const standard = [...pointNames, ...(hasColors ? ['r', 'g', 'b'] : [''])]
  const columns = (names ?? standard.slice(0, cells.length)).map(toColumn)
  const points = findNamed(columns, pointNames)
  const colors = colorNames.map((rgb) => findNamed(columns, rgb)).find((found) => found.length === 3) ?? []
  const taken = [...pointNames, ...colorNames.flat(), ...otherNames]
  const scalar = columns.find(
    ({ name, place }) => !taken.includes(name.toLowerCase()) && toNumber(cells[place] ?? '') !== undefined,
  )
  return { split, count: names?.length ?? cells.length, points, colors, scalar }
}

type Values = Readonly<Record<'points' | 'colors' | 'scalars', GrowingArray<Float32Array>>>

function addRow(
  { split, count, points, colors, scalar }: Columns,
  text: string,
  { line, ...values }: Values & { readonly line: number },
): void {
  const cells = split(text)
  const refuseRow = (wanted: string, got: string): Error =>
    refuse(`Line ${line} must have ${wanted} (got ${JSON.stringify(cutText(got, 80))}).`)
  if (cells.length !== count) throw refuseRow(`${count} cells, as the first lines have`, text)
  const read = (column: Column): number => {
    const cell = cells[column.place] ?? ''
    const number = toNumber(cell)
    if (number === undefined) throw refuseRow(`a number for ${column.name || 'its value'}`, cell)
    return number
  }
  for (const column of points) values.points.push(read(column))
  for (const column of colors) values.colors.push(read(column))
  if (scalar)
    values.scalars.push(noNumber.test(cells[scalar.place]?.trim() ?? '') ? Number.NaN : read(scalar))
}

function toCloud(
  columns: Columns | undefined,
  values: Values,
  onNote: (sentence: string) => void,
): PointCloudResult {
  const units = new Set(columns?.points.map(({ unit }) => unit))
  if (units.size > 1) throw refuse(`x, y and z must have the same unit (got ${[...units].join(', ')}).`)
  const [unit = ''] = units
  const { name = '', unit: valueUnit = '' } = columns?.scalar ?? {}
  const scalars = columns?.scalar && toFiniteOrNone(values.scalars.toArray())
  if (columns?.scalar && !scalars) onNote(`The values ${name} are left out, because some are missing.`)
  const texts = { ...(name && { valueName: name }), ...(valueUnit && { valueUnit }) }
  return {
    type: 'point_cloud',
    ...(unit && { unit }),
    points: values.points.toArray(),
    ...(values.colors.length > 0 && { colors: toBytes(values.colors.toArray()) }),
    ...(scalars && { scalars, ...texts }),
  }
}

/** Converts colors to bytes: from 1 where there are fractions up to 1, from 65,535 above 255. */
function toBytes(colors: Float32Array): Uint8Array {
  const most = colors.reduce((largest, value) => Math.max(largest, value), 0)
  const isFraction = most <= 1 && colors.some((value) => !Number.isInteger(value))
  const factor = isFraction ? 255 : most > 255 ? 255 / 65_535 : 1
  return Uint8Array.from(colors, (value) => Math.round(Math.min(255, Math.max(0, value * factor))))
}
