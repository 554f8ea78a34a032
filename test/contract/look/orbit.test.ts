import { describe, expect, it } from 'vitest'
import { cornerOf } from '../../../core/contract/look/box.ts'
import { readCamera, writeCamera } from '../../../core/contract/look/camera-pose.ts'
import type { Vector3 } from '../../../core/contract/look/display.ts'
import {
  type Attitude,
  approach,
  blend,
  fitBox,
  halfHeight,
  isClose,
  isSamePose,
  type Orbit,
  shift,
  toBasis,
  toOrbit,
  toPose,
  turn,
} from '../../../core/contract/look/orbit.ts'
import { dot, subtract } from '../../../core/contract/look/vectors.ts'

const upright: Attitude = { up: 'z', projection: 'perspective' }
const orbit: Orbit = { target: [1, 2, 3], azimuth: 0.7, elevation: -0.3, distance: 5 }
const right = Math.PI / 2

/** Where a place is in the picture, in parts of its height: to the right of the middle, and below it. */
function look(at: Orbit, attitude: Attitude, place: Vector3): [number, number] {
  const basis = toBasis(at, attitude)
  const arm = subtract(place, at.target)
  const depth = at.distance - (attitude.projection === 'perspective' ? dot(arm, basis.back) : 0)
  const height = 2 * halfHeight * depth
  return [dot(arm, basis.right) / height, -dot(arm, basis.up) / height]
}

describe('an orbit', () => {
  it.each([
    ['in front', 'z', -right, 0, [0, -5, 0]],
    ['on the right', 'z', 0, 0, [5, 0, 0]],
    ['above', 'z', 1, right, [0, 0, 5]],
    ['in front', 'y', -right, 0, [0, 0, 5]],
    ['on the right', 'y', 0, 0, [5, 0, 0]],
    ['above', 'y', 1, right, [0, 5, 0]],
  ] as const)('has its eye %s, with %s up, at %f, %f', (_, up, azimuth, elevation, offset) => {
    const pose = toPose({ ...orbit, azimuth, elevation }, { up, projection: 'perspective' })
    pose.offset.forEach((value, axis) => {
      expect(value).toBeCloseTo(offset[axis] ?? Number.NaN)
    })
  })

  it.each(['z', 'y'] as const)('comes back from its pose (%s up)', (up) => {
    const attitude: Attitude = { up, projection: 'perspective' }
    const back = toOrbit(toPose(orbit, attitude), attitude)
    expect(isClose(back, orbit)).toBe(true)
    expect(back.distance).toBeCloseTo(5)
  })

  it('comes from any pose, also from one without a direction or a distance', () => {
    expect(toOrbit({ target: [0, 0, 0], offset: [0, 0, 2] }, upright)).toMatchObject({ elevation: right })
    expect(toOrbit({ target: [0, 0, 0], offset: [0, 0, 0] }, upright)).toMatchObject({ distance: 1 })
  })

  it('is turned around its target, and not beyond the poles', () => {
    expect(turn(orbit, 1, 0.2)).toEqual({ ...orbit, azimuth: 1.7, elevation: expect.closeTo(-0.1) })
    const pole = turn(orbit, 0, 9)
    expect(pole.elevation).toBeCloseTo(right, 1)
    expect(turn(orbit, 0, -9).elevation).toBe(-pole.elevation)
    const sent = readCamera(writeCamera(toPose(pole, upright)))
    expect(sent && toOrbit(sent, upright).azimuth).toBeCloseTo(orbit.azimuth, 1) // a link keeps the side that is up
    const { right: toRight } = toBasis(turn(orbit, 0, 9), upright)
    expect(Math.hypot(...toRight)).toBeCloseTo(1)
  })

  it.each(['perspective', 'orthographic', 'flat'] as const)(
    'moves what is at its target with the hand (%s)',
    (projection) => {
      const attitude: Attitude = { up: 'z', projection }
      const [x, y] = look(shift(orbit, attitude, [0.25, 0.1]), attitude, orbit.target)
      expect([x, y]).toEqual([expect.closeTo(0.25), expect.closeTo(0.1)])
    },
  )

  it.each(['perspective', 'orthographic', 'flat'] as const)(
    'keeps what it comes nearer to in its place (%s)',
    (projection) => {
      const attitude: Attitude = { up: 'y', projection }
      const far = shift(orbit, attitude, [-0.3, 0.2])
      const place = look(far, attitude, orbit.target)
      const near = approach(far, attitude, 0.25, place)
      expect(near.distance).toBe(1.25)
      expect(look(near, attitude, orbit.target)).toEqual(place.map((value) => expect.closeTo(value)))
    },
  )

  it('comes to another in steps that end at it', () => {
    const other = { target: [0, 0, 0], azimuth: 2, elevation: 1, distance: 20 } as const
    expect(blend(orbit, other, 0)).toEqual(orbit)
    expect(isClose(blend(orbit, other, 1), other)).toBe(true)
    expect(blend(orbit, other, 0.5).distance).toBeCloseTo(10)
    expect(isClose(blend(orbit, other, 0.99), other)).toBe(false)
  })
})

describe('fitting', () => {
  const boxes = [
    { low: [0, 0, 0], high: [1, 1, 1] },
    { low: [-5, 10, 3], high: [200, 12, 3] },
    { low: [1e-6, 0, 0], high: [2e-6, 1e-6, 3e-6] },
    { low: [-1, -1, -40], high: [1, 1, 40] },
  ] as const
  const attitudes: Attitude[] = [
    upright,
    { up: 'y', projection: 'perspective' },
    { up: 'z', projection: 'flat' },
  ]
  const cases = boxes.flatMap((box) =>
    attitudes.flatMap((attitude) => [0.4, 1, 2.5].map((aspect) => ({ box, attitude, aspect }))),
  )

  it.each(cases)(
    'shows all of $box, and no smaller than it must ($attitude, $aspect)',
    ({ box, attitude, aspect }) => {
      const fitted = fitBox(box, orbit, attitude, aspect)
      const corners = Array.from({ length: 8 }, (_, sides) => look(fitted, attitude, cornerOf(box, sides)))
      const reach = Math.max(...corners.map(([x, y]) => Math.max(Math.abs(x) / aspect, Math.abs(y))))
      expect(reach).toBeLessThan(0.5)
      expect(reach).toBeGreaterThan(0.4)
    },
  )

  it('stands somewhere before a single point', () => {
    expect(fitBox({ low: [1, 1, 1], high: [1, 1, 1] }, orbit, upright, 1).distance).toBe(1)
  })
})

describe('two poses', () => {
  const pose = { target: [1, 2, 3], offset: [0, -4, 2] } as const

  it('are the same but for rounding', () => {
    expect(isSamePose(pose, { ...pose, target: [1 + 1e-7, 2, 3] })).toBe(true)
    expect(isSamePose(pose, { ...pose, offset: [0, -4, 2.01] })).toBe(false)
    expect(isSamePose(pose, { ...pose, target: [1.01, 2, 3] })).toBe(false)
  })
})
