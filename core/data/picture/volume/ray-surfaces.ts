/** The surfaces that a ray meets in a volume: of equal values, or of its highest, lowest or mean value. */
import type { Display, Vector3 } from '../../../contract/look/display.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import { type SolidColor, solidColors } from '../../../contract/look/solid-colors.ts'
import { scale, subtract, toVector } from '../../../contract/look/vectors.ts'
import { toFraction, toSurfaces } from '../../../contract/look/volume-transfer.ts'
import { BrickWalk, type Place } from '../brick-walk.ts'
import { smoothstep } from '../light-surface.ts'
import { toParts } from '../srgb.ts'
import { fullOpacity } from './march.ts'
import { colorOf, findSlope, lighten, type Matter, moveTo, type Ray } from './matter.ts'

/** Takes a surface: how many steps from the start of the ray it is, its linear colour, and its opacity. */
export type SurfaceVisit = (steps: number, color: Vector3, opacity: number) => void

/** Calls `visit` with the surfaces of a ray, from the nearest on. */
export type RaySurfaces = (ray: Ray, visit: SurfaceVisit) => void

/** Returns the function that finds the surfaces of rays, for a volume that is not drawn as matter. */
export function createRaySurfaces(
  matter: Matter,
  rendering: Exclude<Display['rendering'], 'direct'>,
): RaySurfaces {
  switch (rendering) {
    case 'isosurface':
      return createIsosurfaces(matter)
    case 'mean':
      return (ray, visit) => project(matter, 0, findMean(matter, ray), visit)
    case 'maximum':
      return createExtreme(matter, 1)
    case 'minimum':
      return createExtreme(matter, -1)
  }
}

function createIsosurfaces(matter: Matter): RaySurfaces {
  const { volume, display, read } = matter
  const surfaces = toSurfaces(volume, display).map(({ value, opacity, color }) => ({
    isovalue: value,
    opacity,
    plain: matter.color ?? (color === 'map' ? colorOf(matter, value) : toLinearColor(color)),
  }))
  const walk = new BrickWalk(volume, ([low, high]) =>
    surfaces.every(({ isovalue }) => isovalue <= low || isovalue > high),
  )
  const at: Place = [0, 0, 0]
  return ({ start, move, count, forward }, visit) => {
    let covered = 0
    let before = Number.NaN
    walk.begin(start, move, count)
    let next = 0
    // The end of a stretch counts too: what it ends at may be just behind a surface.
    const last = walk.last === count ? count + 1 : walk.last
    for (let i = walk.first; i < last && covered < fullOpacity; i++) {
      moveTo(at, start, move, i)
      if (i >= next) {
        const inside = walk.enter(at, move)
        next = i + inside + 1
        if (walk.isClear && inside > 0) {
          i += inside
          moveTo(at, start, move, i)
          before = read(at)
          continue
        }
      }
      const value = read(at)
      for (const { isovalue, opacity, plain } of value > before ? surfaces : surfaces.toReversed()) {
        if (Number.isNaN(before) || Number.isNaN(value) || before < isovalue === value < isovalue) continue
        const back = (value - isovalue) / (value - before)
        const there = subtract(at, scale(move, back))
        const slope = findSlope(matter, there)
        visit(i - back, lighten(matter, plain, { slope, forward }), opacity)
        covered += opacity * (1 - covered)
      }
      before = value
    }
  }
}

function toLinearColor(color: SolidColor): Vector3 {
  const parts = toParts(solidColors[color])
  return toVector((channel) => toLinear(parts[channel]))
}

/** The highest value of a ray, for the sign 1, or the lowest. */
function createExtreme(matter: Matter, sign: 1 | -1): RaySurfaces {
  const at: Place = [0, 0, 0]
  return (ray, visit) => {
    let best = Number.NEGATIVE_INFINITY
    let steps = 0
    for (let i = 0; i < ray.count; i++) {
      moveTo(at, ray.start, ray.move, i + 0.5)
      const value = sign * matter.read(at)
      if (!(value > best)) continue // NaN
      best = value
      steps = i + 0.5
    }
    project(matter, steps, best === Number.NEGATIVE_INFINITY ? Number.NaN : sign * best, visit)
  }
}

function findMean({ read }: Matter, { start, move, count }: Ray): number {
  const at: Place = [0, 0, 0]
  let [sum, found] = [0, 0]
  for (let i = 0; i < count; i++) {
    moveTo(at, start, move, i + 0.5)
    const value = read(at)
    if (Number.isNaN(value)) continue
    sum += value
    found++
  }
  return sum / found
}

/** One colour for all values of a ray: clear below the window, or beside a centre; none for NaN. */
function project(matter: Matter, steps: number, value: number, visit: SurfaceVisit): void {
  if (Number.isNaN(value)) return
  const { transfer, display } = matter
  const fraction = toFraction(value, transfer)
  const middle = transfer.center === null ? 0 : toFraction(transfer.center, transfer)
  const beside = Math.abs(fraction - middle) / Math.max(middle, 1 - middle)
  const opacity = smoothstep(0, 0.15, display.rendering === 'minimum' ? 1 - fraction : beside)
  visit(steps, colorOf(matter, value), opacity)
}
