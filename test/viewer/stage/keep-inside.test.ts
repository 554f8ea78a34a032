import { Matrix4, PerspectiveCamera, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { Vector3 as Place } from '../../../core/contract/look/display.ts'
import { findShift } from '../../../core/viewer/stage/keep-inside.ts'

/** From 10 above the plane z = 0, of which -10 to 10 is seen along both sides. */
const camera = new PerspectiveCamera(90, 1)
camera.position.set(0, 0, 10)
camera.updateMatrixWorld(true)
const margin = [0.1, 0.1] as const

function shift(places: readonly Place[], matrix = new Matrix4()): Place {
  return findShift(places, { camera, matrix, margin, corner: [0.3, 0.2] })
}

describe('axes beside the picture', () => {
  it.each<[string, Place, Place]>([
    ['on the left', [-12, 0, 0], [3, 0, 0]],
    ['on the right', [10, 0, 0], [-1, 0, 0]],
    ['below', [0, -20, 0], [0, 11, 0]],
    ['above and on the left', [-10, 10, 0], [1, -1, 0]],
  ])('%s are moved to its edge', (_, place, way) => {
    expect(shift([place])).toEqual(way.map((part) => expect.closeTo(part, 6)))
  })

  it('are moved together, by the one that is the farthest out', () => {
    const found = shift([
      [-11, 0, 0],
      [-12, 0, 0],
      [-8, 0, 0],
    ])
    expect(found[0]).toBeCloseTo(3)
  })

  it('are moved in their own coordinates, which may be mirrored and larger', () => {
    const mirrored = new Matrix4().makeScale(-2, 2, 2).setPosition(new Vector3(1, 0, 0))
    expect(shift([[6.5, 0, 0]], mirrored)[0]).toBeCloseTo(-1.5) // -12 in the scene
  })

  it.each<[string, Place, Place]>([
    ['on the right', [7.2, -8.8, 0], [-0.2, 0, 0]],
    ['below', [9, -8.5, 0], [0, 0.5, 0]],
    ['above it nowhere', [9, -7, 0], [0, 0, 0]],
  ])('are moved out of the lower right corner: %s', (_, place, way) => {
    expect(shift([place])).toEqual(way.map((part) => expect.closeTo(part, 6)))
  })

  it('stay where they are in the picture, and behind the eye', () => {
    expect(shift([[5, -5, 0]])).toEqual([0, 0, 0])
    expect(shift([[5, -5, 20]])).toEqual([0, 0, 0])
    expect(shift([])).toEqual([0, 0, 0])
  })
})
