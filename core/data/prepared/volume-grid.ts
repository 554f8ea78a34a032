/** The samples of a volume and their places; x first, while a result has its slowest axis first. */
import type { VolumeResult } from '../../contract/domain/result/result.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { PreparedVolume } from './prepared.ts'

/** Three axes, for loops over them. */
export const axes = [0, 1, 2] as const

/** Returns the number of samples along x, y and z; 1 for missing axes. Further slow axes are ignored. */
export function sizeOf({ shape }: Pick<VolumeResult, 'shape'>): Vector3 {
  return [shape.at(-1) ?? 1, shape.at(-2) ?? 1, shape.at(-3) ?? 1]
}

/** Returns the sample at a column, row and layer. */
export function readSample(result: VolumeResult, [x, y, z]: Vector3): number {
  const [width, height] = sizeOf(result)
  return result.data[x + width * (y + height * z)] ?? Number.NaN
}

/** Returns column, row and layer of the sample at a place, given as fractions of the box. */
export function toIndex(size: Vector3, fractions: Vector3): Vector3 {
  const along = (axis: 0 | 1 | 2): number =>
    Math.max(0, Math.min(size[axis] - 1, Math.floor(fractions[axis] * size[axis])))
  return [along(0), along(1), along(2)]
}

/** Returns a function from fractions of the box to what is drawn there: the interpolated value, or a rank. */
export function createReading({
  result,
  labels,
}: Pick<PreparedVolume, 'result' | 'labels'>): (fractions: Vector3) => number {
  if (!labels) return createInterpolation(result)
  const size = sizeOf(result)
  const [width, height] = size
  return (fractions) => {
    const [x, y, z] = toIndex(size, fractions)
    return labels.ranks[x + width * (y + height * z)] ?? Number.NaN
  }
}

/** Returns a function from fractions of the box to the interpolated value there; NaN beside NaN. */
export function createInterpolation(
  result: Pick<VolumeResult, 'shape'> & { readonly data: ArrayLike<number> },
): (fractions: Vector3) => number {
  const { data } = result
  const [width, height, depth] = sizeOf(result)
  const layer = width * height
  // Numbers alone: with an object for each axis a picture took three times as long.
  return (fractions) => {
    const x = toPlace(fractions[0], width)
    const y = toPlace(fractions[1], height)
    const z = toPlace(fractions[2], depth)
    const column = Math.floor(x)
    const row = Math.floor(y)
    const slice = Math.floor(z)
    const right = x - column
    const down = y - row
    const behind = z - slice
    const left = 1 - right
    const up = 1 - down
    const before = 1 - behind
    // A neighbour without weight may be NaN, or none.
    const toRight = right > 0 ? 1 : 0
    const toDown = down > 0 ? width : 0
    const near = column + row * width + slice * layer
    const far = behind > 0 ? near + layer : near
    return (
      left * up * before * (data[near] ?? Number.NaN) +
      right * up * before * (data[near + toRight] ?? Number.NaN) +
      left * down * before * (data[near + toDown] ?? Number.NaN) +
      right * down * before * (data[near + toDown + toRight] ?? Number.NaN) +
      left * up * behind * (data[far] ?? Number.NaN) +
      right * up * behind * (data[far + toRight] ?? Number.NaN) +
      left * down * behind * (data[far + toDown] ?? Number.NaN) +
      right * down * behind * (data[far + toDown + toRight] ?? Number.NaN)
    )
  }
}

/** Returns a place along an axis, in samples from the middle of the first. */
function toPlace(fraction: number, size: number): number {
  return Math.max(0, Math.min(size - 1, fraction * size - 0.5))
}
