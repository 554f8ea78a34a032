import { Ray, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import { pickImage } from '../../../core/viewer/stage/pick-image.ts'

const image = {
  type: 'image',
  width: 3,
  height: 2,
  channels: 2,
  dtype: 'uint16',
  data: Uint16Array.from({ length: 12 }, (_, i) => 1000 * i),
} as const
const at = (x: number, y: number): Ray => new Ray(new Vector3(x, y, -5), new Vector3(0, 0, 1))

describe('picking in an image', () => {
  it('returns column, row and the channels as they are', () => {
    expect(pickImage(image, at(2.5, 1.2), [])).toEqual({
      place: [2.5, 1.2, 0],
      index: [2, 1],
      values: [10000, 11000],
      normal: [0, 0, -1],
    })
    expect(pickImage(image, at(0, 0), [])?.index).toEqual([0, 0])
  })

  it.each([
    [-0.1, 1],
    [3, 1],
    [1, -0.1],
    [1, 2],
  ])('returns nothing at %d, %d, which is beside it', (x, y) => {
    expect(pickImage(image, at(x, y), [])).toBeNull()
  })

  it('returns nothing where it is clipped, or where the ray does not come', () => {
    const keepRight = { normal: [1, 0, 0], constant: -1 } as const
    expect(pickImage(image, at(0.5, 0.5), [keepRight])).toBeNull()
    expect(pickImage(image, at(1.5, 0.5), [keepRight])?.index).toEqual([1, 0])
    expect(pickImage(image, new Ray(new Vector3(1, 1, -5), new Vector3(0, 0, -1)), [])).toBeNull()
    expect(pickImage(image, new Ray(new Vector3(1, 1, -5), new Vector3(1, 0, 0)), [])).toBeNull()
  })
})
