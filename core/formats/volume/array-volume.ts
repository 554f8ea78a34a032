import { type ElementArray, findDtype } from '../../domain/result/elements.ts'
import type { ImageResult, VolumeResult } from '../../domain/result/result.ts'
import type { VolumeSeries } from '../format.ts'

/** The places of the samples of a volume, slowest axis first, and their meaning. */
export type VolumeGrid = {
  readonly [name in 'spacing' | 'origin' | 'orientation' | 'unit']?: VolumeResult[name] | undefined
}

/** Far below the tilt of a scanner, and above the rounding of a product of floats. */
const tolerance = 1e-5

/** Returns whether a step points along this axis of the world, upwards. */
export function isAlongAxis(step: readonly number[], axis: number): boolean {
  const length = Math.hypot(...step)
  return step.every((part, i) => (i === axis ? part > 0 : Math.abs(part) <= tolerance * length))
}

/** Returns a volume of three axes, slowest first. */
export function toVolume(
  shape: readonly number[],
  data: ElementArray,
  { spacing, origin, orientation, unit }: VolumeGrid = {},
): VolumeResult {
  return {
    ...{ type: 'volume', shape, dtype: findDtype(data) ?? 'float64', data },
    ...(spacing && { spacing }),
    ...(origin && { origin }),
    ...(orientation && { orientation }),
    ...(unit && { unit }),
  }
}

const opposites = new Map(['LR', 'RL', 'AP', 'PA', 'SI', 'IS'].map(([end, other]) => [end, other]))
const orders = ['012', '021', '102', '120', '201', '210'].map((order) => Array.from(order, Number))
/** The least part of a step along its axis of the world; less is of no direction. */
const leastPart = 0.1

/**
 * Returns the anatomical directions nearest to the steps along x, y and z, such as `RAS`: each axis of the
 * world once, all together as near as possible. `ends` are those in which the axes of the world grow.
 * Undefined for steps that do not span a space.
 */
export function toOrientation(
  steps: readonly (readonly number[] | undefined)[],
  ends: string,
): string | undefined {
  const parts = steps.map((step = []) => step.map((part) => part / Math.hypot(...step)))
  const partOf = (axis: number, world: number): number => parts[axis]?.[world] ?? Number.NaN
  const measure = (order: readonly number[]): number =>
    order.reduce((sum, world, axis) => sum + Math.abs(partOf(axis, world)), 0)
  const [best = []] = orders.toSorted((one, other) => measure(other) - measure(one))
  if (!best.every((world, axis) => Math.abs(partOf(axis, world)) > leastPart)) return undefined
  return best
    .map((world, axis) => (partOf(axis, world) > 0 ? ends[world] : opposites.get(ends[world])))
    .join('')
}

/** Returns the volume of an array of at least three axes, slowest first; the volumes where there are more. */
export function toVolumes(
  shape: readonly number[],
  data: ElementArray,
  grid: VolumeGrid = {},
): VolumeResult | VolumeSeries {
  const extents = shape.slice(-3)
  const length = extents.reduce((total, extent) => total * extent, 1)
  const count = data.length / length
  if (count === 1) return toVolume(extents, data, grid)
  return { count, read: (frame) => toVolume(extents, data.slice(frame * length, (frame + 1) * length), grid) }
}

/** Returns unsigned samples of 8 or 16 bits as an image; undefined for others. */
export function toImage(
  size: Pick<ImageResult, 'width' | 'height' | 'channels'>,
  data: ElementArray,
): ImageResult | undefined {
  if (data instanceof Uint8Array) return { type: 'image', ...size, dtype: 'uint8', data }
  return data instanceof Uint16Array ? { type: 'image', ...size, dtype: 'uint16', data } : undefined
}
