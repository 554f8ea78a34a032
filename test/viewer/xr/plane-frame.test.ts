import { Group, Scene } from 'three'
import { describe, expect, it } from 'vitest'
import type { Vector3 as Place } from '../../../core/contract/look/display.ts'
import { type HeldPlane, mapPlane, PlaneFrame } from '../../../core/viewer/xr/plane-frame.ts'

const slope: HeldPlane = { place: [1, 2, 3], normal: [0.6, 0, 0.8] }

describe('a plane in other coordinates', () => {
  it.each<[string, (place: Place) => Place, Place, Place]>([
    ['moved', ([x, y, z]) => [x + 5, y, z], [6, 2, 3], [0.6, 0, 0.8]],
    ['turned', ([x, y, z]) => [-y, x, z], [-2, 1, 3], [0, 0.6, 0.8]],
    ['mirrored', ([x, y, z]) => [-x, y, z], [-1, 2, 3], [-0.6, 0, 0.8]],
    // Its normal is 0.6 / 2 and 0.8, made as long as 1: a normal is no way along.
    ['stretched', ([x, y, z]) => [2 * x, y, z], [2, 2, 3], [0.3511, 0, 0.9363]],
  ])('that are %s has its normal on the same side', (_, map, place, normal) => {
    const mapped = mapPlane(slope, map)
    expect(mapped.place).toEqual(place.map((part) => expect.closeTo(part, 9)))
    expect(mapped.normal).toEqual(normal.map((part) => expect.closeTo(part, 4)))
  })
})

describe('the frame of a plane', () => {
  const box = { low: [-1, -1, -1], high: [1, 1, 1] } as const

  it('stands in the plane, a little larger than the specimen, and is hidden without one', () => {
    const stand = new Group()
    const scene = new Scene().add(stand)
    const frame = new PlaneFrame(stand, () => {})
    const [shape] = stand.children
    frame.show(null, box)
    expect(shape?.visible).toBe(false)
    frame.show({ place: [0.5, 0, 0], normal: [1, 0, 0] }, box)
    expect(shape?.visible).toBe(true)
    expect(shape?.position.toArray()).toEqual([0.5, 0, 0])
    expect(shape?.scale.x).toBeCloseTo(2.8, 9)
    frame.dispose()
    expect(scene.children).toEqual([stand])
    expect(stand.children).toEqual([])
  })

  it('tells nothing while it stays', () => {
    const moved: HeldPlane[] = []
    const frame = new PlaneFrame(new Group(), (plane) => moved.push(plane))
    frame.show({ place: [0.5, 0, 0], normal: [0, 1, 0] }, box)
    for (let i = 0; i < 3; i++) frame.update(i)
    expect(moved).toEqual([])
  })
})
