/** The samples of a volume and their places; x first, while a result has its slowest axis first. */
import type { VolumeResult } from '../../domain/result/result.ts'
import type { Vector3 } from '../../look/display.ts'

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

/** Returns a function from fractions of the box to the interpolated value there; NaN beside NaN. */
export function createInterpolation(result: VolumeResult): (fractions: Vector3) => number {
  const { data } = result
  const [width, height, depth] = sizeOf(result)
  const strides = [1, width, width * height] as const
  return ([fx, fy, fz]) => {
    const [x, y, z] = [toCell(fx, width), toCell(fy, height), toCell(fz, depth)]
    const base = x.first + y.first * strides[1] + z.first * strides[2]
    let sum = 0
    for (let corner = 0; corner < 8; corner++) {
      const [i, j, k] = [corner & 1, (corner >> 1) & 1, corner >> 2]
      const weight = (i ? x.part : 1 - x.part) * (j ? y.part : 1 - y.part) * (k ? z.part : 1 - z.part)
      if (weight > 0) sum += weight * (data[base + i + j * strides[1] + k * strides[2]] ?? Number.NaN)
    }
    return sum
  }
}

function toCell(fraction: number, size: number): { readonly first: number; readonly part: number } {
  const at = Math.max(0, Math.min(size - 1, fraction * size - 0.5))
  const first = Math.min(Math.floor(at), Math.max(0, size - 2))
  return { first, part: at - first }
}
