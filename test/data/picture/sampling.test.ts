/** The samples that a picture of a volume takes, counted: a clock would measure the machine. */
import { describe, expect, it } from 'vitest'
import { chooseStride, chooseVolumeFactor } from '../../../core/data/picture/draw-volume.ts'

const edge = 256
/** A volume of so many samples a side, without them. */
const toVolume = (side: number) =>
  ({ result: { shape: [side, side, side] } }) as unknown as Parameters<typeof chooseStride>[0] // its shape decides

/** Returns the steps of all rays through the whole box, in millions. */
function countSteps(side: number): number {
  const factor = chooseVolumeFactor(toVolume(side))
  const steps = side / chooseStride(toVolume(side), { factor })
  return ((edge * factor) ** 2 * steps) / 1e6
}

describe('a picture of a volume', () => {
  it.each([32, 64, 128])('of %d³ samples meets every sample, on four rays a pixel', (side) => {
    expect(chooseVolumeFactor(toVolume(side))).toBe(2)
    expect(chooseStride(toVolume(side), { factor: 2 })).toBe(1)
  })

  it.each([129, 256, 512, 1024])('of %d³ samples takes no more steps than one of 128³', (side) => {
    expect(countSteps(side)).toBeLessThanOrEqual(countSteps(128))
  })

  it('of 256³ samples takes an eighth of the steps that meet all of them on four rays a pixel', () => {
    expect(countSteps(256)).toBeCloseTo(((2 * edge) ** 2 * 256) / 8e6)
  })
})
