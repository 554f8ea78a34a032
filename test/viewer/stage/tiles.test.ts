/** The parts of a large picture. */
import { describe, expect, it } from 'vitest'
import { listTiles } from '../../../core/viewer/stage/tiles.ts'

describe('the tiles of a picture', () => {
  it('cover it once, each of a size that a card draws', () => {
    expect(listTiles(800, 600)).toEqual([{ x: 0, y: 0, width: 800, height: 600 }])
    const tiles = listTiles(5000, 2049)
    expect(tiles).toHaveLength(6)
    expect(tiles.reduce((area, { width, height }) => area + width * height, 0)).toBe(5000 * 2049)
    expect(Math.max(...tiles.map(({ x, width }) => x + width))).toBe(5000)
    expect(Math.max(...tiles.map(({ y, height }) => y + height))).toBe(2049)
    expect(Math.max(...tiles.flatMap(({ width, height }) => [width, height]))).toBe(2048)
  })

  it.each([
    [20_000, 10],
    [16_000, 16_000],
  ])('are refused in words for %i × %i pixels', (width, height) => {
    expect(() => listTiles(width, height)).toThrow('a page makes up to 16,384 in each side')
  })
})
