import { describe, expect, it } from 'vitest'
import type { MeshResult, VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { sampleColormap } from '../../../core/contract/look/colormaps.ts'
import { drawColors, drawInBox } from '../../../core/data/picture/draw-result.ts'
import type { Colors } from '../../../core/data/picture/finish-picture.ts'
import { findGlyph, toDrawable } from '../../../core/data/picture/marks/glyphs.ts'

const shape = { width: 256, height: 256 }
const axes = { axes: true, label: '' }

function makeSquare(side: number, more: Partial<MeshResult> = {}): MeshResult {
  const vertices = Float32Array.of(0, 0, 0, side, 0, 0, side, side, 0, 0, side, 0)
  return { type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3), ...more }
}

const colorAt = ({ rgb, width }: Colors, x: number, y: number): readonly number[] => [
  ...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3),
]

/** Returns the places whose colour is this one. */
function findAll(colors: Colors, wanted: readonly number[]): readonly { x: number; y: number }[] {
  const found: { x: number; y: number }[] = []
  for (let y = 0; y < colors.height; y++)
    for (let x = 0; x < colors.width; x++)
      if (colorAt(colors, x, y).every((part, i) => part === wanted[i])) found.push({ x, y })
  return found
}

const [red, green, blue, white] = [
  [240, 100, 90],
  [110, 210, 110],
  [110, 160, 255],
  [235, 235, 240],
]

const mean = (numbers: readonly number[]): number =>
  numbers.reduce((sum, one) => sum + one, 0) / Math.max(1, numbers.length)

describe('marks over a picture', () => {
  it('are directions of x to the right and y upward, from before; the third points at the camera', () => {
    const words = { view: 'up=y camera=0,0,1', marks: axes }
    const colors = drawColors(makeSquare(1), words, shape)
    const [x, y, z] = [red, green, blue].map((ink) => findAll(colors, ink ?? []))
    expect(x?.length).toBeGreaterThan(40)
    expect(y?.length).toBeGreaterThan(40)
    const start = { x: mean((z ?? []).map((dot) => dot.x)), y: mean((z ?? []).map((dot) => dot.y)) }
    expect(mean((x ?? []).map((dot) => dot.x))).toBeGreaterThan(start.x + 10)
    expect(mean((y ?? []).map((dot) => dot.y))).toBeLessThan(start.y - 10)
    expect(Math.abs(mean((x ?? []).map((dot) => dot.y)) - start.y)).toBeLessThan(8)
  })

  it.each([1, 2.5, 400])('are a bar of a length that is true, for a square of side %d', (side) => {
    const view = { view: 'up=y camera=0,0,1' }
    const plain = drawColors(makeSquare(side), view, shape)
    const across = Array.from({ length: 256 }, (_, x) => colorAt(plain, x, 128)[0]).filter(
      (part) => part !== 0x1b,
    )
    const marked = drawColors(makeSquare(side), { ...view, marks: axes }, shape)
    const row = findAll(marked, white ?? []).filter(({ y }) => y === 256 - 8 - 2)
    const length = row.length / (across.length / side)
    const digit = length / 10 ** Math.floor(Math.log10(length * 1.02))
    expect(Math.min(...[1, 2, 5].map((round) => Math.abs(digit - round) / round))).toBeLessThan(0.05)
  })

  it('are the colours of values from the left end to the right one, and none where none mean values', () => {
    const scalars = Float32Array.of(0, 1, 2, 3)
    const view = { view: 'up=y camera=0,0,1 colormap=viridis' }
    const marked = drawColors(makeSquare(1, { scalars }), { ...view, marks: axes }, shape)
    const map = sampleColormap('viridis', false)
    const [left, right] = [256 - 8 - 85, 255 - 8]
    expect(colorAt(marked, left, 12)).toEqual([...map.subarray(0, 3)])
    expect(colorAt(marked, right, 12)).toEqual([...map.subarray(-4, -1)])
    const without = drawColors(makeSquare(1), { ...view, marks: axes }, shape)
    expect(colorAt(without, left, 12)).toEqual(colorAt(drawColors(makeSquare(1), view, shape), left, 12))
  })

  it('are drawn for volumes, and for images downward', () => {
    const data = Uint8Array.from({ length: 64 }, (_, i) => i)
    const volume: VolumeResult = { type: 'volume', shape: [4, 4, 4], dtype: 'uint8', data }
    expect(findAll(drawColors(volume, { marks: axes }, shape), red ?? []).length).toBeGreaterThan(20)
    const image = { type: 'image', width: 8, height: 8, channels: 1, dtype: 'uint8', data } as const
    const colors = drawColors(image, { marks: axes }, shape)
    const [x, y] = [red, green].map((ink) => mean(findAll(colors, ink ?? []).map((dot) => dot.y)))
    expect(y).toBeGreaterThan(x ?? 0)
    expect(findAll(colors, blue ?? [])).toEqual([])
  })

  it('are a name whose dots are those of its letters', () => {
    const colors = drawColors(makeSquare(1), { marks: { axes: false, label: 'I' } }, shape)
    // Twice the dots: the letter begins at 8, 8, and its middle column is whole.
    for (let row = 0; row < 14; row++) expect(colorAt(colors, 8 + 4, 8 + row)).toEqual(white)
    expect(colorAt(colors, 8, 8)).not.toEqual(white)
    expect(toDrawable('ß 3 µm, 3 μm')).toBe('? 3 µm, 3 µm')
    expect(toDrawable('größe 1/a₀³, × 1000 km')).toBe('gro??e 1/a03, x 1000 km')
    for (let code = 0x21; code < 0x7f; code++)
      expect(findGlyph(String.fromCharCode(code))?.some(Boolean)).toBe(true)
  })
})

it('pictures in one box have one scale, whatever is in them', () => {
  const view = { view: 'up=y camera=0,0,1' }
  const box = { low: [0, 0, 0], high: [2, 2, 0] } as const
  const counts = [1, 2].map((side) => {
    const colors = drawInBox({ result: makeSquare(side), words: view }, box, shape)
    return 256 * 256 - findAll(colors, colorAt(colors, 0, 0)).length
  })
  expect((counts[1] ?? 0) / (counts[0] ?? 1)).toBeGreaterThan(3.8)
  expect((counts[1] ?? 0) / (counts[0] ?? 1)).toBeLessThan(4.2)
})
