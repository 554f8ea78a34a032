/** Places in the world of a volume, x, y, z, as indices of its samples and back. */
import type { Volume } from 'specimen-host/plugin'
import { type Affine, invert, toAffine } from './grid.ts'
import type { Vector } from './vector.ts'

/** The ways between a volume's world, x, y, z, and its indices, z, y, x. */
export interface VolumeWorld {
  readonly toIndex: (place: Vector) => Vector
  readonly toPlace: (index: Vector) => Vector
}

/** Returns the ways between the world of a volume and its indices. */
export function openWorld(volume: Volume): VolumeWorld {
  const forth = toAffine(volume)
  const back = invert(forth)
  return {
    toIndex: ([x, y, z]) => apply(back, [z - at(forth, 0), y - at(forth, 1), x - at(forth, 2)]),
    toPlace: (index) => {
      const [z, y, x] = apply(forth, index)
      return [x + at(forth, 2), y + at(forth, 1), z + at(forth, 0)]
    },
  }
}

/**
 * Returns the eight corners of the space that the samples fill: half a sample beyond the outermost centres.
 */
export function listCorners({ shape }: Volume, { toPlace }: VolumeWorld): readonly Vector[] {
  const toEnds = (count: number): readonly number[] => [-0.5, count - 0.5]
  const [zs, ys, xs] = [toEnds(shape[0]), toEnds(shape[1]), toEnds(shape[2])]
  return zs.flatMap((z) => ys.flatMap((y) => xs.map((x) => toPlace([z, y, x]))))
}

function at({ shift }: Affine, axis: number): number {
  return shift[axis] ?? 0
}

/** Returns a vector times the matrix alone. */
function apply({ matrix }: Affine, vector: Vector): Vector {
  const row = (first: number): number =>
    vector.reduce<number>((sum, value, axis) => sum + (matrix[first + axis] ?? 0) * value, 0)
  return [row(0), row(3), row(6)]
}
