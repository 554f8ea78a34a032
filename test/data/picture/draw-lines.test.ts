/** Pictures of lines, arrows and labels: each pixel where it is expected. */
import { describe, expect, it } from 'vitest'
import type { Result } from '../../../core/contract/domain/result/result.ts'
import { drawColors, type PictureWords } from '../../../core/data/picture/draw-result.ts'

const size = 200
/** Looks along y, with x to the right and z upward. */
const side = 'camera=0,-1,0 projection=orthographic'
/** Lines of ten pixels, as the picture has half of a page's. */
const front = `${side} size=20`

/** Returns the colour at a place, from -1 to 1 to the right and upward. */
function look(result: Result, words: PictureWords = { view: front }) {
  const { rgb } = drawColors(result, words, { width: size, height: size })
  return (right: number, up: number): readonly number[] => {
    const [x, y] = [right, -up].map((part) => Math.floor(((part + 1) / 2) * (size - 1)))
    const at = 3 * ((y ?? 0) * size + (x ?? 0))
    return [...rgb.subarray(at, at + 3)]
  }
}

const ground = [0x1b, 0x1e, 0x25]
const red = Uint8Array.of(255, 0, 0, 255, 0, 0)
const line = { type: 'lines', points: Float32Array.of(-1, 0, 0, 1, 0, 0), colors: red } as const

describe('a picture of lines', () => {
  it('has a red one through the middle, and ground beside it', () => {
    const at = look(line)
    for (const right of [-0.5, 0, 0.5]) expect(at(right, 0)).toEqual([255, 0, 0])
    for (const up of [-0.1, 0.1]) expect(at(0, up)).toEqual(ground)
  })

  it('is as wide as the settings say, in pixels of a page', () => {
    const at = look(line, { view: `${side} size=40` })
    expect(at(0, 0.08)).toEqual([255, 0, 0])
    expect(at(0, 0.13)).toEqual(ground)
    expect(look(line, { view: `${side} points=10` })(0, 0.03)).toEqual([255, 0, 0])
  })

  it('has what is nearer in front, whatever the order', () => {
    const points = Float32Array.of(-1, -1, 0, 1, -1, 0, 0, 1, -1, 0, 1, 1)
    const colors = Uint8Array.of(255, 0, 0, 255, 0, 0, 0, 255, 0, 0, 255, 0)
    const cross = { type: 'lines', points, colors, starts: Uint32Array.of(0, 2) } as const
    expect(look(cross)(0, 0)).toEqual([255, 0, 0])
    expect(look(cross)(0, 0.4)).toEqual([0, 255, 0])
    expect(look(cross, { view: 'camera=0,1,0 projection=orthographic size=20' })(0, 0)).toEqual([0, 255, 0])
  })

  it('is empty between lines, and of lines of one point', () => {
    const points = Float32Array.of(-1, 0, 1, -1, 0, -1, 1, 0, 1, 1, 0, -1)
    expect(look({ type: 'lines', points, starts: Uint32Array.of(0, 2) })(0, 0)).toEqual(ground)
    const dots = drawColors(
      { type: 'lines', points, starts: Uint32Array.of(0, 1, 2, 3) },
      {},
      { width: 9, height: 9 },
    )
    expect(new Set(dots.rgb)).toEqual(new Set(ground))
  })

  it('leaves out what clipping cuts off', () => {
    const at = look(line, { view: `${front} slabs=0.5,1,0,1,0,1` })
    expect(at(0.3, 0)).toEqual([255, 0, 0])
    expect(at(-0.3, 0)).toEqual(ground)
  })

  it('has the colours of values between those of two points', () => {
    const at = look(
      { type: 'lines', points: line.points, scalars: Float32Array.of(0, 1) },
      { view: `${front} colormap=grey` },
    )
    const [start = 0, middle = 0, end = 0] = [-0.8, 0, 0.8].map((right) => at(right, 0)[0])
    expect(start).toBeLessThan(60)
    expect(Math.abs(middle - 128)).toBeLessThan(10)
    expect(end).toBeGreaterThan(200)
  })
})

describe('a picture of arrows', () => {
  const arrow = {
    type: 'arrows',
    points: Float32Array.of(-1, 0, 0),
    vectors: Float32Array.of(2, 0, 0),
  } as const
  const wide = (at: ReturnType<typeof look>, right: number): number =>
    Array.from({ length: 41 }, (_, i) => (i - 20) / 40).filter((up) => `${at(right, up)}` !== `${ground}`)
      .length

  it('has a shaft, a head that is wider, and a tip', () => {
    const at = look(arrow, { view: `${front} color=white` })
    const [tail, neck, tip] = [-0.6, 0.45, 0.85].map((right) => wide(at, right))
    expect(tail).toBeGreaterThan(1)
    expect(neck).toBeGreaterThan(2 * (tail ?? 0))
    expect(tip).toBeLessThan(neck ?? 0)
  })

  it('lies evenly around the middle between tail and tip', () => {
    const at = look(arrow, { view: `${front} points=0.5` })
    const seen = Array.from({ length: 201 }, (_, i) => (i - 100) / 100).filter(
      (right) => `${at(right, 0)}` !== `${ground}`,
    )
    expect(Math.abs((seen[0] ?? 0) + (seen.at(-1) ?? 0))).toBeLessThan(0.03)
  })

  it('is empty for vectors of length 0', () => {
    const none = drawColors({ ...arrow, vectors: new Float32Array(3) }, {}, { width: 9, height: 9 })
    expect(new Set(none.rgb)).toEqual(new Set(ground))
  })

  it('is the same with an offset', () => {
    const shape = { width: 64, height: 64 }
    for (const result of [arrow, line])
      expect(drawColors({ ...result, offset: [1e6, 2e6, 0] }, {}, shape)).toEqual(
        drawColors(result, {}, shape),
      )
  })
})

describe('a picture of labels', () => {
  const bright = ({ rgb }: { readonly rgb: Uint8Array }): number => rgb.filter((byte) => byte > 200).length
  const shape = { width: 300, height: 200 }
  const points = Float32Array.of(-1, 0, 0, 1, 0, 0)

  it('has a dot at each place, and the text above it', () => {
    const dots = drawColors({ type: 'labels', points, texts: ['', ''] }, { view: front }, shape)
    const named = drawColors({ type: 'labels', points, texts: ['Skull', ''] }, { view: front }, shape)
    expect(bright(dots)).toBeGreaterThan(0)
    expect(bright(named)).toBeGreaterThan(bright(dots) + 100)
    const changed = named.rgb.findIndex((byte, i) => byte !== dots.rgb[i])
    expect(Math.floor(changed / 3 / 300)).toBeLessThan(100)
  })

  it('has no text over another, and a long one cut', () => {
    const twice = Float32Array.of(0, 0, 0, 0, 0, 0)
    const draw = (texts: readonly string[]) =>
      drawColors({ type: 'labels', points: twice, texts }, { view: front }, shape)
    expect(draw(['Skull', 'Brain'])).toEqual(draw(['Skull', '']))
    expect(draw(['x'.repeat(200), ''])).toEqual(draw([`${'x'.repeat(47)}…`, '']))
  })
})
