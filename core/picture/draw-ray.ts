/** The light along a ray through a volume. The page's shader computes the same; reasons stand there. */
import { longestSide } from '../look/box.ts'
import { colormapSize, sampleColormap } from '../look/colormaps.ts'
import type { Display, Vector3 } from '../look/display.ts'
import { opacityAt } from '../look/opacity-curve.ts'
import { type SolidColor, solidColors } from '../look/solid-colors.ts'
import { volumeLight } from '../look/studio.ts'
import { add, dot, scale, subtract, toVector } from '../look/vectors.ts'
import {
  chooseTransfer,
  type Transfer,
  toExtinction,
  toFraction,
  toSurfaces,
} from '../look/volume-transfer.ts'
import type { PreparedVolume } from '../viewer/data/prepared.ts'
import { createInterpolation, sizeOf } from '../viewer/data/volume-grid.ts'
import { smoothstep, toUnit } from './light-surface.ts'
import { toLinear, toParts } from './srgb.ts'

/** Linear colour and opacity, multiplied by it. */
export type Light = [red: number, green: number, blue: number, opacity: number]

/** A ray in the box: places are `start` and steps of `move` behind it. */
export interface Ray {
  readonly start: Vector3
  readonly move: Vector3
  readonly count: number
  /** Length of a step in longest sides of the box. */
  readonly stepLength: number
  /** Unit vector in the specimen's directions. */
  readonly forward: Vector3
}

/** Unit vectors to the two lights, in the specimen's directions. */
type Lights = Readonly<Record<'key' | 'fill', Vector3>>

type Matter = ReturnType<typeof createMatter>

/** Returns the function that draws a ray in the chosen way. */
export function createRayDrawing(
  volume: PreparedVolume,
  display: Display,
  lights: Lights,
): (ray: Ray) => Light {
  const matter = createMatter(volume, display, lights)
  switch (display.rendering) {
    case 'direct':
      return (ray) => drawDirect(matter, ray)
    case 'isosurface':
      return createSurfaces(matter)
    default:
      return (ray) => project(matter, listValues(matter, ray))
  }
}

/** Returns a volume as its rays see it, with linear colours and optical depths along the window. */
function createMatter(volume: PreparedVolume, display: Display, lights: Lights) {
  const transfer = chooseTransfer(volume, display)
  const bytes = sampleColormap(transfer.colormap, display.isInverted)
  const colors = Array.from({ length: colormapSize }, (_, i) =>
    toVector((channel) => toLinear((bytes[4 * i + channel] ?? 0) / 255)),
  )
  const depths = Float64Array.from(colors, (_, i) =>
    toExtinction(opacityAt(transfer.opacity, i / (colormapSize - 1))),
  )
  /** Returns the value at fractions of the box; NaN beside NaN. */
  const read = createInterpolation(volume.result)
  return { volume, display, transfer, lights, colors, depths, read }
}

/** Front to back. */
function drawDirect(matter: Matter, ray: Ray): Light {
  const { transfer, colors, depths, read, display } = matter
  const sum: Light = [0, 0, 0, 0]
  for (let i = 0; i < ray.count && sum[3] < 0.99; i++) {
    const at = add(ray.start, scale(ray.move, i + 0.5))
    const value = read(at)
    const entry = Math.round(toFraction(value, transfer) * (colormapSize - 1))
    const depth = depths[entry] ?? 0
    if (depth === 0 || Number.isNaN(value)) continue
    const opacity = 1 - Math.exp(-display.density * depth * ray.stepLength)
    const plain = colors[entry] ?? [0, 0, 0]
    if (opacity * (1 - sum[3]) <= 0.01) blend(sum, plain, opacity)
    else {
      const slope = findSlope(matter, at)
      const part = smoothstep(0.5, 4, toSteepness(slope, value, transfer))
      const lit = lighten(matter, plain, { slope, forward: ray.forward })
      blend(sum, add(plain, scale(subtract(lit, plain), part)), opacity)
    }
  }
  return sum
}

