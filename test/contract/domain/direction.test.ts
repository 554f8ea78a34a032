/** The directions of axes and the anatomical directions of worlds. Right values by hand and by nibabel 5.0. */
import { describe, expect, it } from 'vitest'
import {
  type AxisVector,
  findDirectionFault,
  findWorldEnds,
  isAlongWorld,
  toAxisVectors,
  toDirection,
  toOrientation,
  toWorld,
} from '../../../core/contract/domain/result/direction.ts'

const tilt = Math.PI / 6
/** x and y turned around z by 30°, z downwards: left-handed. */
const oblique: readonly AxisVector[] = [
  [2 * Math.cos(tilt), 2 * Math.sin(tilt), 0],
  [-3 * Math.sin(tilt), 3 * Math.cos(tilt), 0],
  [0, 0, -4],
]

describe('the directions of axes', () => {
  it('are columns of the axes of the array, in rows of the axes of the world, slowest first', () => {
    const direction = toDirection(oblique)
    expect(direction.map((row) => row.map((part) => Number(part.toFixed(6))))).toEqual([
      [-1, 0, 0],
      [0, 0.866025, 0.5],
      [0, -0.5, 0.866025],
    ])
    const lengths = [2, 3, 4]
    const again = toAxisVectors(direction).map((vector, axis) =>
      vector.map((part) => part * (lengths[axis] ?? 0)),
    )
    expect(again.flat().map((part) => part.toFixed(9))).toEqual(
      oblique.flat().map((part) => (part + 0).toFixed(9)),
    )
    expect(findDirectionFault(direction)).toBeUndefined()
  })

  it('are none where they are those of the world, up to rounding', () => {
    expect(isAlongWorld(toAxisVectors(undefined))).toBe(true)
    expect(
      isAlongWorld([
        [2, 1e-9, 0],
        [0, 3, 0],
        [0, 0, 4],
      ]),
    ).toBe(true)
    expect(
      isAlongWorld([
        [2, 1e-4, 0],
        [0, 3, 0],
        [0, 0, 4],
      ]),
    ).toBe(false)
    expect(isAlongWorld(oblique)).toBe(false)
  })

  it('name the world, together with the letters of the axes, whichever letters it has', () => {
    for (const ends of ['RAS', 'LPS', 'LAS', 'SRA', 'PIR']) {
      const orientation = toOrientation(oblique, ends)
      expect(findWorldEnds({ orientation, direction: toDirection(oblique) })).toBe(ends)
    }
    expect(toOrientation(oblique, 'RAS')).toBe('RAI')
    expect(findWorldEnds({ orientation: 'LPS' })).toBe('LPS')
    expect(findWorldEnds({ direction: toDirection(oblique) })).toBeUndefined()
  })

  it('lead to another world by the letters of both', () => {
    expect(toWorld([1, 2, 3], 'LPS', 'RAS')).toEqual([-1, -2, 3])
    expect(toWorld([1, 2, 3], 'PIR', 'RAS')).toEqual([3, -1, -2])
    expect(toWorld([1, 2, 3], 'RAS', 'RAS')).toEqual([1, 2, 3])
  })
})
