/** A volume as its rays see it. The page's shader computes the same; reasons stand there. */
import { longestSide } from '../../../contract/look/box.ts'
import { colormapSize } from '../../../contract/look/colormaps.ts'
import type { Display, Vector3 } from '../../../contract/look/display.ts'
import { toLinear } from '../../../contract/look/linear-light.ts'
import { opacityAt } from '../../../contract/look/opacity-curve.ts'
import { volumeLight } from '../../../contract/look/studio.ts'
import { dot, scale, subtract, toVector } from '../../../contract/look/vectors.ts'
import {
  chooseTransfer,
  sampleTransfer,
  type Transfer,
  toExtinction,
  toFraction,
} from '../../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../../prepared/prepared.ts'
import { createInterpolation, createReading, sizeOf } from '../../prepared/volume-grid.ts'
import type { Place } from '../brick-walk.ts'
import { toUnit } from '../light-surface.ts'

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
export type Lights = Readonly<Record<'key' | 'fill', Vector3>>

/** A volume as its rays see it. Places are fractions of the box. */
export interface Matter {
  readonly volume: PreparedVolume
  readonly display: Display
  readonly transfer: Transfer
  readonly lights: Lights
  /** One linear colour in place of those of its values; undefined for these. */
  readonly color: Vector3 | undefined
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

/** Returns a volume as its rays see it. */
export function createMatter(
  volume: PreparedVolume,
  display: Display,
  { lights, color }: Pick<Matter, 'lights' | 'color'>,
): Matter {
  const transfer = chooseTransfer(volume, display)
  const bytes = sampleTransfer(transfer, display.isInverted)
  const colors = Array.from(
    { length: colormapSize },
    (_, i) => color ?? toVector((channel) => toLinear((bytes[4 * i + channel] ?? 0) / 255)),
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
  return { volume, display, transfer, lights, color, colors, depths, read, readSmooth, reach, spans }
}

/** Moves a place along a ray, by steps from its start. */
export function moveTo(at: Place, start: Vector3, move: Vector3, steps: number): void {
  at[0] = start[0] + steps * move[0]
  at[1] = start[1] + steps * move[1]
  at[2] = start[2] + steps * move[2]
}

/** Returns the linear colour of a value. */
export function colorOf({ colors, transfer }: Matter, value: number): Vector3 {
  return colors[Math.round(toFraction(value, transfer) * (colormapSize - 1))] ?? [0, 0, 0]
}

/** Adds matter behind what is there. */
export function blend(sum: Light, color: Vector3, opacity: number): void {
  const part = opacity * (1 - sum[3])
  sum[0] += part * color[0]
  sum[1] += part * color[1]
  sum[2] += part * color[2]
  sum[3] += part
}

/** Returns the change of the value along each axis, in longest sides of the box, from corners of a cube. */
export function findSlope({ readSmooth: read, reach, spans }: Matter, at: Vector3): Vector3 {
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
export function toSteepness(
  slope: Vector3,
  value: number,
  { scale: kind, window: [low, high] }: Transfer,
): number {
  const extent = kind === 'log' ? Math.max(value, low) * Math.log(high / low) : high - low
  return Math.hypot(slope[0], slope[1], slope[2]) / (extent || 1)
}

/** Returns a colour in the light of the page's volumes. */
export function lighten(
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
