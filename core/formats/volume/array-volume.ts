import { type ElementArray, findDtype } from '../../domain/result/elements.ts'
import type { VolumeResult } from '../../domain/result/result.ts'
import type { VolumeSeries } from '../format.ts'

/** The places of the samples of a volume, slowest axis first. */
export interface VolumeGrid {
  readonly spacing?: readonly number[] | undefined
  readonly origin?: readonly number[] | undefined
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
  { spacing, origin }: VolumeGrid = {},
): VolumeResult {
  const dtype = findDtype(data) ?? 'float64'
  return { type: 'volume', shape, dtype, data, ...(spacing && { spacing }), ...(origin && { origin }) }
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
