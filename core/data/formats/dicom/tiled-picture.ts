/** The picture that tiles make together. */
import { type ElementArray, elementArrays } from '../../../contract/domain/result/elements.ts'
import type { ImageResult, VolumeResult } from '../../../contract/domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { toImage, toVolume, type VolumeGrid } from '../volume/array-volume.ts'
import { elementBytes, readSamples } from '../volume/samples.ts'
import { type DicomSlice, isPicture, isSegmentation } from './dicom-file.ts'
import type { SlicePlace } from './place.ts'
import type { Stack } from './stack.ts'
import type { SlideTile } from './tiles.ts'
import { writeValues } from './values.ts'
import { chooseDtype } from './volume.ts'

/** A slice that is a tile. */
export type TileSlice = DicomSlice & { readonly tile: SlideTile }

/** Returns the tiles among slices. */
export function listTiles(slices: readonly DicomSlice[]): readonly TileSlice[] {
  return slices.filter((slice): slice is TileSlice => slice.tile !== undefined)
}

/**
 * Returns the picture of the tiles of a file: an image where it may be one, else a volume of one slice.
 * @throws `file.undecodable` for one that is too large
 */
export async function toTiledPicture(
  slices: Stack,
  context: DecodeContext,
): Promise<ImageResult | VolumeResult> {
  const [{ file, layout, values, place }] = slices
  const tiles = listTiles(slices)
  const first = tiles.filter(({ tile }) => tile.layer === 0)
  const layers = 1 + tiles.reduce((most, { tile }) => Math.max(most, tile.layer), 0)
  if (layers > 1)
    context.onNote(
      `This is the first of ${layers} pictures of the slide at other depths or lights; ` +
        'the others are left out.',
    )
  const { width, height } = requireSize(tiles, layout.channels * elementBytes[layout.dtype], context)
  const stored = createSamples(slices[0], width * height * layout.channels)
  const isCovered = new Uint8Array(width * height)
  for (const tile of first) paste(await tile.read(), tile, { stored, isCovered })
  if (isCovered.includes(0)) context.onNote('Tiles that its file leaves out are shown as 0.')
  if (isPicture(file.data, layout)) {
    const image = toImage({ width, height, channels: layout.channels }, stored)
    if (image) return image
    throw refuse(`A picture must have samples of 8 or 16 bits (got ${layout.dtype}).`)
  }
  const data: ElementArray = new elementArrays[chooseDtype(slices)](stored.length)
  writeValues(stored, values, data, 0)
  const { name: valueName, unit: valueUnit, window } = values
  return toVolume([1, height, width], data, { ...toTiledGrid(place), valueName, valueUnit, window })
}

/** Returns the lengths of a picture of tiles, as thick as its smaller step where no thickness is said. */
export function toTiledGrid(place: SlicePlace | undefined): VolumeGrid {
  const [down, right] = place?.isLength ? place.steps : []
  if (down === undefined || right === undefined) return {}
  return { spacing: [place?.thickness ?? Math.min(down, right), down, right], unit: 'mm' }
}

/** Returns the size of the picture, which must be within the limit. @throws `file.undecodable` */
export function requireSize(
  [first]: readonly TileSlice[],
  pixelBytes: number,
  { byteLimit, take }: Pick<DecodeContext, 'byteLimit' | 'take'>,
): Pick<SlideTile, 'width' | 'height'> {
  if (!first) throw refuse('There are no tiles in it.')
  const { width, height } = first.tile
  const what = `A picture of ${width}×${height} pixels in tiles`
  requireWithin(what, width * height * pixelBytes, byteLimit)
  take(what, width * height * (1 + pixelBytes))
  return { width, height }
}

/** A row of a tile: its first sample in the tile and in the picture, and how many lie in that. */
interface TileRow {
  readonly from: number
  readonly to: number
  readonly length: number
}

/** Visits the rows of a tile that lie in its picture. */
export function visitRows({ tile, layout }: TileSlice, visit: (row: TileRow) => void): void {
  const length = Math.min(layout.width, tile.width - tile.column)
  const rows = Math.min(layout.height, tile.height - tile.row)
  for (let y = 0; y < rows; y++)
    visit({ from: y * layout.width, to: (tile.row + y) * tile.width + tile.column, length })
}

/** The samples of a picture, and for each pixel whether a tile has covered it. */
interface TiledSamples {
  readonly stored: ElementArray
  readonly isCovered: Uint8Array
}

function paste(samples: ElementArray, slice: TileSlice, { stored, isCovered }: TiledSamples): void {
  const { channels, bitsAllocated } = slice.layout
  const isBits = bitsAllocated === 1 && !isSegmentation(slice.file.data)
  const pixels = isBits ? samples.map((bit) => 255 * bit) : samples
  visitRows(slice, ({ from, to, length }) => {
    stored.set(pixels.subarray(channels * from, channels * (from + length)), channels * to)
    isCovered.fill(1, to, to + length)
  })
}

function createSamples({ layout }: DicomSlice, count: number): ElementArray {
  const bytes = new Uint8Array(count * elementBytes[layout.dtype])
  return readSamples(bytes, { dtype: layout.dtype, count, isBigEndian: false })
}
