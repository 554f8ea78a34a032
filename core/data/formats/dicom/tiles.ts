/**
 * Frames that are tiles of one picture, as slides of microscopy have them and what is segmented on these
 * (PS3.3, C.8.12.4, C.8.20.2, C.7.6.17.3): none has a position in the patient.
 */
import type { DataSet } from 'dicom-parser'
import { refuse } from '../refusal.ts'
import { readItem, readItems, readText } from './elements.ts'
import type { PixelLayout } from './layout.ts'

/** The place of a tile in its picture. */
export interface SlideTile {
  /** The size of the whole picture. */
  readonly width: number
  readonly height: number
  /** Its first pixel there. */
  readonly column: number
  readonly row: number
  /** Which of several pictures of other depth or light it belongs to, from 0. */
  readonly layer: number
  /** The number of its segment, where the order of frames says it. */
  readonly segment?: number | undefined
}

const slidePlace = 'x0048021a'

/** Returns the tile of each frame; undefined for frames that are no tiles. @throws `file.undecodable` */
export function readTiles(data: DataSet, layout: PixelLayout): readonly SlideTile[] | undefined {
  const [width, height] = [data.uint32('x00480006') ?? 0, data.uint32('x00480007') ?? 0]
  const organization = readText(data, 'x00209311') ?? ''
  const groups = data.elements.x52009230?.items ?? []
  const places = groups.map(({ dataSet }) => dataSet && readItem(dataSet, slidePlace))
  const isTiled = /^TILED_(FULL|SPARSE)$/.test(organization) || places.some((place) => place !== undefined)
  if (width === 0 || height === 0) {
    if (!isTiled) return undefined
    throw refuse('Its frames are tiles of a picture without a size (Total Pixel Matrix Columns and Rows).')
  }
  const isWhole = layout.frames === 1 && layout.width === width && layout.height === height
  if (isWhole) return undefined
  const found = { width, height }
  return organization === 'TILED_FULL'
    ? listFullTiles(data, layout, found)
    : listPlacedTiles(places, layout, found)
}

type Size = Pick<SlideTile, 'width' | 'height'>

/** Every tile is there, row by row; then come other depths, and then other lights or segments. */
function listFullTiles(data: DataSet, layout: PixelLayout, size: Size): readonly SlideTile[] {
  const across = Math.ceil(size.width / layout.width)
  const count = across * Math.ceil(size.height / layout.height)
  if (layout.frames % count !== 0)
    throw refuse(
      `A picture of ${size.width}×${size.height} must have ${count} tiles, or so many for each of several ` +
        `(got ${layout.frames}); is a part of it in another file?`,
    )
  const [depths = 1] = data.elements.x00480303 ? [data.uint32('x00480303') ?? 1] : []
  const segments = readItems(data, 'x00620002').map((item) => item.uint16('x00620004'))
  return Array.from({ length: layout.frames }, (_, frame) => {
    const [place, layer] = [frame % count, Math.floor(frame / count)]
    const [column, row] = [(place % across) * layout.width, Math.floor(place / across) * layout.height]
    const segment = segments[Math.floor(layer / Math.max(1, depths))]
    return { ...size, column, row, layer: segments.length > 0 ? layer % Math.max(1, depths) : layer, segment }
  })
}

/** Each tile says its place, counted from 1. Several at one place are of different depth or light. */
function listPlacedTiles(
  places: readonly (DataSet | undefined)[],
  layout: PixelLayout,
  size: Size,
): readonly SlideTile[] {
  const known = new Map<string, number>()
  return Array.from({ length: layout.frames }, (_, frame) => {
    const [column, row] = ['x0048021e', 'x0048021f'].map((tag) => (places[frame]?.int32(tag) ?? 0) - 1)
    if (column === undefined || row === undefined || column < 0 || row < 0)
      throw refuse(`Tile ${frame + 1} has no place in its picture (Plane Position Slide).`)
    if (column >= size.width || row >= size.height)
      throw refuse(
        `Tile ${frame + 1} begins outside of its picture, at ${column + 1}, ${row + 1} of ` +
          `${size.width}×${size.height}.`,
      )
    const key = `${column} ${row}`
    const layer = known.get(key) ?? 0
    known.set(key, layer + 1)
    return { ...size, column, row, layer }
  })
}
