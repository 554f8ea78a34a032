/** Moves of parts: what they do to places, and how they are read from a map. */
import { describe, expect, it } from 'vitest'
import { applyAffine, identity } from '../../../core/contract/look/affine.ts'
import { readMove, toMoveAffine } from '../../../core/contract/look/part-move.ts'

const near = (numbers: readonly number[] = []) => numbers.map((part) => expect.closeTo(part, 6))

describe('a move of a part', () => {
  it('turns around the middle of its part, which it shifts', () => {
    const way = toMoveAffine({ shift: [5, 0, 0], turn: [0, 0, 90] }, [10, 10, 10])
    expect(applyAffine(way, [10, 10, 10])).toEqual(near([15, 10, 10]))
    expect(applyAffine(way, [11, 10, 12])).toEqual(near([15, 11, 12]))
  })

  it.each([
    [
      [1, 2, 3],
      [0, 0, 0],
    ],
    [
      [0, 0, 0],
      [30, 0, 0],
    ],
    [
      [-1e6, 2, 3],
      [10, -20, 130],
    ],
    [
      [0, 1, 0],
      [0, 180, 0],
    ],
    [
      [0, 1, 0],
      [0, -179.99999, 0],
    ],
    [
      [0, 1, 0],
      [0, 179.99999, 0],
    ],
    [
      [0, 1, 0],
      [1e-7, 0, 0],
    ],
  ] as const)('of %j and %j is read again from its map', (shift, turn) => {
    const middle = [4e5, -7, 12] as const
    const found = readMove(toMoveAffine({ shift, turn }, middle), middle)
    expect(found?.shift).toEqual(near(shift))
    expect(found?.turn).toEqual(near(turn))
  })

  it('is none where nothing is moved', () => {
    expect(readMove(identity, [1, 2, 3])).toBe(undefined)
  })
})
