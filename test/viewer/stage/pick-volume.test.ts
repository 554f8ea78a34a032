import { Ray, Vector3 } from 'three'
import { describe, expect, it } from 'vitest'
import type { HalfSpace } from '../../../core/contract/look/clip.ts'
import { type Display, defaultDisplay } from '../../../core/contract/look/display.ts'
import type { PreparedVolume } from '../../../core/data/prepared/prepared.ts'
import { pickVolume } from '../../../core/viewer/stage/pick-volume.ts'
import { makeVolume } from './make-volume.ts'

const ray = (from: readonly [number, number, number], to: readonly [number, number, number]): Ray =>
  new Ray(new Vector3(...from), new Vector3(...to).sub(new Vector3(...from)).normalize())

function pick(
  prepared: PreparedVolume,
  along: Ray,
  display: Partial<Display>,
  planes: readonly HalfSpace[] = [],
) {
  return pickVolume(prepared, along, { kept: planes, display: { ...defaultDisplay, ...display } })
}

/** A ball of radius 0.3 in a box of 20 × 20 × 10, whose samples are farther apart along z: 1000 inside. */
const ball = makeVolume({
  size: [40, 40, 10],
  spacing: [0.5, 0.5, 1],
  origin: [100, 200, -5],
  dtype: 'int16',
  value: (x, y, z) => (Math.hypot(x - 0.5, y - 0.5, z - 0.5) < 0.3 ? 1000 : -200),
})
const { low, high } = ball.bounds
const center = [0, 1, 2].map((axis) => ((low[axis] ?? 0) + (high[axis] ?? 0)) / 2) as [number, number, number] // three
const fromLeft = ray([low[0] - 30, center[1], center[2]], center)

describe('picking in a volume', () => {
  it.each([
    ['isosurface', 100 + 39 / 4 - 6],
    ['direct', 100 + 39 / 4 - 6],
  ] as const)('of a rendering as %s meets the front of a ball', (rendering, x) => {
    const hit = pick(ball, fromLeft, { rendering })
    expect(hit?.place[0]).toBeGreaterThan(x - 0.6)
    expect(hit?.place[0]).toBeLessThan(x + 0.6)
    expect(hit?.place[1]).toBeCloseTo(center[1])
    expect(hit?.index).toEqual([Math.round(((hit?.place[0] ?? 0) - 100) / 0.5), 20, 5])
  })

  it('has the normal of a surface on the side of the eye, whatever the spacing', () => {
    for (const from of [
      [-30, 3, 2],
      [40, 9, 1],
      [4, -30, 6],
    ] as const) {
      const start = [low[0] + from[0], low[1] + from[1], low[2] + from[2]] as const
      const hit = pick(ball, ray(start, center), { rendering: 'isosurface' })
      const [x = 0, y = 0, z = 0] = (hit?.place ?? []).map((part, axis) => part - (center[axis] ?? 0))
      // The ball is one of the box's fractions: an ellipsoid, whose normal is its gradient.
      const wanted = [x / 20 ** 2, y / 20 ** 2, z / 10 ** 2]
      const length = Math.hypot(...wanted) * Math.hypot(...(hit?.normal ?? []))
      const cosine = wanted.reduce((sum, part, axis) => sum + part * (hit?.normal?.[axis] ?? 0), 0) / length
      expect(cosine).toBeGreaterThan(0.9)
    }
  })

  it('of an isosurface comes within a hundredth of a sample of it', () => {
    const ramp = makeVolume({ size: [50, 4, 4], value: (x) => x })
    const hit = pick(ramp, ray([-10, 1, 1], [10, 1, 1]), { rendering: 'isosurface', isovalue: [0.731] })
    expect(hit?.place[0]).toBeCloseTo(0.731 * 50 - 0.5, 2)
  })

  it('of the maximum finds the highest sample and reads it from the result', () => {
    const peak = makeVolume({ size: [21, 5, 5], dtype: 'float64', value: (x) => 1 - Math.abs(x - 0.5) })
    const hit = pick(peak, ray([-5, 2, 2], [30, 2, 2]), { rendering: 'maximum' })
    expect(hit).toMatchObject({ index: [10, 2, 2], values: [1] })
  })

  it('finds nothing beside the box, behind the eye, or where all is below the window', () => {
    expect(pick(ball, ray([low[0] - 5, 0, 0], [low[0] - 5, 9, 9]), {})).toBeNull()
    expect(
      pick(ball, ray([low[0] - 5, center[1], center[2]], [low[0] - 9, center[1], center[2]]), {}),
    ).toBeNull()
    for (const rendering of ['direct', 'maximum', 'isosurface'] as const)
      expect(pick(ball, fromLeft, { rendering, window: [2000, 3000] })).toBeNull()
  })

  it('does not find what is clipped away', () => {
    const keepRight = { normal: [1, 0, 0], constant: -center[0] } as const
    const hit = pick(ball, fromLeft, { rendering: 'direct' }, [keepRight])
    expect(hit?.place[0]).toBeGreaterThanOrEqual(center[0])
    const keepNothing = { normal: [-1, 0, 0], constant: low[0] - 1 } as const
    expect(pick(ball, fromLeft, { rendering: 'direct' }, [keepNothing])).toBeNull()
  })

  it('passes NaN as if nothing were there', () => {
    const holes = makeVolume({ size: [40, 4, 4], value: (x) => (x < 0.5 ? Number.NaN : 1 - x) })
    const along = ray([-9, 2, 2], [9, 2, 2])
    for (const rendering of ['direct', 'maximum'] as const)
      expect(pick(holes, along, { rendering })?.place[0]).toBeGreaterThanOrEqual(19.5)
    expect(pick(holes, along, { rendering: 'isosurface', isovalue: [-1] })).toBeNull()
  })

  it('sees less far into what is denser, however the samples are spaced', () => {
    const fog = (spacing: number) =>
      makeVolume({ size: [64, 8, 8], spacing: [spacing, spacing, spacing], value: () => 1 })
    const depthIn = (spacing: number, density: number): number => {
      const along = ray([-99 * spacing, 4 * spacing, 4 * spacing], [0, 4 * spacing, 4 * spacing])
      return (
        (pick(fog(spacing), along, { density, window: [0, 8], opacity: [0, 0, 1, 0.55] })?.place[0] ?? 0) /
        spacing
      )
    }
    expect(depthIn(1, 0.5)).toBeGreaterThan(depthIn(1, 4))
    expect(depthIn(1e-6, 0.5)).toBeCloseTo(depthIn(1, 0.5), 3)
  })
})
