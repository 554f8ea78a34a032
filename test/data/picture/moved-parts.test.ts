/** Parts that a view has moved: the host draws them where the same place in the data would have them. */
import { describe, expect, it } from 'vitest'
import type { Result, ScenePart } from '../../../core/contract/domain/result/result.ts'
import type { PartPlace } from '../../../core/contract/domain/result/scene.ts'
import { drawColors, drawInBox } from '../../../core/data/picture/draw-result.ts'
import { moveParts, prepare } from '../../../core/data/prepared/prepare.ts'

const shape = { width: 64, height: 64 }
const box = { low: [-3, -3, -3], high: [3, 3, 3] } as const
const wall: ScenePart = {
  type: 'mesh',
  vertices: Float32Array.of(-1, 0, -1, 1, 0, -1, 1, 0, 1, -1, 0, 1),
  indices: Uint32Array.of(0, 1, 2, 0, 2, 3),
}
const fog: ScenePart = {
  type: 'volume',
  shape: [4, 4, 4],
  dtype: 'uint8',
  data: Uint8Array.from({ length: 64 }, (_, i) => i * 4),
  spacing: [0.5, 0.5, 0.5],
  origin: [-0.75, -0.75, -0.75],
}
const name: ScenePart = { type: 'labels', points: Float32Array.of(-1, 0, 1, 1, 0, -1), texts: ['one', 'two'] }

/** A shift of 1 along x and 0.5 along z, and a quarter of a turn around z: of a part whose middle is at 0. */
const moved = 'moved/1/0/0.5/0/0/90'
const place: PartPlace = [
  [0, -1, 0, 1],
  [1, 0, 0, 0],
  [0, 0, 1, 0.5],
]

const toScene = (parts: Readonly<Record<string, ScenePart>>): Result => ({ type: 'scene', parts })
const draw = (result: Result, view: string): Uint8Array =>
  drawInBox({ result, words: { view } }, box, shape).rgb

/** Returns the largest difference of two pictures. */
const differ = (one: Uint8Array, other: Uint8Array): number =>
  one.reduce((most, part, i) => Math.max(most, Math.abs(part - (other[i] ?? 0))), 0)

describe('a part that a view has moved', () => {
  it.each(Object.entries({ wall, fog, name }))('is drawn as if its data were there: %s', (_, part) => {
    const here = draw(toScene({ wall, part }), '')
    const there = draw(toScene({ wall, part }), `parts=part:${moved}`)
    expect(differ(there, here)).toBeGreaterThan(20)
    expect(differ(there, draw(toScene({ wall, part: { ...part, place } }), ''))).toBeLessThanOrEqual(1)
  })

  it('is cut where it is seen, by a plane that stays with the data', () => {
    const cut = 'slabs=0,0.5,0,1,0,1'
    const far = draw(toScene({ wall, part: wall }), `${cut} parts=part:moved/1.5/0/0`)
    expect(differ(far, draw(toScene({ wall }), cut))).toBe(0)
  })

  it('is in the picture, whose camera fits it', () => {
    const ground = [0x1b, 0x1e, 0x25]
    const { rgb } = drawColors(
      toScene({ wall, part: { ...wall, look: { color: [255, 0, 0] } } }),
      { view: 'camera=0,-1,0 shading=none parts=part:moved/40/0/0' },
      shape,
    )
    const pixels = Array.from({ length: rgb.length / 3 }, (_, i) => [...rgb.subarray(3 * i, 3 * i + 3)])
    expect(pixels.some(([red = 0, green = 0]) => red > 200 && green < 60)).toBe(true)
    expect(pixels.some(([red = 0, green = 0]) => red < 240 && green > 60)).toBe(true)
    expect(pixels[0]).toEqual(ground)
  })

  it('leaves the box of the data, by which planes and axes stand', () => {
    const prepared = prepare(toScene({ wall, part: wall }))
    const shown = moveParts(prepared, [{ name: 'part', move: { shift: [9, 0, 0], turn: [0, 0, 0] } }])
    expect(shown.bounds).toEqual(prepared.bounds)
    expect(shown).toMatchObject({ shownBounds: { low: [-1, 0, -1], high: [10, 0, 1] } })
    expect(moveParts(prepared, [{ name: 'part', opacity: 0.5 }])).toBe(prepared)
  })
})

describe('texts of labels', () => {
  const own = toScene({ wall, name })
  const bare = draw(toScene({ wall }), '')

  it('are not written for a part that is off, or clear, or hidden by its look', () => {
    expect(differ(draw(own, ''), bare)).toBeGreaterThan(20)
    for (const view of ['parts=name:off', 'parts=name:0']) expect(differ(draw(own, view), bare)).toBe(0)
    const hidden = toScene({ wall, name: { ...name, look: { hidden: true } } })
    expect(differ(draw(hidden, ''), bare)).toBe(0)
    expect(differ(draw(hidden, 'parts=name:on'), bare)).toBeGreaterThan(20)
  })

  it('are cut with what is cut, and stay with a part that is whole', () => {
    const cut = 'slabs=0,0.01,0,1,0,1'
    const whole = draw(own, `${cut} parts=name:whole,wall:off`)
    expect(differ(whole, draw(own, 'parts=wall:off'))).toBe(0)
    expect(differ(draw(own, `${cut} parts=wall:off`), whole)).toBeGreaterThan(20)
  })
})
