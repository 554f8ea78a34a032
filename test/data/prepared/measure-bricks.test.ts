import { describe, expect, it } from 'vitest'
import { measureBricks } from '../../../core/data/prepared/measure-bricks.ts'

const volume = (width: number, height: number, depth: number, data: Uint8Array | Uint16Array) =>
  ({
    format: data instanceof Uint8Array ? 'r8' : 'r16f',
    data,
    width,
    height,
    depth,
    values: [0, 1],
    step: 1,
  }) as const

describe('the bricks of a volume', () => {
  it('are eight samples a side, the last one what is left', () => {
    expect(measureBricks(volume(17, 8, 1, new Uint8Array(17 * 8)))).toMatchObject({
      width: 3,
      height: 1,
      depth: 1,
    })
  })

  it('hold lowest and highest of their samples and of those next to them, on every side', () => {
    const side = 24
    const at = (x: number, y: number, z: number): number => x + side * (y + side * z)
    const data = new Uint8Array(side ** 3).fill(100)
    data[at(8, 12, 15)] = 7 // at the left and the upper face of the middle brick
    const { data: bounds } = measureBricks(volume(side, side, side, data))
    const lows = Array.from({ length: 27 }, (_, brick) => bounds[2 * brick])
    const wanted = new Set([13, 12, 13 + 9, 12 + 9])
    expect(lows).toEqual(Array.from({ length: 27 }, (_, brick) => (wanted.has(brick) ? 7 : 100)))
    expect(bounds.filter((_, i) => i % 2 === 1).every((high) => high === 100)).toBe(true)
  })

  it('do not count missing samples, and know when there is none but those', () => {
    const missing = 0xe3d0 // -1000 as a half float
    const one = 0x3c00
    const data = new Uint16Array(16 * 8 * 8).fill(missing)
    data[15] = one
    expect([...measureBricks(volume(16, 8, 8, data)).data]).toEqual([0xffff, 0, one, one])
  })
})
