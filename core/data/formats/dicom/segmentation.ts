/** Segmentations (PS3.3, C.8.20): volumes in which each voxel is the number of its segment. */
import type { DataSet } from 'dicom-parser'
import type { Label } from '../../../contract/domain/result/labels.ts'
import type { VolumeResult } from '../../../contract/domain/result/result.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import { convertLabColor } from '../lab-colors.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { toVolume } from '../volume/array-volume.ts'
import { markLabels } from '../volume/mark-labels.ts'
import type { DicomSlice } from './dicom-file.ts'
import { readIntegers, readItems, readName, readText } from './elements.ts'
import { type Stack, sortByPlace, toDistance, toGrid } from './stack.ts'
import {
  listTiles,
  requireSize,
  type TileSlice,
  toTiledGrid,
  toTiledPicture,
  visitRows,
} from './tiled-picture.ts'
import { toVolumes } from './volume.ts'

/** Most segments that a note names. */
const mostNames = 30

/**
 * Returns the volume of a segmentation. Frames without a voxel are mostly left out of a file, so places
 * without a frame are empty.
 * @throws `file.undecodable`
 */
export async function toSegments(
  slices: Stack,
  context: DecodeContext,
): Promise<VolumeResult | VolumeSeries> {
  const [{ file, layout }] = slices
  const numbers = new Set(slices.flatMap(({ segment }) => segment ?? []))
  const type = readText(file.data, 'x00620001')
  if (type === 'FRACTIONAL') return await toFractions(slices, numbers.size, context)
  noteNames(file.data, context.onNote)
  const labels = listLabels(file.data)
  if (type !== 'BINARY') {
    const named = slices.map((slice) => ({ ...slice, values: { ...slice.values, name: 'segment' } }))
    return markLabels(await toWhole(toStack(named), context), () => labels)
  }
  const tiles = listTiles(slices)
  if (tiles.length > 0) return markLabels(await toTiledSegments(tiles, context), () => labels)
  const places = sortByPlace(slices, () => {})
  const { indices, depth, between } = toLattice(places)
  const length = layout.width * layout.height
  const Labels = Math.max(...numbers) > 255 ? Uint16Array : Uint8Array
  const what = `A volume of ${layout.width}×${layout.height}×${depth} segments`
  const byteLength = length * depth * Labels.BYTES_PER_ELEMENT
  requireWithin(what, byteLength, context.byteLimit)
  context.take(what, byteLength)
  const data = new Labels(length * depth)
  let isCovered = false
  for (const [i, place] of places.entries())
    for (const { segment = 1, read } of place) {
      const start = length * (indices[i] ?? 0)
      const bits = await read()
      for (let at = 0; at < bits.length; at++) {
        if (!bits[at]) continue
        isCovered ||= data[start + at] !== 0
        data[start + at] = segment
      }
    }
  if (isCovered) context.onNote('Segments lie over each other; the last one of a voxel is shown.')
  const grid = toGrid(places, () => {})
  const [, ...steps] = grid.spacing ?? []
  const spacing = grid.spacing && between !== undefined ? [between, ...steps] : grid.spacing
  const shape = [depth, layout.height, layout.width]
  const volume = { ...toVolume(shape, data, { ...grid, spacing }), valueName: 'segment' }
  return markLabels(grid.direction ? { ...volume, direction: grid.direction } : volume, () => labels)
}

function toStack(slices: readonly DicomSlice[]): Stack {
  const [first, ...rest] = slices
  if (!first) throw refuse('There are no pixels in it.')
  return [first, ...rest]
}

/** Returns the volume of one segment whose voxels are parts of 1. */
async function toFractions(slices: Stack, segments: number, context: DecodeContext) {
  const [{ file }] = slices
  if (segments > 1)
    throw refuse(`Parts of several segments (got ${segments}) are not read; save each alone, or as BINARY.`)
  const [most = 255] = readIntegers(file.data, 'x0062000e')
  const name = readText(file.data, 'x00620010')?.toLowerCase() ?? 'fraction'
  const values = { slope: 1 / Math.max(most, 1), intercept: 0, name: cutText(name, 40) }
  noteNames(file.data, context.onNote)
  return await toWhole(toStack(slices.map((slice) => ({ ...slice, values }))), context)
}

