/** Two gears that turn each other, by geometry: no overlap, the play that the profile leaves, the ratio. */
import createManifold from 'manifold-3d'
import type { Mesh, Part } from 'specimen-host/plugin'
import { beforeAll, describe, expect, it } from 'vitest'
import { gearPair } from '../../plugins/gear-wheel/index.ts'
import { toGearProfile } from '../../plugins/gear-wheel/profile.ts'
import { pairModule, toDistance, turnAbout, turnPinion } from '../../plugins/gear-wheel/turn.ts'
import { weld } from './topology.ts'

type Kernel = Awaited<ReturnType<typeof createManifold>>
type Place = NonNullable<Part<Mesh>['place']>
type Point2 = readonly [x: number, y: number]

const degree = Math.PI / 180
/** An angle within a pitch at each of some places, and beyond it. */
const angles = [0, 1.3, 2.5, 4, 5, 7.7, 90.5, 359]

let kernel: Kernel
beforeAll(async () => {
  kernel = await createManifold()
  kernel.setup()
})

/** Moves a part to its place, as a solid. */
function toSolid({ place = [], ...mesh }: Part<Mesh>) {
  const { vertices, indices } = weld(mesh)
  const moved = new Float32Array(vertices.length)
  for (let i = 0; i < vertices.length; i += 3) {
    const [x = 0, y = 0, z = 0] = vertices.subarray(i, i + 3)
    moved.set(
      place.map(([a, b, c, d]) => a * x + b * y + c * z + d),
      i,
    )
  }
  return new kernel.Manifold(new kernel.Mesh({ numProp: 3, vertProperties: moved, triVerts: indices }))
}

describe('gearPair', () => {
  it.each([0, 15, -25])(
    'never overlaps at a helix angle of %s°, and would if the pinion were turned',
    async (helix) => {
      for (const angle of [0, 3.1, 77]) {
        const { wheel, pinion } = await gearPair(angle, 24, 19, helix)
        const solid = toSolid(wheel)
        expect(solid.volume()).toBeGreaterThan(0)
        expect(solid.intersect(toSolid(pinion)).volume()).toBeLessThan(1e-3)
        const known = pinion.place ?? []
        const turned = turnAbout(
          Math.atan2(known[1]?.[0] ?? 0, known[0]?.[0] ?? 0) + 2 * degree,
          known[0]?.[3] ?? 0,
        )
        expect(solid.intersect(toSolid({ ...pinion, place: turned })).volume()).toBeGreaterThan(1)
      }
    },
  )

  it('turns by places alone, the pinion the other way by the ratio of teeth', async () => {
    const [before, after] = [await gearPair(0, 36, 20), await gearPair(30, 36, 20)]
    expect(after.wheel.vertices).toEqual(before.wheel.vertices)
    expect(after.pinion.vertices).toEqual(before.pinion.vertices)
    expect(toAngle(after.wheel.place) - toAngle(before.wheel.place)).toBeCloseTo(30 * degree, 10)
    expect(toAngle(after.pinion.place) - toAngle(before.pinion.place)).toBeCloseTo(-54 * degree, 10)
    expect(after.pinion.place?.[0]?.[3]).toBe(56)
  })

  it.each([
    [36, 20],
    [18, 18],
    [60, 18],
    [18, 60],
    [25, 31],
  ])('%i and %i teeth: flanks are as far apart as the play says, at every angle', (teeth, pinionTeeth) => {
    const ratio = { teeth, pinionTeeth }
    const [wheel, pinion] = [toGearProfile(teeth, pairModule), toGearProfile(pinionTeeth, pairModule)]
    // Each tooth is 1 % of a half pitch narrower at either flank, which both gears have; along the line of action.
    const play = 0.02 * (Math.PI / 2) * pairModule * Math.cos(20 * degree)
    for (const angle of angles) {
      const one = wheel.map((point) => move(turnAbout(angle * degree, 0), point))
      const place = turnAbout(turnPinion(angle * degree, ratio), toDistance(ratio))
      const other = pinion.map((point) => move(place, point))
      const { nearest, crosses } = compareOutlines(one, other)
      expect(crosses).toBe(false)
      expect(Math.abs(nearest - play)).toBeLessThan(0.012)
    }
  })

  it('draws circles that roll on each other, and a tangent of both base circles', async () => {
    const { pitchCircles, lineOfAction } = await gearPair(0, 36, 20)
    const { points, starts } = pitchCircles
    expect([...(starts ?? [])]).toEqual([0, 121])
    expect(points[0]).toBe(36) // the wheel's reaches to x = 36, and the pinion's begins there
    expect(Math.min(...points.subarray(3 * 121).filter((_, i) => i % 3 === 0))).toBeCloseTo(36, 5)
    const [x1 = 0, y1 = 0, , x2 = 0, y2 = 0] = lineOfAction.points
    const length = Math.hypot(x2 - x1, y2 - y1)
    for (const [x, radius] of [
      [0, 36],
      [56, 20],
    ] as const)
      expect(Math.abs((x2 - x1) * y1 - (x1 - x) * (y2 - y1)) / length).toBeCloseTo(
        radius * Math.cos(20 * degree),
        5,
      )
    // The wheel goes up at +x and pushes the pinion's flank up and away.
    expect(Math.sign((x2 - x1) * (y2 - y1))).toBe(1)
  })
})

function toAngle(place: Part<Mesh>['place']): number {
  return Math.atan2(place?.[1]?.[0] ?? 0, place?.[0]?.[0] ?? 0)
}

function move([first, second]: Place, [x, y]: Point2): Point2 {
  if (!first || !second) throw new Error('A place has rows.')
  return [first[0] * x + first[1] * y + first[3], second[0] * x + second[1] * y + second[3]]
}

/** Returns the least distance of two closed outlines, where they come near each other, and whether they cross. */
function compareOutlines(
  one: readonly Point2[],
  other: readonly Point2[],
): { nearest: number; crosses: boolean } {
  let [nearest, crosses] = [Infinity, false]
  for (const [i, a] of one.entries()) {
    const b = one[(i + 1) % one.length] ?? a
    for (const [j, c] of other.entries()) {
      if (Math.hypot(a[0] - c[0], a[1] - c[1]) > 4) continue
      const d = other[(j + 1) % other.length] ?? c
      const sides = [side(a, b, c) * side(a, b, d), side(c, d, a) * side(c, d, b)]
      if (sides.every((product) => product < 0)) crosses = true
      nearest = Math.min(nearest, toSegment(a, c, d), toSegment(c, a, b))
    }
  }
  return { nearest, crosses }
}

function side(from: Point2, to: Point2, point: Point2): number {
  return (to[0] - from[0]) * (point[1] - from[1]) - (to[1] - from[1]) * (point[0] - from[0])
}

function toSegment(point: Point2, from: Point2, to: Point2): number {
  const [x, y] = [to[0] - from[0], to[1] - from[1]]
  const along = ((point[0] - from[0]) * x + (point[1] - from[1]) * y) / (x * x + y * y)
  const share = Math.min(1, Math.max(0, along))
  return Math.hypot(point[0] - from[0] - share * x, point[1] - from[1] - share * y)
}
