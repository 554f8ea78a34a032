/** The place of a sample in the world of its volume: worked out by hand. */
import { expect, it } from 'vitest'
import type { VolumeResult } from '../../../core/contract/domain/result/result.ts'
import { applyAffine } from '../../../core/contract/look/affine.ts'
import { prepare } from '../../../core/data/prepared/prepare.ts'
import { toWorldAffine, toWorldPlace } from '../../../core/data/prepared/world-place.ts'

const las: VolumeResult = {
  type: 'volume',
  shape: [2, 3, 4],
  dtype: 'uint8',
  data: new Uint8Array(24),
  spacing: [3, 2, 2],
  origin: [-72, -126, 90],
  direction: [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, -1],
  ],
}

it('a volume with directions is drawn along its own axes from 0, and read out in its world', () => {
  const prepared = prepare(las)
  if (prepared.type !== 'volume') throw new Error(prepared.type)
  expect(prepared.bounds).toEqual({ low: [-1, -1, -1.5], high: [7, 5, 4.5] })
  // The centre of sample 1, 2, 1: two steps of the box from its lower corner are one sample.
  expect(toWorldPlace(prepared, [2, 4, 3])).toEqual([88, -122, -69])
  expect(applyAffine(toWorldAffine(las), [0.5 / 4, 0.5 / 3, 0.5 / 2])).toEqual([90, -126, -72])
})

it('a volume without them keeps the places of the picture', () => {
  const { direction: _, ...plain } = las
  const prepared = prepare(plain)
  if (prepared.type !== 'volume') throw new Error(prepared.type)
  expect(prepared.bounds.low).toEqual([89, -127, -73.5])
  expect(toWorldPlace(prepared, [90, -126, -72])).toEqual([90, -126, -72])
})
