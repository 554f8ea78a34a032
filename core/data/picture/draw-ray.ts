/** The light along a ray through a volume. The page's shader computes the same; reasons stand there. */
import { longestSide } from '../../contract/look/box.ts'
import { colormapSize } from '../../contract/look/colormaps.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toLinear } from '../../contract/look/linear-light.ts'
import { opacityAt } from '../../contract/look/opacity-curve.ts'
import { type SolidColor, solidColors } from '../../contract/look/solid-colors.ts'
import { volumeLight } from '../../contract/look/studio.ts'
import { add, dot, scale, subtract, toVector } from '../../contract/look/vectors.ts'
import {
  chooseRendering,
  chooseTransfer,
  sampleTransfer,
  type Transfer,
  toExtinction,
  toFraction,
  toSurfaces,
} from '../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../prepared/prepared.ts'
import { createInterpolation, createReading, sizeOf } from '../prepared/volume-grid.ts'
import { BrickWalk, type Place } from './brick-walk.ts'
import { smoothstep, toUnit } from './light-surface.ts'
import { toParts } from './srgb.ts'

/** Linear colour and opacity, multiplied by it. */
export type Light = [red: number, green: number, blue: number, opacity: number]

/** A ray in the box: places are `start` and steps of `move` behind it. */
export interface Ray {
  readonly start: Vector3
  readonly move: Vector3
  readonly count: number
  /** The part of a step by which samples of matter lie behind its start: another one for each ray. */
  readonly offset: number
  /** Length of a step in longest sides of the box. */
  readonly stepLength: number
  /** Unit vector in the specimen's directions. */
  readonly forward: Vector3
}

/** Unit vectors to the two lights, in the specimen's directions. */
type Lights = Readonly<Record<'key' | 'fill', Vector3>>

/** A volume as its rays see it. Places are fractions of the box. */
interface Matter {
  readonly volume: PreparedVolume
  readonly display: Display
  readonly transfer: Transfer
  readonly lights: Lights
  /** Linear colours along the window. */
  readonly colors: readonly Vector3[]
  /** Optical depths along the window. */
  readonly depths: Float64Array
  /** Returns the value at a place; NaN beside NaN. */
  readonly read: (place: Vector3) => number
  /** Returns the same between the samples, also of labels, whose surfaces would else be all steps. */
  readonly readSmooth: (place: Vector3) => number
  /** A sample along each axis. */
  readonly reach: Vector3
  /** Eight samples along each axis, in longest sides of the box. */
  readonly spans: Vector3
}

/** Returns the function that draws a ray in the chosen way. */
export function createRayDrawing(
  volume: PreparedVolume,
  display: Display,
  lights: Lights,
): (ray: Ray) => Light {
  const matter = createMatter(volume, display, lights)
  switch (chooseRendering(volume, display)) {
    case 'direct':
      return createDirect(matter)
    case 'isosurface':
      return createSurfaces(matter)
    case 'mean':
      return (ray) => project(matter, findMean(matter, ray))
    case 'maximum':
      return createExtreme(matter, 1)
    case 'minimum':
      return createExtreme(matter, -1)
  }
}

function createMatter(volume: PreparedVolume, display: Display, lights: Lights): Matter {
  const transfer = chooseTransfer(volume, display)
  const bytes = sampleTransfer(transfer, display.isInverted)
  const colors = Array.from({ length: colormapSize }, (_, i) =>
    toVector((channel) => toLinear((bytes[4 * i + channel] ?? 0) / 255)),
  )
  const depths = Float64Array.from(colors, (_, i) =>
    toExtinction(opacityAt(transfer.opacity, i / (colormapSize - 1))),
  )
  const { result, labels, bounds } = volume
  const read = createReading(volume)
  const readSmooth = labels ? createInterpolation({ data: labels.ranks, shape: result.shape }) : read
  const counts = sizeOf(result)
  const sides = subtract(bounds.high, bounds.low)
  const reach = toVector((axis) => 1 / counts[axis])
  const spans = toVector((axis) => (8 * sides[axis]) / counts[axis] / longestSide(bounds))
  return { volume, display, transfer, lights, colors, depths, read, readSmooth, reach, spans }
}

