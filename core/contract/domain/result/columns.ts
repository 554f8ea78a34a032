/** Columns: the content of a table, one below the other's first row. */
import { describe } from '../../text/describe.ts'

/** Most rows of a table. */
export const rowCount = 100_000
/** Most columns of a table. */
export const columnCount = 64
/** Most characters of a column's name, and of its unit. */
export const columnNameLength = 100
/** Most characters of a text in a cell: as many as a note has. An empty one is a text like others. */
export const cellLength = 300
/** Most characters of all texts of a table together, so that they pass between processes as one head. */
export const tableTextLength = 500_000

/** The ways to draw a table. */
export const plots = ['line', 'points', 'bars', 'histogram'] as const
/** A way to draw a table. */
export type Plot = (typeof plots)[number]

/** The values of a column, one a row. */
export type ColumnValues = Float64Array | readonly string[]

/** The words of a column. */
interface ColumnWords {
  /** A name that no other column has: 1 to {@link columnNameLength} characters without control characters. */
  readonly name: string
  /** The unit of its values, by the rule of names. */
  readonly unit?: string
}

/** A column of numbers. */
export interface NumberColumn extends ColumnWords {
  /** Finite, or NaN for a missing value. */
  readonly values: Float64Array
}

/** A column of texts, none of which is missing: the empty text is one like others. */
export interface TextColumn extends ColumnWords {
  readonly values: readonly string[]
}

/** A column of a table. */
export type TableColumn = NumberColumn | TextColumn

/** Returns whether a column holds numbers; else it holds texts. */
export function holdsNumbers(column: TableColumn): column is NumberColumn {
  return column.values instanceof Float64Array
}

/** Returns the number of a table's rows. */
export function countRows(columns: readonly TableColumn[]): number {
  return columns[0]?.values.length ?? 0
}

/** Returns the columns of numbers, in their order. */
export function listNumberColumns(columns: readonly TableColumn[]): readonly NumberColumn[] {
  return columns.filter(holdsNumbers)
}

/** The members that name a column, and the error for a sentence. */
export interface ColumnRule {
  /** The name of the member. */
  readonly name: string
  /** Members that name a column, such as `x`. */
  readonly named: readonly (readonly [member: string, column: string])[]
  readonly refuse: (detail: string) => Error
}

/** Reads the values of an untrusted column, whose `place` begins sentences. @throws the error of `refuse` */
export type ReadValues = (column: object, place: string) => ColumnValues

/**
 * Returns untrusted columns: 1 to {@link columnCount} with names of their own, all of one length.
 * @throws the error of `refuse`, which names the column
 */
export function requireColumns(
  found: unknown,
  { name, named, refuse }: ColumnRule,
  readValues: ReadValues = (column, place) => requireValues(Reflect.get(column, 'values'), place, refuse),
): readonly TableColumn[] {
  const given: readonly unknown[] | undefined = Array.isArray(found) ? Array.from<unknown>(found) : undefined
  if (!given || given.length === 0 || given.length > columnCount)
    throw refuse(`${name} must be 1 to ${columnCount} columns (got ${describeList(found)}).`)
  const columns = given.map((column, i) => requireColumn(column, `${name}[${i}]`, { refuse, readValues }))
  requireNames(columns, { name, named, refuse })
  requireLengths(columns, { name, refuse })
  const length = columns.reduce((sum, column) => sum + countCharacters(column), 0)
  if (length > tableTextLength)
    throw refuse(
      `The texts of ${name} must have at most ${tableTextLength} characters in all (got ${length}). ` +
        'Return shorter ones, or numbers that stand for them.',
    )
  return columns
}

/** A list is described by its length. */
function describeList(found: unknown): string {
  return Array.isArray(found) ? String(found.length) : describe(found)
}

