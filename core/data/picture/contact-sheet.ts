import { convertIndexedToRgb, decode } from 'fast-png'
import type { Colors } from './finish-picture.ts'

/** The pictures of a sheet: PNG files without opacity of `edge` × `edge` pixels. */
export interface SheetTiles {
  /** In rows from the top left; a place without a picture stays light. */
  readonly tiles: readonly (Uint8Array | undefined)[]
  readonly columns: number
  readonly edge: number
}

const light = 255

/** Returns the colours of a sheet of pictures, side by side. */
export function joinTiles({ tiles, columns, edge }: SheetTiles): Colors {
  const rows = Math.ceil(tiles.length / columns)
  const [width, height] = [columns * edge, rows * edge]
  const rgb = new Uint8Array(3 * width * height).fill(light)
  for (const [i, file] of tiles.entries()) {
    if (!file) continue
    const colors = readColors(file)
    const top = Math.floor(i / columns) * edge
    const left = (i % columns) * edge
    for (let row = 0; row < edge; row++) {
      const line = colors.subarray(3 * row * edge, 3 * (row + 1) * edge)
      rgb.set(line, 3 * ((top + row) * width + left))
    }
  }
  return { width, height, rgb }
}

/** Small pictures have a palette. */
function readColors(file: Uint8Array): Uint8Array {
  const decoded = decode(file)
  return Uint8Array.from(decoded.palette ? convertIndexedToRgb(decoded) : decoded.data)
}
