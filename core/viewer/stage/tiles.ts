import { SpecimenError } from '../../contract/domain/errors.ts'

/** A card has memory for this in each side; with smooth edges it takes about 100 MB. */
const longestTile = 2048
/** Limits of canvases in all browsers, and 400 MB. */
const longestSide = 16_384
const mostPixels = 100e6

/** A part of a large picture, in pixels. */
export interface Tile {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the tiles of a picture, row by row, in its pixels from the upper left corner.
 * @throws `result.too-large` for more than a page holds
 */
export function listTiles(width: number, height: number): readonly Tile[] {
  if (Math.max(width, height) > longestSide || width * height > mostPixels) {
    const found = `${width.toLocaleString('en')} × ${height.toLocaleString('en')} pixels`
    throw new SpecimenError(
      'result.too-large',
      `A picture of ${found} is too large: a page makes up to 16,384 in each side and 100 million in all.`,
    )
  }
  const cut = (length: number) =>
    Array.from({ length: Math.ceil(length / longestTile) }, (_, i) => {
      const start = i * longestTile
      return [start, Math.min(longestTile, length - start)] as const
    })
  return cut(height).flatMap(([y, rows]) =>
    cut(width).map(([x, columns]) => ({ x, y, width: columns, height: rows })),
  )
}
