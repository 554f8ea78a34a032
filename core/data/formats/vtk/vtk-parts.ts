import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type {
  LinesResult,
  MeshResult,
  PointCloudResult,
  VolumeResult,
} from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { followPaths, LinePaths } from '../mesh/line-paths.ts'
import { refuse } from '../refusal.ts'
import { Polygons, toSurface } from '../surface/polygons.ts'
import { applyTag } from '../tag-table.ts'
import { toVolume } from '../volume/array-volume.ts'
import { vtkTags } from './vtk-tags.ts'

/** An array of values of points, by its kind in the file. */
export interface PointArray {
  readonly kind: 'scalars' | 'field' | 'normals' | 'colors' | 'other'
  readonly name: string
  readonly columns: number
  readonly data: ElementArray
}

/** A surface as both forms of VTK have it: cells are the corners of one after the other. */
export interface PolyData {
  readonly points: ElementArray
  readonly polygons: Iterable<ArrayLike<number>>
  readonly strips: Iterable<ArrayLike<number>>
  readonly lines: Iterable<ArrayLike<number>>
  /** The directions of its axes, which 3D Slicer writes. */
  readonly orientation?: string | undefined
  readonly arrays: readonly PointArray[]
}

/**
 * Returns the corners of each cell, from each end to the next. @throws `file.undecodable` where cells overlap
 */
export function cutCells(corners: ElementArray, ends: ArrayLike<number>): ElementArray[] {
  const cells: ElementArray[] = []
  for (let i = 1; i < ends.length; i++) {
    const [start = 0, end = 0] = [ends[i - 1], ends[i]]
    // Each cell is a copy, so that cells over the same corners would take any memory.
    if (!(start >= 0 && end >= start && end <= corners.length))
      throw refuse(`The ends of cells must ascend to ${corners.length} at most (got ${start} and ${end}).`)
    cells.push(corners.slice(start, end))
  }
  return cells
}

/** Returns the surface of a PolyData, or else its lines or its points. @throws `file.undecodable` */
export function toPolyDataResult(
  parts: PolyData,
  context: DecodeContext,
): MeshResult | PointCloudResult | LinesResult {
  const count = parts.points.length / 3
  const { points } = parts
  if (!points.every(Number.isFinite)) throw refuse('Every coordinate must be finite.')
  const polygons = new Polygons(count, context)
  for (const corners of parts.polygons) polygons.add(corners)
  for (const corners of parts.strips) polygons.addStrip(corners)
  const indices = polygons.finish(points, context)
  const lines = new LinePaths(context)
  for (const corners of parts.lines) lines.add(corners)
  if (indices.length > 0 && !lines.isEmpty) applyTag(vtkTags, 'LINES', context)
  const values = pickScalars(parts.arrays)
  const normals = parts.arrays.find(({ kind }) => kind === 'normals')
  const colors = parts.arrays.find(({ kind }) => kind === 'colors')
  noteOthers(parts.arrays, [values, normals, colors], context)
  const surface = toSurface(
    {
      points,
      indices,
      normals: normals && Float32Array.from(normals.data),
      colors: colors && toColorBytes(colors, context),
      scalars: values && Float32Array.from(values.data),
      valueName: values?.name,
      orientation: parts.orientation,
    },
    context,
  )
  if (surface.type === 'mesh' || lines.isEmpty) return surface
  return { ...surface, type: 'lines', ...followPaths(surface, lines.takeAll(), context) }
}

/** A field on a regular grid, x first. */
export interface ImageData {
  readonly extents: readonly number[]
  readonly spacing: readonly number[]
  readonly origin: readonly number[]
  readonly arrays: readonly PointArray[]
}

/** Returns the first array of one value a point as a volume. @throws `file.undecodable` */
export function toImageDataResult(image: ImageData, context: DecodeContext): VolumeResult {
  const values = pickScalars(image.arrays)
  if (!values)
    throw refuse('There must be an array with one value for each point (SCALARS of one component).')
  noteOthers(image.arrays, [values], context)
  if (!image.spacing.every((step) => Number.isFinite(step) && step > 0))
    throw refuse(`Spacing must be three numbers above 0 (got ${image.spacing.join(' ')}).`)
  const grid = { spacing: image.spacing.toReversed(), origin: image.origin.toReversed() }
  const volume = toVolume(image.extents.toReversed(), values.data, grid)
  return values.name === '' ? volume : { ...volume, valueName: values.name.slice(0, 200) }
}

function pickScalars(arrays: readonly PointArray[]): PointArray | undefined {
  // The active values are those that a file names so, whatever stands before them.
  const find = (wanted: PointArray['kind']): PointArray | undefined =>
    arrays.find(({ kind, columns }) => kind === wanted && columns === 1)
  return find('scalars') ?? find('field')
}

function noteOthers(
  arrays: readonly PointArray[],
  shown: readonly (PointArray | undefined)[],
  context: DecodeContext,
): void {
  if (arrays.some((array) => !shown.includes(array))) applyTag(vtkTags, 'further arrays', context)
}

/** Returns red, green and blue: floats count from 1, as VTK writes them in text, and few values are grey. */
function toColorBytes({ data, columns }: PointArray, context: DecodeContext): Uint8Array {
  const isOfBytes = data instanceof Uint8Array
  const isAbove = !isOfBytes && data.some((part) => part > 1)
  if (isAbove) applyTag(vtkTags, 'COLOR_SCALARS above 1', context)
  const most = isOfBytes || isAbove ? 255 : 1
  const isClear = columns % 2 === 0 && data.some((part, i) => i % columns === columns - 1 && part < most)
  if (isClear) applyTag(vtkTags, 'opacity of colours', context)
  return Uint8Array.from({ length: (data.length / columns) * 3 }, (_, i) => {
    const part = data[columns * Math.floor(i / 3) + (columns < 3 ? 0 : i % 3)] ?? 0
    return Math.round(Math.min(255, Math.max(0, part * (255 / most))))
  })
}
