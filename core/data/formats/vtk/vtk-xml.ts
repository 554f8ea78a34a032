/** XML files of VTK: a surface or lines (PolyData, .vtp), or a regular grid (ImageData, .vti). */

import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Result } from '../../../contract/domain/result/result.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { DecodeContext } from '../format.ts'
import { findSlicerSpace } from '../mesh/slicer-space.ts'
import { refuse } from '../refusal.ts'
import { applyFoundTag, applyTag } from '../tag-table.ts'
import {
  findChild,
  listChildren,
  parseXml,
  readCount,
  readNumbers,
  type XmlElement,
} from '../xml-document.ts'
import { findAppended, VtkArrays } from './vtk-arrays.ts'
import { datasetError } from './vtk-legacy.ts'
import { cutCells, type PointArray, type PolyData, toImageDataResult, toPolyDataResult } from './vtk-parts.ts'
import { vtkTags } from './vtk-tags.ts'

/** Returns the surface or the volume of a file in XML. @throws `file.undecodable` */
export async function decodeVtkXml(bytes: Uint8Array, context: DecodeContext): Promise<Result> {
  const { head, appended } = findAppended(bytes)
  const root = parseXml(head, 'VTKFile')
  const type = root.attributes.get('type') ?? ''
  if (type !== 'PolyData' && type !== 'ImageData') throw datasetError(type)
  const arrays = new VtkArrays(root, appended, context)
  const content = findChild(root, type)
  const pieces = content ? listChildren(content, 'Piece') : []
  if (!content || pieces.length === 0) throw refuse('It has no Piece.')
  if (type === 'ImageData') return await readImage(content, pieces, { arrays, context })
  const parts: PolyData[] = []
  for (const piece of pieces) parts.push(await readPiece(piece, arrays, context))
  return toPolyDataResult({ ...joinPieces(parts), orientation: await readSpace(content, arrays) }, context)
}

/** Returns the directions that 3D Slicer writes as a text among the arrays of the whole file. */
async function readSpace(content: XmlElement, arrays: VtkArrays): Promise<string | undefined> {
  const field = findChild(content, 'FieldData')
  const texts = field ? listChildren(field, 'Array') : []
  const text = texts.find(({ attributes }) => attributes.get('Name') === 'SPACE')
  if (text?.attributes.get('type') !== 'String') return undefined
  // Letters are numbers of a byte each, with a zero at the end of each text.
  const letters = { ...text, attributes: new Map([...text.attributes, ['type', 'UInt8']]) }
  return findSlicerSpace(`SPACE=${String.fromCharCode(...(await arrays.read(letters, 4)))}`).orientation
}

interface Reading {
  readonly arrays: VtkArrays
  readonly context: DecodeContext
}

async function readImage(
  image: XmlElement,
  pieces: readonly XmlElement[],
  { arrays, context }: Reading,
): Promise<Result> {
  const [piece] = pieces
  const whole = image.attributes.get('WholeExtent') ?? ''
  if (!piece || pieces.length > 1 || piece.attributes.get('Extent') !== whole)
    throw refuse('It must be one piece (Extent must be WholeExtent); save it whole from ParaView.')
  const direction = image.attributes.get('Direction')
  if (direction !== undefined && readNumbers(direction, 9).some((part, i) => part !== (i % 4 === 0 ? 1 : 0)))
    applyTag(vtkTags, 'ImageData Direction', context)
  const bounds = readNumbers(whole, 6)
  const extents = [0, 2, 4].map((at) => (bounds[at + 1] ?? 0) - (bounds[at] ?? 0) + 1)
  const spacing = Array.from(readNumbers(image.attributes.get('Spacing') ?? '1 1 1', 3))
  const origin = Array.from(readNumbers(image.attributes.get('Origin') ?? '0 0 0', 3))
  const count = extents.reduce((total, extent) => total * extent, 1)
  if (!extents.every((extent) => Number.isSafeInteger(extent) && extent > 0))
    throw refuse(`WholeExtent ${whole} is none.`)
  // The first sample is at the first index of the extent, not at index 0.
  const first = origin.map((part, axis) => part + (bounds[2 * axis] ?? 0) * (spacing[axis] ?? 1))
  const values = await readPointData(piece, count, arrays)
  noteCells(piece, context)
  return toImageDataResult({ extents, spacing, origin: first, arrays: values }, context)
}

/** The blocks of a piece that are read, or that other rows name. */
const knownBlocks = ['PointData', 'CellData', 'Points', 'Verts', 'Lines', 'Strips', 'Polys']

