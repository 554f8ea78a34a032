import { Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { ProjectionKind } from '../../../core/contract/look/orbit.ts'
import { Rig } from '../../../core/viewer/stage/rig.ts'

const box = { low: [0, 0, 0], high: [40, 30, 20] } as const
const image = { low: [0, 0, 0], high: [40, 30, 0] } as const

function makeRig(projection: ProjectionKind = 'perspective', bounds: typeof box | typeof image = box): Rig {
  const rig = new Rig()
  rig.resize(400, 200)
  rig.setUp({ up: 'z', from: null, projection: projection === 'flat' ? 'perspective' : projection })
  rig.setFlat(projection === 'flat')
  rig.fit(bounds, () => 1)
  rig.jump()
  rig.place(bounds)
  return rig
}

describe('the camera', () => {
  it.each(['perspective', 'orthographic', 'flat'] as const)(
    'casts a ray through what it shows at a place (%s)',
    (projection) => {
      const rig = makeRig(projection)
      for (const place of [
        [0, 0, 0],
        [40, 5, 3],
        [20, 15, 10],
      ] as const) {
        const { x, y, isVisible } = rig.project(place)
        expect(isVisible).toBe(true)
        expect(rig.castRay(x, y).distanceToPoint(new Vector3(...place))).toBeLessThan(1e-4)
      }
    },
  )

  it.each(['perspective', 'orthographic', 'flat'] as const)(
    'shows in tiles of another picture what it shows, in the middle (%s)',
    (projection) => {
      const rig = makeRig(projection)
      const { x, y } = rig.project([20, 15, 10])
      // Six pixels for each of the 400 × 200, and 300 more on each side: two tiles.
      const views = rig.frameTiles(3000, 1200)
      expect(views.map(({ tile }) => tile.width)).toEqual([2048, 952])
      for (const { tile, camera, pixelRatio } of views) {
        expect(pixelRatio).toBe(6)
        const at = new Vector3(20, 15, 10).project(camera)
        expect(((at.x + 1) / 2) * tile.width + tile.x).toBeCloseTo(300 + 6 * x, 2)
        expect(((1 - at.y) / 2) * tile.height + tile.y).toBeCloseTo(6 * y, 2)
      }
    },
  )

  it('shows an image with x to the right and y down, as large as the canvas takes it', () => {
    const rig = makeRig('flat', image)
    const [first, last] = [rig.project([0, 0, 0]), rig.project([40, 30, 0])]
    expect(last.x - first.x).toBeCloseTo(((last.y - first.y) * 4) / 3)
    expect(last.y - first.y).toBeGreaterThan(180)
    expect(last.y - first.y).toBeLessThan(200)
    expect((first.x + last.x) / 2).toBeCloseTo(200)
  })

  it('does not turn an image, and enlarges it around a place', () => {
    const rig = makeRig('flat', image)
    const before = rig.project([5, 5, 0])
    rig.orbit(1, 1)
    rig.zoom(0.25, [before.x - 200, before.y - 100])
    rig.jump()
    rig.place(image)
    const after = rig.project([5, 5, 0])
    expect([after.x, after.y]).toEqual([expect.closeTo(before.x, 3), expect.closeTo(before.y, 3)])
    expect(rig.project([6, 5, 0]).x - after.x).toBeCloseTo(
      4 * (makeRig('flat', image).project([6, 5, 0]).x - before.x),
    )
  })

  it('has all of the box between its near and its far plane, also from within', () => {
    const rig = makeRig()
    for (const factor of [1, 0.01, 300]) {
      rig.zoom(factor)
      rig.jump()
      rig.place(box)
      const { near, far } = rig.camera
      expect(near).toBeGreaterThan(0)
      const depths = [0, 40].map((x) => {
        const place = new Vector3(x, 15, 10).applyMatrix4(rig.camera.matrixWorldInverse)
        return -place.z
      })
      expect(Math.max(...depths)).toBeLessThan(far)
      const front = Math.min(...depths)
      if (front > 0) expect(front).toBeGreaterThan(near)
    }
  })

  it('says what is behind it', () => {
    const rig = makeRig()
    const { target, offset } = rig.pose
    const [x, y, z] = target.map((value, axis) => value + 2 * (offset[axis] ?? 0))
    expect(rig.project([x ?? 0, y ?? 0, z ?? 0]).isVisible).toBe(false)
  })

  it('comes to its goal in some steps, and then needs no more', () => {
    const rig = makeRig()
    expect(rig.step(16)).toBe(false)
    rig.orbit(0.5, 0)
    let steps = 0
    while (rig.step(16)) steps++
    expect(steps).toBeGreaterThan(5)
    expect(steps).toBeLessThan(60)
  })

  it('takes the shorter way around', () => {
    const rig = makeRig()
    rig.look({ target: [0, 0, 0], offset: [-10, 1, 0] })
    rig.jump()
    rig.look({ target: [0, 0, 0], offset: [-10, -1, 0] })
    rig.step(10)
    rig.place(box)
    expect(rig.camera.position.x).toBeLessThan(0)
    while (rig.step(10)) expect(rig.project([0, 0, 0]).isVisible).toBe(true)
  })

  it('fits from the direction of a view', () => {
    const rig = makeRig()
    rig.setUp({ up: 'z', from: [0, -0.6, 0.8], projection: 'perspective' })
    rig.fit(box, () => 1)
    const { target, offset } = rig.pose
    expect(target).toEqual([20, 15, 10])
    const length = Math.hypot(...offset)
    offset.forEach((part, axis) => {
      expect(part / length).toBeCloseTo([0, -0.6, 0.8][axis] ?? Number.NaN)
    })
  })

  it('keeps the picture when another axis points up', () => {
    const rig = makeRig()
    rig.look({ target: [0, 0, 0], offset: [3, -9, 4] })
    rig.setUp({ up: 'y', from: null, projection: 'perspective' })
    rig.pose.offset.forEach((value, axis) => {
      expect(value).toBeCloseTo([3, 4, 9][axis] ?? Number.NaN)
    })
  })
})
