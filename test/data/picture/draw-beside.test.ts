/** Two results in pictures of their own, by one camera. */
import { describe, expect, it } from 'vitest'
import type { MeshResult } from '../../../core/contract/domain/result/result.ts'
import { drawBeside, drawColors } from '../../../core/data/picture/draw-result.ts'

const shape = { width: 64, height: 64 }

function makeSquare(side: number): {
  readonly result: MeshResult
  readonly words: { readonly view: string }
} {
  const vertices = Float32Array.of(0, 0, 0, side, 0, 0, side, side, 0, 0, side, 0)
  const result: MeshResult = { type: 'mesh', vertices, indices: Uint32Array.of(0, 1, 2, 0, 2, 3) }
  return { result, words: { view: 'up=y camera=0,0,1' } }
}

/** Counts the pixels that are not like the one in the corner. */
function countDrawn(rgb: Uint8Array): number {
  let count = 0
  for (let at = 0; at < rgb.length; at += 3) if (rgb[at] !== rgb[0] || rgb[at + 1] !== rgb[1]) count++
  return count
}

describe('a picture beside another', () => {
  it('is the picture alone where both are alike', () => {
    const square = makeSquare(1)
    const beside = drawBeside(square, { ...square, leads: false }, shape)
    expect(beside).toEqual(drawColors(square.result, square.words, shape))
  })

  it('shows both in one scale: half the side has a quarter of the pixels', () => {
    const [small, large] = [makeSquare(1), makeSquare(2)]
    const drawn = [
      drawBeside(small, { ...large, leads: false }, shape),
      drawBeside(large, { ...small, leads: true }, shape),
    ].map(({ rgb }) => countDrawn(rgb))
    expect((drawn[0] ?? 0) / (drawn[1] ?? 1)).toBeGreaterThan(0.2)
    expect((drawn[0] ?? 0) / (drawn[1] ?? 1)).toBeLessThan(0.3)
  })

  it('has the camera of the other where that leads', () => {
    const square = makeSquare(1)
    const aside = { ...square, words: { view: 'up=y camera=1,0,0.02' } }
    const { rgb } = drawBeside(square, { ...aside, leads: true }, shape)
    expect(countDrawn(rgb)).toBeLessThan(countDrawn(drawColors(square.result, square.words, shape).rgb) / 4)
  })
})
