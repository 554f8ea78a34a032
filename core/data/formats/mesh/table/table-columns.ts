/** Columns of a table by their names. */
import { cutText } from '../../../../contract/text/cut-text.ts'
import { refuse } from '../../refusal.ts'
import { sayTag } from '../../tag-table.ts'
import { type MeetTableTag, tableTags } from './table-tags.ts'

/** A named column: `Depth [km]` is `Depth` in `km`. */
export interface NamedColumn {
  readonly place: number
  readonly name: string
  readonly unit: string
}

/** Columns by their meaning. */
export interface TableColumns {
  /** Those of x, y and z. */
  readonly points: readonly NamedColumn[]
  /** Those of red, green and blue, or none. */
  readonly colors: readonly NamedColumn[]
  /** That of lines, before x: a point of another one than the point above begins a line. */
  readonly line?: NamedColumn | undefined
  /** Those of u, v and w, behind z, or none: the vectors of arrows. */
  readonly vectors: readonly NamedColumn[]
  /** That of texts, behind z and alone. */
  readonly text?: NamedColumn | undefined
  /** Those without another meaning: they may be values, or texts. */
  readonly others: readonly NamedColumn[]
}

/** Names of the columns of points. */
export const pointNames = ['x', 'y', 'z']
const normalNames = ['nx', 'ny', 'nz']
const colorNames = [
  ['r', 'g', 'b'],
  ['red', 'green', 'blue'],
]
const vectorNames = ['u', 'v', 'w']
const alphaNames = ['a', 'alpha']
/** Numbers of rows, which are no values; columns without a name are such, too. */
const rowNumber = /^(|unnamed: \d+|id|fid|index|idx|row|no|nr|#)$/i
const longestName = 80

/** Returns the columns that a header names; undefined without x, y and z. */
export function findColumns(names: readonly string[], meet: MeetTableTag): TableColumns | undefined {
  const columns = names.map(toColumn)
  const points = findNamed(columns, pointNames)
  if (points.length < 3) return undefined
  const twice = pointNames.find((name) => columns.filter((column) => isNamed(column, name)).length > 1)
  if (twice !== undefined) throw refuse(`It has two columns of the name ${twice}; rename one of them.`)
  const colors = colorNames.map((rgb) => findNamed(columns, rgb)).find((found) => found.length === 3) ?? []
  const [normals, alpha] = [findNamed(columns, normalNames), findNamed(columns, alphaNames)]
  if (normals.length > 0) meet('nx ny nz')
  if (colors.length > 0 && alpha.length > 0) meet('alpha')
  const { line, vectors, text } = findOwn(columns, points)
  const taken = new Set([...points, ...colors, ...normals, ...alpha, line, ...vectors, text])
  return {
    points,
    colors,
    line,
    vectors,
    text,
    others: columns.filter((column) => !taken.has(column) && !rowNumber.test(column.name)),
  }
}

/** Returns the columns of lines, arrows and texts: in this order alone, as the same names mean much. */
function findOwn(
  columns: readonly NamedColumn[],
  points: readonly NamedColumn[],
): Pick<TableColumns, 'line' | 'vectors' | 'text'> {
  const [first] = columns
  const start = points[0]?.place ?? 0
  if (points.some(({ place }, i) => place !== start + i)) return { vectors: [] }
  if (start === 1 && first && isNamed(first, 'line')) return { line: first, vectors: [] }
  if (start > 0) return { vectors: [] }
  const vectors = columns.slice(3, 6)
  if (vectorNames.every((name, i) => vectors[i] && isNamed(vectors[i], name))) return { vectors }
  const [text, ...others] = columns.slice(3)
  const isText = text !== undefined && others.length === 0 && isNamed(text, 'text')
  return { vectors: [], ...(isText && { text }) }
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

function toColumn(cell: string, place: number): NamedColumn {
  const text = cell.trim().slice(0, longestName)
  const [, name = text, unit = ''] = /^([^[(]*)[[(]([^\])]*)[\])]$/.exec(text) ?? []
  return { place, name: name.trim(), unit: unit.trim() }
}

function findNamed(columns: readonly NamedColumn[], names: readonly string[]): readonly NamedColumn[] {
  return names.flatMap((name) => columns.find((column) => isNamed(column, name)) ?? [])
}

function isNamed(column: NamedColumn, name: string): boolean {
  return column.name.toLowerCase() === name
}
