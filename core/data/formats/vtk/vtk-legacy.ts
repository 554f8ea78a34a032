/**
 * Legacy files of VTK (`# vtk DataFile`): a surface or lines (POLYDATA), or a regular grid
 * (STRUCTURED_POINTS).
 */
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { findSlicerSpace } from '../mesh/slicer-space.ts'
import { refuse } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { findEncoding } from '../text-lines.ts'
import { toDtype, VtkCursor } from './vtk-cursor.ts'
import { cutCells, type PointArray, toImageDataResult, toPolyDataResult } from './vtk-parts.ts'
import { vtkTags } from './vtk-tags.ts'

/** The parts of a file as they are met. */
interface Parts {
  points: ElementArray | undefined
  polygons: readonly ElementArray[]
  strips: readonly ElementArray[]
  lines: readonly ElementArray[]
  extents: readonly number[] | undefined
  spacing: readonly number[]
  origin: readonly number[]
  readonly arrays: PointArray[]
  /** Number of points of POINT_DATA; 0 without it. */
  pointCount: number
  /** The values that follow are those of points, and not of cells. */
  areOfPoints: boolean
  /** Number of points or cells whose values follow. */
  valueCount: number
}

/** Returns the surface or the volume of a legacy file. @throws `file.undecodable` */
export function decodeVtkLegacy(bytes: Uint8Array, context: DecodeContext): Result {
  const cursor = new VtkCursor(bytes, context)
  cursor.readLine() // its mark
  const title = cursor.readLine() ?? ''
  const form = cursor.takeWords(1)[0]?.toUpperCase()
  if (form !== 'ASCII' && form !== 'BINARY')
    throw refuse(`The third line must be ASCII or BINARY (got ${form ?? 'none'}).`)
  cursor.isBinary = form === 'BINARY'
  if (!cursor.isBinary) cursor.cutPadding()
  const [word, kind = ''] = cursor.takeWords(2)
  if (word?.toUpperCase() !== 'DATASET') throw refuse('The fourth line must be DATASET and its kind.')
  const isSurface = kind.toUpperCase() === 'POLYDATA'
  if (!isSurface && kind.toUpperCase() !== 'STRUCTURED_POINTS') throw datasetError(kind)
  const parts = readParts(cursor, context)
  if (!isSurface) return toVolumeOf(parts, context)
  if (!parts.points) throw refuse('It has no POINTS.')
  return toPolyDataResult({ ...parts, ...findSlicerSpace(title), points: parts.points }, context)
}

/** Returns the refusal of a kind of data that is not read. */
export function datasetError(kind: string): Error {
  const found = kind.slice(0, 40)
  return refuse(
    `VTK must hold POLYDATA or STRUCTURED_POINTS (got ${found}); use Extract Surface of ParaView, and PLY.`,
  )
}

function toVolumeOf(parts: Parts, context: DecodeContext): Result {
  const { extents, spacing, origin, arrays } = parts
  if (!extents) throw refuse('It has no DIMENSIONS.')
  const count = extents.reduce((total, extent) => total * extent, 1)
  if (parts.pointCount !== count)
    throw refuse(`POINT_DATA must have ${count} values, the product of DIMENSIONS (got ${parts.pointCount}).`)
  return toImageDataResult({ extents, spacing, origin, arrays }, context)
}

function readParts(cursor: VtkCursor, context: DecodeContext): Parts {
  const parts: Parts = {
    points: undefined,
    polygons: [],
    strips: [],
    lines: [],
    extents: undefined,
    spacing: [1, 1, 1],
    origin: [0, 0, 0],
    arrays: [],
    pointCount: 0,
    areOfPoints: false,
    valueCount: 0,
  }
  for (let [word] = cursor.takeWords(1); word !== undefined; [word] = cursor.takeWords(1)) {
    const keyword = word.toUpperCase()
    const rest = readArguments(cursor, keyword)
    if (!readGeometry(keyword, rest, { cursor, parts })) readValues(keyword, rest, { cursor, parts, context })
  }
  return parts
}

/** Words behind the keywords; numbers may follow them in the same line. */
const argumentCounts: { readonly [keyword: string]: number } = {
  DIMENSIONS: 3,
  SPACING: 3,
  ASPECT_RATIO: 3,
  ORIGIN: 3,
  TEXTURE_COORDINATES: 3,
  POINT_DATA: 1,
  CELL_DATA: 1,
  METADATA: 0,
}

function readArguments(cursor: VtkCursor, keyword: string): readonly string[] {
  const words = cursor.takeWords(argumentCounts[keyword] ?? 2)
  if (keyword === 'SCALARS') words.push(...cursor.takeRest(1)) // the number of components may be absent
  if (keyword !== 'METADATA') cursor.endLine()
  return words
}

interface Reading {
  readonly cursor: VtkCursor
  readonly parts: Parts
}

/** Returns false for a keyword of values. */
function readGeometry(keyword: string, words: readonly string[], { cursor, parts }: Reading): boolean {
  switch (keyword) {
    case 'POINTS':
      // Text has more digits than the float32 that it says it is, as coordinates of maps need.
      parts.points = cursor.readNumbers(
        3 * toCount(words[0]),
        cursor.isBinary ? toDtype(words[1]) : 'float64',
      )
      return true
    case 'POLYGONS':
      parts.polygons = readCells(cursor, words)
      return true
    case 'TRIANGLE_STRIPS':
      parts.strips = readCells(cursor, words)
      return true
    case 'LINES':
      parts.lines = readCells(cursor, words)
      return true
    case 'VERTICES':
      readCells(cursor, words)
      return true
    case 'DIMENSIONS':
      parts.extents = words.slice(0, 3).map(toCount)
      if (parts.extents.length < 3 || parts.extents.includes(0))
        throw refuse('DIMENSIONS must be three counts.')
      return true
    case 'SPACING':
    case 'ASPECT_RATIO':
      parts.spacing = words.slice(0, 3).map(Number)
      return true
    case 'ORIGIN':
      parts.origin = words.slice(0, 3).map(Number)
      return true
    case 'METADATA': // up to an empty line
      cursor.skipBlock()
      return true
    default:
      return false
  }
}