function noteCells(piece: XmlElement, context: DecodeContext): void {
  const others = piece.children.filter(({ name }) => !knownBlocks.includes(name))
  for (const { name } of others.slice(0, 8)) applyFoundTag(vtkTags, cutText(name, 40), context)
  const cells = findChild(piece, 'CellData')
  if (cells && cells.children.length > 0) applyTag(vtkTags, 'CELL_DATA', context)
}

async function readPiece(piece: XmlElement, arrays: VtkArrays, context: DecodeContext): Promise<PolyData> {
  const count = readCount(piece, 'NumberOfPoints')
  const place = findChild(piece, 'Points')
  const [points] = place ? listChildren(place, 'DataArray') : []
  if (!points) throw refuse('A Piece has no Points.')
  noteCells(piece, context)
  const list = async (name: string): Promise<readonly ElementArray[]> => {
    const cells = findChild(piece, name)
    const cellCount = piece.attributes.has(`NumberOf${name}`) ? readCount(piece, `NumberOf${name}`) : 0
    return cells && cellCount > 0 ? await readCells(cells, cellCount, arrays) : []
  }
  return {
    points: await arrays.readPoints(points, count),
    polygons: await list('Polys'),
    strips: await list('Strips'),
    lines: await list('Lines'),
    arrays: await readPointData(piece, count, arrays),
  }
}

async function readCells(
  cells: XmlElement,
  count: number,
  arrays: VtkArrays,
): Promise<readonly ElementArray[]> {
  const find = (name: string): XmlElement => {
    const found = listChildren(cells, 'DataArray').find(({ attributes }) => attributes.get('Name') === name)
    if (found) return found
    throw refuse(`${cells.name} must have an array ${name}.`)
  }
  const ends = await arrays.read(find('offsets'), count)
  const corners = await arrays.read(find('connectivity'), ends[count - 1] ?? 0)
  return cutCells(corners, [0, ...ends])
}

async function readPointData(piece: XmlElement, count: number, arrays: VtkArrays): Promise<PointArray[]> {
  const data = findChild(piece, 'PointData')
  const found: PointArray[] = []
  for (const array of data ? listChildren(data, 'DataArray') : []) {
    const name = array.attributes.get('Name') ?? ''
    const columns = Number(array.attributes.get('NumberOfComponents') ?? '1')
    if (!Number.isSafeInteger(columns) || columns < 1)
      throw refuse(`NumberOfComponents of ${name.slice(0, 40)} is none.`)
    const isNormals = columns === 3 && (data?.attributes.get('Normals') === name || name === 'Normals')
    const isBytes = columns >= 3 && columns <= 4 && array.attributes.get('type') === 'UInt8'
    const kind = isNormals ? 'normals' : isBytes ? 'colors' : columns === 1 ? 'scalars' : 'other'
    found.push({
      kind,
      name,
      columns,
      data: kind === 'other' ? new Float32Array() : await arrays.read(array, columns * count),
    })
  }
  const active = data?.attributes.get('Scalars')
  return found.sort((one, other) => Number(other.name === active) - Number(one.name === active))
}

/** Joins the pieces of a surface; values and normals stay where all pieces have them. */
function joinPieces(parts: readonly PolyData[]): PolyData {
  const [first, ...others] = parts
  if (!first) throw refuse('It has no Piece.')
  if (others.length === 0) return first
  let start = 0
  const shifted = parts.map((part) => {
    const by = start
    start += part.points.length / 3
    const shift = (cells: Iterable<ArrayLike<number>>) =>
      Array.from(cells, (corners) => Array.from(corners, (corner) => corner + by))
    return { polygons: shift(part.polygons), strips: shift(part.strips), lines: shift(part.lines) }
  })
  const join = (arrays: readonly ElementArray[]): Float64Array =>
    Float64Array.from(arrays.flatMap((array) => Array.from(array)))
  const shared = first.arrays.flatMap((array): readonly PointArray[] => {
    const same = parts.map(({ arrays }) =>
      arrays.find(
        ({ name, kind, columns }) => name === array.name && kind === array.kind && columns === array.columns,
      ),
    )
    const isEverywhere = same.every((found) => found !== undefined)
    if (!isEverywhere || array.kind === 'other') return [{ ...array, kind: 'other' as const }]
    const data = join(same.flatMap((found) => (found ? [found.data] : [])))
    return [{ ...array, data: array.kind === 'colors' ? Uint8Array.from(data) : data }]
  })
  return {
    points: join(parts.map(({ points }) => points)),
    polygons: shifted.flatMap(({ polygons }) => polygons),
    strips: shifted.flatMap(({ strips }) => strips),
    lines: shifted.flatMap(({ lines }) => lines),
    arrays: shared,
  }
}
