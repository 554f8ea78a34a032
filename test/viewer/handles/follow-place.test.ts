/** Places that are dragged and stepped, through the stage's own camera, in plain and in turned results. */
import { describe, expect, it } from 'vitest'
import { type Affine, applyAffine, identity, invertAffine } from '../../../core/contract/look/affine.ts'
import type { Vector3 } from '../../../core/contract/look/display.ts'
import { dot, subtract } from '../../../core/contract/look/vectors.ts'
import { meetBall, type PlaceSight, startDrag, stepPlace } from '../../../core/viewer/handles/follow-place.ts'
import { Rig } from '../../../core/viewer/stage/rig.ts'

const box = { low: [0, 0, 0], high: [40, 30, 20] } as const
const free = { kind: 'free', isOnSurface: false } as const
/** Axes of an LPS world in the scene RAS. */
const turned: Affine = {
  ...identity,
  columns: [
    [-1, 0, 0],
    [0, -1, 0],
    [0, 0, 1],
  ],
}
/** Axes that are not at right angles, in another unit. */
const oblique: Affine = {
  columns: [
    [2, 0, 0],
    [0.5, 2, 0],
    [0, 0.4, 2],
  ],
  start: [5, -3, 1],
}

/** Returns a sight of a result with this placement; `surface` is what is picked. */
function makeSight(
  projection: 'perspective' | 'orthographic',
  way: Affine = identity,
  surface: Vector3 | null = null,
): PlaceSight {
  const rig = new Rig()
  rig.resize(400, 200)
  rig.setUp({ up: 'z', from: null, projection })
  rig.fit(box, () => 1)
  rig.jump()
  rig.place(box)
  const back = invertAffine(way)
  return {
    project: (place) => rig.project(applyAffine(way, place)),
    unproject: ([x, y], depth) => applyAffine(back, rig.unproject(x, y, depth)),
    pick: () => surface,
  }
}

const sights = [
  ['perspective', identity],
  ['orthographic', identity],
  ['perspective', turned],
  ['orthographic', oblique],
] as const

describe.each(sights)('a dragged place (%s %#)', (projection, way) => {
  const sight = makeSight(projection, way)
  const at: Vector3 = [12, 9, 7]
  const spotOf = (place: Vector3): [number, number] => {
    const { x, y } = sight.project(place)
    return [x, y]
  }

  it('follows the pointer in the plane of the view', () => {
    const before = sight.project(at)
    const follow = startDrag(sight, { at, way: free })
    for (const [right, down] of [
      [0, 0],
      [31, 0],
      [-20, 44],
    ] as const) {
      const seen = sight.project(follow([before.x + right, before.y + down], false))
      expect(seen.x).toBeCloseTo(before.x + right, 3)
      expect(seen.y).toBeCloseTo(before.y + down, 3)
      expect(seen.depth).toBeCloseTo(before.depth, 3)
    }
    follow(spotOf(at), false).forEach((part, axis) => {
      expect(part).toBeCloseTo(at[axis] ?? Number.NaN, 3)
    })
  })

  it('goes along an axis to where that is nearest to the pointer', () => {
    const axis = { kind: 'axis', axis: 1, reach: [-50, 80] } as const
    const follow = startDrag(sight, { at, way: axis })
    const [x, y, z] = follow(spotOf([12, 22, 7]), false)
    expect([x, z]).toEqual([12, 7])
    expect(y).toBeCloseTo(22, 2)
  })

  it('goes round a ball, on the half where it began, and beside the ball along its edge', () => {
    const ball = { kind: 'ball', centre: [20, 15, 10], radius: 5 } as const
    const length = (place: Vector3): number => Math.hypot(...subtract(place, ball.centre))
    for (const isBehind of [false, true]) {
      const begin = meetBall(sight, ball, { spot: spotOf(ball.centre), isBehind }).place
      expect(sight.project(begin).depth > sight.project(ball.centre).depth).toBe(isBehind)
      const follow = startDrag(sight, { at: begin, way: ball })
      const near = follow(spotOf(ball.centre), false)
      expect(Math.hypot(...subtract(near, begin))).toBeLessThan(1e-3)
      const edge = follow([-500, 100], false)
      expect(length(edge)).toBeCloseTo(5, 6)
      const other = follow(spotOf(ball.centre), false) // over the edge and back
      expect(length(other)).toBeCloseTo(5, 6)
      expect(dot(subtract(other, ball.centre), subtract(begin, ball.centre))).toBeLessThan(0)
    }
  })

  it('is stepped along the axes of the result, to the side of the key', () => {
    const pressed = { step: 0.5, isLarge: false }
    const moved = ['ArrowRight', 'ArrowUp', 'PageUp'].map((key) => {
      const next = stepPlace(sight, { at, way: free }, { ...pressed, key })
      if (!next) throw new Error(`${key} moves nothing`)
      return subtract(next, at)
    })
    // Each of the three axes once, by the exact step.
    expect(moved.map((step) => step.findIndex((part) => part !== 0)).toSorted()).toEqual([0, 1, 2])
    for (const step of moved) expect(Math.abs(step.reduce((sum, part) => sum + part, 0))).toBe(0.5)
    const right = stepPlace(sight, { at, way: free }, { ...pressed, key: 'ArrowRight' }) ?? at
    expect(sight.project(right).x).toBeGreaterThan(sight.project(at).x)
    expect(stepPlace(sight, { at: right, way: free }, { ...pressed, key: 'ArrowLeft' })).toEqual(at)
    const large = stepPlace(sight, { at, way: free }, { key: 'ArrowRight', step: 0.5, isLarge: true }) ?? at
    expect(Math.hypot(...subtract(large, at))).toBe(5)
    expect(stepPlace(sight, { at, way: free }, { ...pressed, key: 'a' })).toBe(null)
  })

  it('is turned round a ball by keys, to the side of the key', () => {
    const ball = { kind: 'ball', centre: [20, 15, 10], radius: 5 } as const
    const begin = meetBall(sight, ball, { spot: spotOf(ball.centre), isBehind: false }).place
    const next = stepPlace(sight, { at: begin, way: ball }, { key: 'ArrowUp', step: 1, isLarge: false })
    if (!next) throw new Error('nothing moved')
    expect(Math.hypot(...subtract(next, ball.centre))).toBeCloseTo(5, 6)
    expect(sight.project(next).y).toBeLessThan(sight.project(begin).y)
    const cosine = dot(subtract(next, ball.centre), subtract(begin, ball.centre)) / 25
    expect((Math.acos(cosine) * 180) / Math.PI).toBeCloseTo(5, 6)
  })
})

describe('a place on the surface', () => {
  it('is what is picked, by the schema or by a key, and stays beside the specimen', () => {
    const at: Vector3 = [12, 9, 7]
    const met = makeSight('perspective', identity, [1, 2, 3])
    expect(startDrag(met, { at, way: { kind: 'free', isOnSurface: true } })([9, 9], false)).toEqual([1, 2, 3])
    expect(startDrag(met, { at, way: free })([9, 9], true)).toEqual([1, 2, 3])
    const none = startDrag(makeSight('perspective'), { at, way: free })
    expect(none([9, 9], true)).toEqual(at)
  })
})