/** Returns the volumes of slices, or the picture of tiles as one. */
async function toWhole(slices: Stack, context: DecodeContext): Promise<VolumeResult | VolumeSeries> {
  if (!slices[0].tile) return await toVolumes(slices, context)
  const picture = await toTiledPicture(slices, context)
  if (picture.type === 'volume') return picture
  throw refuse('The values of a segmentation must be those of one sample a pixel.')
}

/** Returns the segments of tiles as a volume of one slice; pixels without a tile are empty. */
async function toTiledSegments(tiles: readonly TileSlice[], context: DecodeContext): Promise<VolumeResult> {
  const [first] = tiles
  const numbers = tiles.flatMap(({ segment }) => segment ?? [])
  const Labels = numbers.some((number) => number > 255) ? Uint16Array : Uint8Array
  const { width, height } = requireSize(tiles, Labels.BYTES_PER_ELEMENT, context)
  const data = new Labels(width * height)
  let isCovered = false
  for (const tile of tiles) {
    const bits = await tile.read()
    visitRows(tile, ({ from, to, length }) => {
      for (let i = 0; i < length; i++) {
        if (!bits[from + i]) continue
        const { segment = 1 } = tile
        isCovered ||= ![0, segment].includes(data[to + i] ?? 0)
        data[to + i] = segment
      }
    })
  }
  if (isCovered) context.onNote('Segments lie over each other; the last one of a voxel is shown.')
  return { ...toVolume([1, height, width], data, toTiledGrid(first?.place)), valueName: 'segment' }
}

/** Returns the index of each place where all lie on a lattice of equal distances. */
function toLattice(places: readonly Stack[]): {
  readonly indices: readonly number[]
  readonly depth: number
  readonly between?: number
} {
  const plain = { indices: places.map((_, i) => i), depth: places.length }
  const [first] = places[0] ?? []
  if (!first || places.length < 2) return plain
  const distances = places.map(([slice]) => toDistance(slice, first) ?? Number.NaN)
  const gaps = distances.slice(1).map((distance, i) => distance - (distances[i] ?? 0))
  const least = Math.min(...gaps)
  const [start = 0] = distances
  const indices = distances.map((distance) => Math.round((distance - start) / least))
  const isEven = distances.every(
    (distance, i) => Math.abs((distance - start) / least - (indices[i] ?? 0)) < 0.1,
  )
  if (!isEven) return plain
  return { indices, depth: (indices.at(-1) ?? 0) + 1, between: Number(least.toPrecision(7)) }
}

/** Returns the segments by their numbers, each with the name and the colour that the file gives it. */
function listLabels(data: DataSet): readonly Label[] {
  return readItems(data, 'x00620002').map((item) => {
    const label = {
      value: item.uint16('x00620004') ?? Number.NaN,
      name: readName(data, item, 'x00620005') ?? '',
    }
    const color = readColor(item)
    return color ? { ...label, color } : label
  })
}

/** Returns the Recommended Display CIELab Value in sRGB (PS3.3, C.10.7.1.1: three numbers of 16 bits). */
function readColor(item: DataSet): Label['color'] {
  const [lightness, first, second] = readIntegers(item, 'x0062000d')
  if (lightness === undefined || first === undefined || second === undefined) return undefined
  const toSigned = (value: number): number => (value * 255) / 65_535 - 128
  const parts = convertLabColor((lightness * 100) / 65_535, toSigned(first), toSigned(second))
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Math.round(255 * Math.min(1, Math.max(0, part))))
  return [red, green, blue]
}

/** Notes the names of the segments by their numbers. */
function noteNames(data: DataSet, onNote: (sentence: string) => void): void {
  const names = readItems(data, 'x00620002').map((item) => {
    const name = readName(data, item, 'x00620005') ?? 'without a name'
    return `${item.uint16('x00620004') ?? '?'} ${cutText(name, 40)}`
  })
  const shown = names.slice(0, mostNames).join(', ')
  const more = names.length > mostNames ? `, and ${names.length - mostNames} more` : ''
  if (names.length > 0) onNote(`Segments: ${shown}${more}.`)
}
