import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import type { MeshResult, PointCloudResult, VolumeResult } from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { Polygons, toSurface } from '../surface/polygons.ts'
import { applyTag } from '../tag-table.ts'
import { toVolume } from '../volume/array-volume.ts'
import { vtkTags } from './vtk-tags.ts'

/** An array of values of points, by its kind in the file. */
export interface PointArray {
  readonly kind: 'scalars' | 'normals' | 'colors' | 'other'
  readonly name: string
  readonly columns: number
  readonly data: ElementArray
}

/** A surface as both forms of VTK have it: cells are the corners of one after the other. */
export interface PolyData {
  readonly points: ElementArray
  readonly polygons: Iterable<ArrayLike<number>>
  readonly strips: Iterable<ArrayLike<number>>
  readonly hasLines: boolean
  /** The directions of its axes, which 3D Slicer writes. */
  readonly orientation?: string | undefined
  readonly arrays: readonly PointArray[]
}

/** Returns the surface of a PolyData, or its points. @throws `file.undecodable` */
export function toPolyDataResult(parts: PolyData, context: DecodeContext): MeshResult | PointCloudResult {
  const count = parts.points.length / 3
  const { points } = parts
  if (!points.every(Number.isFinite)) throw refuse('Every coordinate must be finite.')
  const polygons = new Polygons(count, context)
  for (const corners of parts.polygons) polygons.add(corners)
  for (const corners of parts.strips) polygons.addStrip(corners)
  const indices = polygons.finish(points, context)
  if (parts.hasLines) applyTag(vtkTags, 'LINES', context)
  const { values, others } = pickScalars(parts.arrays)
  const normals = parts.arrays.find(({ kind }) => kind === 'normals')
  const colors = parts.arrays.find(({ kind, columns }) => kind === 'colors' && columns >= 3)
  if (others) applyTag(vtkTags, 'further arrays', context)
  return toSurface(
    {
      points,
      indices,
      normals: normals && Float32Array.from(normals.data),
      colors: colors && toColorBytes(colors),
      scalars: values && Float32Array.from(values.data),
      valueName: values?.name,
      orientation: parts.orientation,
    },
    context,
  )
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
  const { values, others } = pickScalars(image.arrays)
  if (!values)
    throw refuse('There must be an array with one value for each point (SCALARS of one component).')
  if (others) applyTag(vtkTags, 'further arrays', context)
  if (!image.spacing.every((step) => Number.isFinite(step) && step > 0))
    throw refuse(`Spacing must be three numbers above 0 (got ${image.spacing.join(' ')}).`)
  const grid = { spacing: image.spacing.toReversed(), origin: image.origin.toReversed() }
  const volume = toVolume(image.extents.toReversed(), values.data, grid)
  return values.name === '' ? volume : { ...volume, valueName: values.name.slice(0, 200) }
}

function pickScalars(arrays: readonly PointArray[]) {
  const values = arrays.find(({ kind, columns }) => kind === 'scalars' && columns === 1)
  const isShown = (array: PointArray): boolean =>
    array === values || array.kind === 'normals' || (array.kind === 'colors' && array.columns >= 3)
  return { values, others: arrays.some((array) => !isShown(array)) }
}

/** Returns red, green and blue: floats count from 1, as VTK writes them in text. */
function toColorBytes({ data, columns }: PointArray): Uint8Array {
  const factor = data instanceof Uint8Array ? 1 : 255
  return Uint8Array.from({ length: (data.length / columns) * 3 }, (_, i) => {
    const part = data[columns * Math.floor(i / 3) + (i % 3)] ?? 0
    return Math.round(Math.min(255, Math.max(0, part * factor)))
  })
}
