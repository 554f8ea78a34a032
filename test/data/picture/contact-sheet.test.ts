import { encode } from 'fast-png'
import { describe, expect, it } from 'vitest'
import { joinTiles } from '../../../core/data/picture/contact-sheet.ts'

const edge = 2

/** A PNG of one colour, written by fast-png: with three channels, or with a palette. */
function toTile([r, g, b]: readonly [number, number, number], hasPalette = false): Uint8Array {
  const size = { width: edge, height: edge }
  if (hasPalette)
    return encode({ ...size, channels: 1, palette: [[r, g, b]], data: new Uint8Array(edge * edge) })
  const data = Uint8Array.from({ length: 3 * edge * edge }, (_, i) => [r, g, b][i % 3] ?? 0)
  return encode({ ...size, channels: 3, data })
}

describe('a sheet of pictures', () => {
  it('has them in rows from the top left, and is light where there is none', () => {
    const tiles = [toTile([1, 2, 3]), undefined, toTile([7, 8, 9], true)]
    const { width, height, rgb } = joinTiles({ tiles, columns: 2, edge })
    expect([width, height]).toEqual([4, 4])
    const at = (x: number, y: number): number[] => [
      ...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
    ]
    for (const [x, y] of [
      [0, 0],
      [1, 1],
    ] as const) {
      expect(at(x, y)).toEqual([1, 2, 3])
      expect(at(x + 2, y)).toEqual([255, 255, 255])
      expect(at(x, y + 2)).toEqual([7, 8, 9])
      expect(at(x + 2, y + 2)).toEqual([255, 255, 255])
    }
  })
})