/** Front to back. */
function createDirect(matter: Matter): (ray: Ray) => Light {
  const { volume, transfer, colors, depths, read, display } = matter
  const toEntry = (value: number): number => Math.round(toFraction(value, transfer) * (colormapSize - 1))
  const walk = new BrickWalk(volume, ([low, high]) => {
    const [first, last] = [toEntry(low), toEntry(high)]
    return depths.subarray(first, last + 1).every((depth) => depth === 0)
  })
  const at: Place = [0, 0, 0]
  return ({ start, move, count, offset, stepLength, forward }) => {
    const sum: Light = [0, 0, 0, 0]
    walk.begin(start, move, count)
    let next = 0 // the first step in the next brick
    for (let i = walk.first; i < walk.last && sum[3] < 0.99; i++) {
      moveTo(at, start, move, i + offset)
      if (i >= next) {
        const inside = walk.enter(at, move)
        next = i + inside + 1
        if (walk.isClear) {
          i += inside
          continue
        }
      }
      const value = read(at)
      const entry = toEntry(value)
      const depth = depths[entry] ?? 0
      if (depth === 0 || Number.isNaN(value)) continue
      const opacity = 1 - Math.exp(-display.density * depth * stepLength)
      const plain = colors[entry] ?? black
      if (opacity * (1 - sum[3]) <= 0.01) blend(sum, plain, opacity)
      else {
        const slope = findSlope(matter, at)
        const part = transfer.labels ? 1 : smoothstep(0.5, 4, toSteepness(slope, value, transfer))
        const lit = part > 0 ? lighten(matter, plain, { slope, forward }) : plain
        blend(sum, add(plain, scale(subtract(lit, plain), part)), opacity)
      }
    }
    return sum
  }
}

const black: Vector3 = [0, 0, 0]

function moveTo(at: Place, start: Vector3, move: Vector3, steps: number): void {
  at[0] = start[0] + steps * move[0]
  at[1] = start[1] + steps * move[1]
  at[2] = start[2] + steps * move[2]
}

/** Surfaces in the order in which a ray meets them. */
function createSurfaces(matter: Matter): (ray: Ray) => Light {
  const { volume, display, read } = matter
  const surfaces = toSurfaces(volume, display).map(({ value, opacity, color }) => ({
    isovalue: value,
    opacity,
    plain: color === 'map' ? colorOf(matter, value) : toLinearColor(color),
  }))
  const walk = new BrickWalk(volume, ([low, high]) =>
    surfaces.every(({ isovalue }) => isovalue <= low || isovalue > high),
  )
  const at: Place = [0, 0, 0]
  return ({ start, move, count, forward }) => {
    const sum: Light = [0, 0, 0, 0]
    let before = Number.NaN
    walk.begin(start, move, count)
    let next = 0
    for (let i = walk.first; i < walk.last && sum[3] < 0.99; i++) {
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

/** The highest value of a ray, for the sign 1, or the lowest. */
function createExtreme(matter: Matter, sign: 1 | -1): (ray: Ray) => Light {
  const at: Place = [0, 0, 0]
  return (ray) => {
    let best = Number.NEGATIVE_INFINITY
    for (let i = 0; i < ray.count; i++) {
      moveTo(at, ray.start, ray.move, i + 0.5)
      const value = sign * matter.read(at)
      if (value > best) best = value // not NaN
    }
    return project(matter, best === Number.NEGATIVE_INFINITY ? Number.NaN : sign * best)
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

/** One colour for all values of a ray: clear below the window, or beside a centre; NaN for none. */
function project(matter: Matter, value: number): Light {
  if (Number.isNaN(value)) return [0, 0, 0, 0]
  const { transfer, display } = matter
  const fraction = toFraction(value, transfer)
  const middle = transfer.center === null ? 0 : toFraction(transfer.center, transfer)
  const beside = Math.abs(fraction - middle) / Math.max(middle, 1 - middle)
  const opacity = smoothstep(0, 0.15, display.rendering === 'minimum' ? 1 - fraction : beside)
  const sum: Light = [0, 0, 0, 0]
  blend(sum, colorOf(matter, value), opacity)
  return sum
}

function colorOf({ colors, transfer }: Matter, value: number): Vector3 {
  return colors[Math.round(toFraction(value, transfer) * (colormapSize - 1))] ?? [0, 0, 0]
}

/** Adds matter behind what is there. */
function blend(sum: Light, color: Vector3, opacity: number): void {
  const part = opacity * (1 - sum[3])
  sum[0] += part * color[0]
  sum[1] += part * color[1]
  sum[2] += part * color[2]
  sum[3] += part
}

/** Returns the change of the value along each axis, in longest sides of the box, from corners of a cube. */
function findSlope({ readSmooth: read, reach, spans }: Matter, at: Vector3): Vector3 {
  const corner: Place = [0, 0, 0]
  let [across, along, deep] = [0, 0, 0]
  for (let i = 0; i < 8; i++) {
    const right = i & 1 ? 1 : -1
    const up = i & 2 ? 1 : -1
    const behind = i & 4 ? 1 : -1
    corner[0] = at[0] + right * reach[0]
    corner[1] = at[1] + up * reach[1]
    corner[2] = at[2] + behind * reach[2]
    const value = read(corner)
    across += right * value
    along += up * value
    deep += behind * value
  }
  if (Number.isNaN(across)) return [0, 0, 0]
  return [across / spans[0], along / spans[1], deep / spans[2]]
}

/** Returns a slope in windows of values, at a value. */
function toSteepness(slope: Vector3, value: number, { scale: kind, window: [low, high] }: Transfer): number {
  const extent = kind === 'log' ? Math.max(value, low) * Math.log(high / low) : high - low
  return Math.hypot(slope[0], slope[1], slope[2]) / (extent || 1)
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