function requireColumn(
  column: unknown,
  place: string,
  { refuse, readValues }: { readonly refuse: ColumnRule['refuse']; readonly readValues: ReadValues },
): TableColumn {
  if (typeof column !== 'object' || column === null)
    throw refuse(`${place} must be an object with name and values (got ${describe(column)}).`)
  const name: unknown = Reflect.get(column, 'name')
  const unit: unknown = Reflect.get(column, 'unit')
  if (!isColumnName(name)) throw refuse(`${place}.name must be ${nameRule} (got ${describe(name)}).`)
  const values = readValues(column, `${place}.values, ${JSON.stringify(name)},`)
  if (unit === undefined || unit === null || unit === '') return withValues({ name }, values)
  if (!isColumnName(unit)) throw refuse(`${place}.unit must be ${nameRule} (got ${describe(unit)}).`)
  return withValues({ name, unit }, values)
}

function withValues(words: ColumnWords, values: ColumnValues): TableColumn {
  return values instanceof Float64Array ? { ...words, values } : { ...words, values }
}

const nameRule = `a text of 1 to ${columnNameLength} characters without control characters`

function isColumnName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value !== '' &&
    value.length <= columnNameLength &&
    value.isWellFormed() &&
    !/\p{Cc}/u.test(value)
  )
}

function requireNames(columns: readonly TableColumn[], { name, named, refuse }: ColumnRule): void {
  const places = new Map<string, number>()
  for (const [i, column] of columns.entries()) {
    const before = places.get(column.name)
    if (before !== undefined)
      throw refuse(
        `${name}[${i}].name must be a name of its own (got ${JSON.stringify(column.name)}, ` +
          `as ${name}[${before}] has).`,
      )
    places.set(column.name, i)
  }
  for (const [member, column] of named)
    if (!places.has(column))
      throw refuse(
        `${member} must be the name of a column: ${listNames(columns)} (got ${JSON.stringify(column)}).`,
      )
}

/** Names that a sentence lists. */
const mostListed = 8

function listNames(columns: readonly TableColumn[]): string {
  const names = columns.slice(0, mostListed).map(({ name }) => JSON.stringify(name))
  return columns.length > mostListed
    ? `${names.join(', ')} or ${columns.length - mostListed} more`
    : names.join(', ')
}

function requireLengths(
  columns: readonly TableColumn[],
  { name, refuse }: Pick<ColumnRule, 'name' | 'refuse'>,
): void {
  const rows = countRows(columns)
  if (rows > rowCount)
    throw refuse(
      `A table must have at most ${rowCount} rows (got ${rows}). Return fewer: means, or every tenth row.`,
    )
  for (const [i, column] of columns.entries())
    if (column.values.length !== rows)
      throw refuse(
        `${name}[${i}].values, ${JSON.stringify(column.name)}, must have ${rows} values, as many as ` +
          `the first column (got ${column.values.length}).`,
      )
}

function countCharacters(column: TableColumn): number {
  return holdsNumbers(column) ? 0 : column.values.reduce((sum, { length }) => sum + length, 0)
}

/** Returns values as a function returns them. @throws the error of `refuse` */
function requireValues(values: unknown, place: string, refuse: ColumnRule['refuse']): ColumnValues {
  if (values instanceof Float64Array) return values
  if (Array.isArray(values)) return requireTexts(values, place, refuse)
  const isTyped = ArrayBuffer.isView(values) && !(values instanceof DataView)
  const remedy = isTyped ? ' Convert it with Float64Array.from(…).' : ''
  throw refuse(`${place} must be a Float64Array or an array of texts (got ${describe(values)}).${remedy}`)
}

/** Returns untrusted texts of cells. @throws the error of `refuse`, which names the first that is none */
export function requireTexts(
  found: readonly unknown[],
  place: string,
  refuse: ColumnRule['refuse'],
): readonly string[] {
  if (found.length > rowCount)
    throw refuse(`${place} must have at most ${rowCount} values (got ${found.length}). Return fewer rows.`)
  const values: readonly unknown[] = Array.from(found) // a hole becomes undefined
  const bad = values.findIndex((text) => !isCell(text))
  if (bad < 0) return values.filter(isCell)
  const value = values[bad]
  const remedy = typeof value === 'number' ? ' Numbers stand in a Float64Array.' : ''
  const got = `(got ${describe(value)} in row ${bad}).`
  throw refuse(`${place} must be texts of at most ${cellLength} characters ${got}${remedy}`)
}

function isCell(value: unknown): value is string {
  return typeof value === 'string' && value.length <= cellLength && value.isWellFormed()
}