/** Surfaces in the order in which a ray meets them. */
function createSurfaces(matter: Matter): (ray: Ray) => Light {
  const { volume, display, read } = matter
  const surfaces = toSurfaces(volume, display).map(({ value, opacity, color }) => ({
    isovalue: value,
    opacity,
    plain: color === 'map' ? colorOf(matter, value) : toLinearColor(color),
  }))
  return ({ start, move, count, forward }) => {
    const sum: Light = [0, 0, 0, 0]
    let before = Number.NaN
    for (let i = 0; i < count && sum[3] < 0.99; i++) {
      const at = add(start, scale(move, i))
      const value = read(at)
      for (const { isovalue, opacity, plain } of value > before ? surfaces : surfaces.toReversed()) {
        if (Number.isNaN(before) || Number.isNaN(value) || before < isovalue === value < isovalue) continue
        const there = subtract(at, scale(move, (value - isovalue) / (value - before)))
        const slope = findSlope(matter, there)
        blend(sum, lighten(matter, plain, { slope, forward }), opacity)
      }
      before = value
    }
    return sum
  }
}

function toLinearColor(color: SolidColor): Vector3 {
  const parts = toParts(solidColors[color])
  return toVector((channel) => toLinear(parts[channel]))
}

/** One colour for all values of a ray: clear below the window, or beside a centre. */
function project(matter: Matter, values: readonly number[]): Light {
  const { transfer, display } = matter
  if (values.length === 0) return [0, 0, 0, 0]
  const pick = { maximum: Math.max, minimum: Math.min }
  const { rendering } = display
  const value =
    rendering === 'maximum' || rendering === 'minimum'
      ? values.reduce((best, other) => pick[rendering](best, other))
      : values.reduce((sum, other) => sum + other, 0) / values.length
  const fraction = toFraction(value, transfer)
  const middle = transfer.center === null ? 0 : toFraction(transfer.center, transfer)
  const beside = Math.abs(fraction - middle) / Math.max(middle, 1 - middle)
  const opacity = smoothstep(0, 0.15, rendering === 'minimum' ? 1 - fraction : beside)
  const sum: Light = [0, 0, 0, 0]
  blend(sum, colorOf(matter, value), opacity)
  return sum
}

function listValues({ read }: Matter, { start, move, count }: Ray): number[] {
  const values = Array.from({ length: count }, (_, i) => read(add(start, scale(move, i + 0.5))))
  return values.filter((value) => !Number.isNaN(value))
}

function colorOf({ colors, transfer }: Matter, value: number): Vector3 {
  return colors[Math.round(toFraction(value, transfer) * (colormapSize - 1))] ?? [0, 0, 0]
}

/** Adds matter behind what is there. */
function blend(sum: Light, color: Vector3, opacity: number): void {
  const part = opacity * (1 - sum[3])
  for (const [i, light] of color.entries()) sum[i] = (sum[i] ?? 0) + part * light
  sum[3] += part
}

/** Returns the change of the value along each axis, in longest sides of the box. */
function findSlope({ volume: { result, bounds }, read }: Matter, at: Vector3): Vector3 {
  const counts = sizeOf(result)
  const sides = subtract(bounds.high, bounds.low)
  return toVector((axis) => {
    const step = toVector((other) => (other === axis ? 0.5 / counts[axis] : 0))
    const change = read(add(at, step)) - read(subtract(at, step))
    return Number.isNaN(change) ? 0 : (change * counts[axis] * longestSide(bounds)) / sides[axis]
  })
}

/** Returns a slope in windows of values, at a value. */
function toSteepness(slope: Vector3, value: number, { scale: kind, window: [low, high] }: Transfer): number {
  const extent = kind === 'log' ? Math.max(value, low) * Math.log(high / low) : high - low
  return Math.hypot(...slope) / (extent || 1)
}

/** Returns a colour in the light of the page's volumes. */
function lighten(
  { lights }: Matter,
  plain: Vector3,
  { slope, forward }: { readonly slope: Vector3; readonly forward: Vector3 },
): Vector3 {
  const { strengths, gloss, leastPaint } = volumeLight
  const normal = toUnit(dot(slope, forward) < 0 ? slope : scale(slope, -1))
  const lift = Math.max(0, leastPaint - dot(plain, [0.21, 0.72, 0.07]))
  const key = Math.max(dot(normal, lights.key), 0)
  const fill = Math.max(dot(normal, lights.fill), 0)
  const shine = Math.max(dot(normal, toUnit(subtract(lights.key, forward))), 0) ** gloss
  const sum = strengths.around + strengths.key * key + strengths.fill * fill
  return toVector((axis) => (plain[axis] + lift) * sum + strengths.shine * shine)
}
