import { describe, expect, it } from 'vitest'
import type { Vector3 } from '../../core/look/display.ts'
import { lightSurface, studio } from '../../core/look/studio.ts'

const toEye: Vector3 = [0, 0, 1]
const up: Vector3 = [0, 1, 0]
const grey: Vector3 = [0.5, 0.5, 0.5]
const light = (normal: Vector3, roughness = 0.5, base = grey): number =>
  lightSurface(base, normal, { eye: toEye, up, roughness }).reduce((sum, part) => sum + part, 0) / 3

describe('the light of the studio', () => {
  it('comes from directions of length 1', () => {
    for (const { toward } of studio.lights) expect(Math.hypot(...toward)).toBeCloseTo(1, 2)
  })

  it('is brightest from the upper left, and never more than white paper reflects', () => {
    const key = studio.lights[0]?.toward ?? up
    const opposite: Vector3 = [-key[0], -key[1], key[2]]
    expect(light(key)).toBeGreaterThan(2 * light(opposite))
    expect(light(key, 1, [0.8, 0.8, 0.8])).toBeLessThan(1.1)
    expect(light(key, 0.5, [0, 0, 0])).toBeLessThan(0.1)
  })

  it('shines in a small spot on smooth surfaces, and in a wide one on rough ones', () => {
    const half = (angle: number): Vector3 => {
      const [x, y] = studio.lights[0]?.toward ?? up
      const length = Math.hypot(x, y)
      return [(x / length) * Math.sin(angle), (y / length) * Math.sin(angle), Math.cos(angle)]
    }
    const black: Vector3 = [0, 0, 0]
    const spot = Math.acos(studio.lights[0]?.toward[2] ?? 0) / 2
    expect(light(half(spot), 0.15, black)).toBeGreaterThan(light(half(spot), 0.8, black))
    expect(light(half(spot - 0.4), 0.15, black)).toBeLessThan(light(half(spot), 0.15, black) / 3)
  })
})
