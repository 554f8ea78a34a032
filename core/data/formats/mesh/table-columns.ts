/** Columns of a table by their names. */
import { cutText } from '../../../contract/text/cut-text.ts'
import { refuse } from '../refusal.ts'
import { tableTags } from './table-tags.ts'
import { type MeetTag, sayTag } from './tag-reader.ts'

/** A named column: `Depth [km]` is `Depth` in `km`. */
export interface Column {
  readonly place: number
  readonly name: string
  readonly unit: string
}

/** Columns by their meaning. */
export interface TableColumns {
  /** Those of x, y and z. */
  readonly points: readonly Column[]
  /** Those of red, green and blue, or none. */
  readonly colors: readonly Column[]
  /** Those without another meaning: they may be values, or texts. */
  readonly others: readonly Column[]
}

/** Names of the columns of points. */
export const pointNames = ['x', 'y', 'z']
const normalNames = ['nx', 'ny', 'nz']
const colorNames = [
  ['r', 'g', 'b'],
  ['red', 'green', 'blue'],
]
const alphaNames = ['a', 'alpha']
/** Numbers of rows, which are no values; columns without a name are such, too. */
const rowNumber = /^(|unnamed: \d+|id|fid|index|idx|row|no|nr|#)$/i
const longestName = 80

/** Returns the columns that a header names; undefined without x, y and z. */
export function findColumns(names: readonly string[], meet: MeetTag): TableColumns | undefined {
  const columns = names.map(toColumn)
  const points = findNamed(columns, pointNames)
  if (points.length < 3) return undefined
  const twice = pointNames.find((name) => columns.filter((column) => isNamed(column, name)).length > 1)
  if (twice !== undefined) throw refuse(`It has two columns of the name ${twice}; rename one of them.`)
  const colors = colorNames.map((rgb) => findNamed(columns, rgb)).find((found) => found.length === 3) ?? []
  const [normals, alpha] = [findNamed(columns, normalNames), findNamed(columns, alphaNames)]
  if (normals.length > 0) meet('nx ny nz')
  if (colors.length > 0 && alpha.length > 0) meet('alpha')
  const taken = new Set([...points, ...colors, ...normals, ...alpha])
  return {
    points,
    colors,
    others: columns.filter((column) => !taken.has(column) && !rowNumber.test(column.name)),
  }
}

/** Returns the refusal of a header without x, y and z, with the way out for names of other systems. */
export function headerError(text: string, names: readonly string[]): Error {
  const columns = names.map(toColumn)
  const has = (wanted: RegExp): boolean => columns.some(({ name }) => wanted.test(name))
  if (has(/^(lon|lng|long|longitude)$/i) && has(/^(lat|latitude)$/i))
    return refuse(sayTag(tableTags, 'lon lat'))
  if (has(/^easting$/i) && has(/^northing$/i)) return refuse(sayTag(tableTags, 'easting northing'))
  return refuse(
    'The first line must name the columns x, y and z, or have numbers alone ' +
      `(got ${JSON.stringify(cutText(text, 80))}).`,
  )
}

function toColumn(cell: string, place: number): Column {
  const text = cell.trim().slice(0, longestName)
  const [, name = text, unit = ''] = /^([^[(]*)[[(]([^\])]*)[\])]$/.exec(text) ?? []
  return { place, name: name.trim(), unit: unit.trim() }
}

function findNamed(columns: readonly Column[], names: readonly string[]): readonly Column[] {
  return names.flatMap((name) => columns.find((column) => isNamed(column, name)) ?? [])
}

function isNamed(column: Column, name: string): boolean {
  return column.name.toLowerCase() === name
}
