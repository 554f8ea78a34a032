/** Cameras as looks of a room's poses, and back. */
import { describe, expect, it } from 'vitest'
import { toCamera, toLook, toPlace, toPoint } from '../../../core/viewer/room/look-pose.ts'

const bounds = { low: [0, 0, 0], high: [2, 4, 4] } as const // its diagonal is 6
const space = { bounds, up: 'z', projection: 'perspective' } as const

const round = (numbers: readonly number[]): number[] => numbers.map((n) => Math.round(n * 1e9) / 1e9 + 0)

describe('a look', () => {
  it('is that of PROTOCOL.md: no rotation looks along -z with y up', () => {
    const flat = { ...space, up: 'y' } as const
    const look = toLook(flat, { target: [1, 2, 2], offset: [0, 0, 9] })
    expect(look.point).toEqual([0, 0, 0])
    expect(look.distance).toBe(3)
    expect(round(look.turn)).toEqual([0, 0, 0, 1])
  })

  it.each([
    ['the front', [0, -5, 0]],
    ['the back', [0, 5, 0]],
    ['the left', [-5, 0, 0]],
    ['above', [0.01, -0.01, 5]],
    ['below', [0.01, -0.01, -5]],
    ['aside', [1, 2, -3]],
  ] as const)('gives the camera back from %s', (_, offset) => {
    for (const up of ['y', 'z'] as const) {
      const target = [0.5, 1, 3] as const
      const back = toCamera({ ...space, up }, toLook({ ...space, up }, { target, offset }))
      expect([back.target, back.offset].map(round)).toEqual([target, offset])
    }
  })

  it('has places in halves of the diagonal, and a box without a size has one of its own', () => {
    expect(toPoint(space, [1, 2, 5])).toEqual([0, 0, 1])
    expect(toPlace(space, [0, 0, 1])).toEqual([1, 2, 5])
    const empty = { ...space, bounds: { low: [3, 3, 3], high: [3, 3, 3] } } as const
    expect(toPlace(empty, toPoint(empty, [4, 3, 3]))).toEqual([4, 3, 3])
  })
})
