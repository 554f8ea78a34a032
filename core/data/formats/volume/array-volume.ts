import {
  type AxisVector,
  findDirectionFault,
  toOrientation as findOrientation,
  isAlongWorld,
  toDirection,
} from '../../../contract/domain/result/direction.ts'
import { type ElementArray, findDtype } from '../../../contract/domain/result/elements.ts'
import type { ImageResult, VolumeResult } from '../../../contract/domain/result/result.ts'
import type { DecodeContext, VolumeSeries } from '../format.ts'
import type { FileDtype } from './samples.ts'

/** The places of the samples of a volume, slowest axis first, and their meaning. */
export type VolumeGrid = {
  readonly [name in
    | 'spacing'
    | 'origin'
    | 'direction'
    | 'orientation'
    | 'space'
    | 'unit'
    | 'valueName'
    | 'valueUnit'
    | 'window']?: VolumeResult[name] | undefined
}

/** Most that float64 counts exactly. */
const mostExact = 2 ** 53

/** Notes samples that were integers of 64 bits, too large to be exact. */
export function noteInexact(
  data: ElementArray,
  dtype: FileDtype,
  { onNote }: Pick<DecodeContext, 'onNote'>,
): void {
  if (dtype !== 'int64' && dtype !== 'uint64') return
  // 2^53 + 1 is read as 2^53.
  if (data.some((value) => Math.abs(value) >= mostExact))
    onNote('Integers of 2^53 and more are shown as the nearest float64.')
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
  { spacing, origin, direction, orientation, space, unit, valueName, valueUnit, window }: VolumeGrid = {},
): VolumeResult {
  return {
    type: 'volume',
    shape,
    dtype: findDtype(data) ?? 'float64',
    data,
    ...(spacing && { spacing }),
    ...(origin && { origin }),
    ...(direction && { direction }),
    ...(orientation && { orientation }),
    ...(space && { space }),
    ...(unit && { unit }),
    ...(valueName && { valueName }),
    ...(valueUnit && { valueUnit }),
    ...(window && { window }),
  }
}

/**
 * Returns the place of a volume whose steps along x, y and z lead through a world: the lengths of the steps,
 * and their directions where they are not those of the world. `first` is the place of the first sample,
 * `ends` are the anatomical directions in which the axes of the world grow. Two steps are those of a single
 * slice, and a world of two axes is the plane z = 0. Undefined for steps that span no space.
 */
export function toPlace(
  steps: readonly (readonly number[] | undefined)[],
  {
    first,
    ends,
  }: { readonly first?: readonly number[] | undefined; readonly ends?: string | undefined } = {},
): VolumeGrid | undefined {
  const vectors = toVectors(steps.length === 2 ? addNormal(steps) : steps)
  if (!vectors || findDirectionFault(toDirection(vectors)) !== undefined) return undefined
  return {
    spacing: vectors.map((vector) => shorten(Math.hypot(...vector))).reverse(),
    origin: first?.length === steps[0]?.length ? toOrigin(first ?? []) : undefined,
    direction: isAlongWorld(vectors) ? undefined : toDirection(vectors),
    orientation: ends && findOrientation(vectors, ends),
  }
}

/** Returns a place by its x and y, and z in space, slowest first; undefined for one that is not finite. */
export function toOrigin(first: readonly number[]): readonly number[] | undefined {
  const [x = Number.NaN, y = Number.NaN, z = 0, ...more] = first
  const isPlace = more.length === 0 && Number.isFinite(x + y + z)
  return isPlace ? [z, y, x].map((part) => part + 0) : undefined // 0 for minus zero
}

/** Adds the step across a slice, as long as its smaller one. */
function addNormal(steps: readonly (readonly number[] | undefined)[]): readonly (readonly number[])[] {
  const [right, down] = steps.map(([x = Number.NaN, y = Number.NaN, z = 0] = []) => [x, y, z] as const)
  const [[a, b, c], [d, e, f]] = [right ?? [1, 0, 0], down ?? [0, 1, 0]]
  const normal = [b * f - c * e, c * d - a * f, a * e - b * d]
  const scale = Math.min(Math.hypot(a, b, c), Math.hypot(d, e, f)) / Math.hypot(...normal)
  return [[a, b, c], [d, e, f], normal.map((part) => part * scale)]
}

/** Notes the lengths and the place that a file gives to an image, which has neither. */
export function notePlace(
  { spacing = [], origin = [], direction, unit }: VolumeGrid,
  { onNote }: Pick<DecodeContext, 'onNote'>,
): void {
  const list = (values: readonly number[]): string =>
    values
      .toReversed()
      .map((value) => Number(value.toPrecision(6)))
      .join(', ')
  const isScaled = unit !== undefined || spacing.some((length) => length !== 1)
  const found = [
    ...(isScaled && spacing.length > 0
      ? [`spacing ${list(spacing.slice(-2))}${unit ? ` ${unit}` : ''}`]
      : []),
    ...(origin.some((part) => part !== 0) ? [`origin ${list(origin)}`] : []),
    ...(direction ? ['directions'] : []),
  ]
  if (found.length > 0)
    onNote(
      `An image has no lengths and no place in space: those of the file are left out (${found.join('; ')}).`,
    )
}

/**
 * Returns lengths of two or three axes slowest first, three of them: one that is not above zero counts as its
 * amount or as 1, and a single slice is as thick as its smaller step.
 */
export function toSpacing(lengths: readonly number[]): readonly number[] {
  const found = lengths.map((length) => (Number.isFinite(length) && length !== 0 ? Math.abs(length) : 1))
  return (found.length === 2 ? [...found, Math.min(...found)] : found).reverse()
}

/** Returns a length without the rounding of its root: 2 for 2.0000000000000004. */
function shorten(length: number): number {
  return Number(length.toPrecision(12))
}

function toVectors(steps: readonly (readonly number[] | undefined)[]): readonly AxisVector[] | undefined {
  const vectors = steps.map((step): AxisVector | undefined => {
    const [x, y, z, more] = step ?? []
    if (x === undefined || y === undefined || z === undefined || more !== undefined) return undefined
    return Number.isFinite(x + y + z) && Math.hypot(x, y, z) > 0 ? [x, y, z] : undefined
  })
  return vectors.length === 3 && vectors.every((vector) => vector !== undefined) ? vectors : undefined
}

/**
 * Returns the anatomical directions nearest to the steps along x, y and z, such as `RAS`. `ends` are those in
 * which the axes of the world grow. Undefined for steps that do not span a space.
 */
export function toOrientation(
  steps: readonly (readonly number[] | undefined)[],
  ends: string,
): string | undefined {
  const vectors = toVectors(steps)
  return vectors && findOrientation(vectors, ends)
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