function readValues(
  keyword: string,
  words: readonly string[],
  { cursor, parts, context }: Reading & { readonly context: DecodeContext },
): void {
  const [word = '', second] = words
  const name = decodeName(word)
  const add = (kind: PointArray['kind'], columns: number, dtype: string | undefined): void => {
    const data = cursor.readNumbers(columns * parts.valueCount, toDtype(dtype))
    if (parts.areOfPoints) parts.arrays.push({ kind, name, columns, data })
  }
  if (keyword === 'POINT_DATA') {
    parts.pointCount = toCount(word)
    parts.valueCount = parts.pointCount
    parts.areOfPoints = true
  } else if (keyword === 'CELL_DATA') {
    applyTag(vtkTags, 'CELL_DATA', context)
    parts.valueCount = toCount(word)
    parts.areOfPoints = false
  } else if (keyword === 'SCALARS') {
    cursor.skipLookupTable()
    const columns = toCount(words[2] ?? '1')
    const areColors = second?.toLowerCase() === 'unsigned_char' && (columns === 3 || columns === 4)
    add(areColors ? 'colors' : 'scalars', columns, second)
  } else if (keyword === 'COLOR_SCALARS') {
    const columns = toCount(second)
    if (parts.areOfPoints && (columns < 1 || columns > 4))
      applyTag(vtkTags, 'COLOR_SCALARS of other counts', context)
    add('colors', columns, cursor.isBinary ? 'unsigned_char' : 'float')
  } else if (keyword === 'NORMALS') add('normals', 3, second)
  else if (keyword === 'VECTORS') add('other', 3, second)
  else if (keyword === 'TENSORS') add('other', 9, second)
  else if (keyword === 'TEXTURE_COORDINATES') add('other', toCount(second), words[2])
  else if (keyword === 'LOOKUP_TABLE')
    cursor.readNumbers(4 * toCount(second), cursor.isBinary ? 'uint8' : 'float32')
  else if (keyword === 'FIELD') readField(toCount(second), { cursor, parts })
  else
    throw refuse(
      `${JSON.stringify(keyword.slice(0, 40))} is no keyword that is read; save it from ParaView as PLY.`,
    )
}

/** Reads the arrays of a field: name, components, tuples, type. */
function readField(arrayCount: number, { cursor, parts }: Reading): void {
  for (let i = 0; i < arrayCount; i++) {
    const [word = ''] = cursor.takeWords(1)
    if (word.toUpperCase() === 'METADATA') {
      cursor.skipBlock()
      i--
      continue
    }
    const [components, tuples, dtype] = cursor.takeWords(3)
    cursor.endLine()
    const columns = toCount(components)
    const data = cursor.readNumbers(columns * toCount(tuples), toDtype(dtype))
    if (parts.areOfPoints && toCount(tuples) === parts.pointCount)
      parts.arrays.push({ kind: 'field', name: decodeName(word), columns, data })
  }
}

/**
 * Returns the corners of each cell: a count before each, or since version 5 all ends and then all corners.
 */
function readCells(cursor: VtkCursor, words: readonly string[]): ElementArray[] {
  const [count, size] = [toCount(words[0]), toCount(words[1])]
  const [keyword, dtype] = cursor.peekWords()
  if (keyword?.toUpperCase() === 'OFFSETS') {
    cursor.takeWords(2)
    cursor.endLine()
    const ends = cursor.readNumbers(count, toDtype(dtype))
    const [, cornerType] = cursor.takeWords(2)
    cursor.endLine()
    const corners = cursor.readNumbers(size, toDtype(cornerType))
    return cutCells(corners, ends)
  }
  const cells: ElementArray[] = []
  const list = cursor.readNumbers(size, 'int32')
  for (let at = 0; at < list.length; ) {
    const length = list[at] ?? 0
    if (length < 0 || at + 1 + length > list.length)
      throw refuse(`A cell of ${length} corners does not fit its list.`)
    cells.push(list.slice(at + 1, at + 1 + length))
    at += 1 + length
  }
  if (cells.length !== count) throw refuse(`There must be ${count} cells (got ${cells.length}).`)
  return cells
}

/** Returns a name, of which VTK writes blanks and others as `%20`: the bytes of UTF-8. */
function decodeName(word: string): string {
  const bytes = Uint8Array.from(
    word.replace(/%([\da-f]{2})/gi, (_, digits) => String.fromCharCode(Number.parseInt(digits, 16))),
    (letter) => letter.charCodeAt(0),
  )
  return new TextDecoder(findEncoding(bytes)).decode(bytes)
}

function toCount(word: string | undefined): number {
  const count = Number(word)
  if (word !== undefined && Number.isSafeInteger(count) && count >= 0) return count
  throw refuse(
    `A count must be a whole number of at least 0 (got ${JSON.stringify(word?.slice(0, 40) ?? '')}).`,
  )
}
