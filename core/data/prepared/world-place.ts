/**
 * The places of a volume's samples in its world. The picture has the axes of the array, so that slices are
 * those of the file; read-outs, and another volume over it, go by the directions of the axes.
 */
import {
  type AxisVector,
  findWorldEnds,
  toAxisVectors,
  toWorld,
} from '../../contract/domain/result/direction.ts'
import type { VolumeResult } from '../../contract/domain/result/result.ts'
import { type Affine, applyAffine, invertAffine } from '../../contract/look/affine.ts'
import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { scale, subtract, toVector } from '../../contract/look/vectors.ts'
import { sizeOf } from './volume-grid.ts'

/** A volume with its box in the picture. */
interface PlacedVolume {
  readonly result: VolumeResult
  readonly bounds: Bounds
}

/** Returns the way from fractions of a volume's box to x, y, z in its world. */
export function toWorldAffine(result: VolumeResult): Affine {
  const size = sizeOf(result)
  const steps = toAxisVectors(result.direction).map((vector, axis) => {
    const length = result.spacing?.at(-1 - axis) ?? 1
    return toVector((world) => vector[world] * length)
  })
  const first = toVector((world) => result.origin?.at(-1 - world) ?? 0)
  const [x = first, y = first, z = first] = steps
  const corner = [x, y, z].reduce((place, step) => subtract(place, scale(step, 0.5)), first)
  return { columns: [scale(x, size[0]), scale(y, size[1]), scale(z, size[2])], start: corner }
}

/** Returns the place in the world of a place in the picture; the same one without directions. */
export function toWorldPlace({ result, bounds }: PlacedVolume, place: Vector3): Vector3 {
  if (!result.direction) return place
  const { low, high } = bounds
  const fractions = toVector((axis) => (place[axis] - low[axis]) / (high[axis] - low[axis]))
  return applyAffine(toWorldAffine(result), fractions)
}

/** Returns the way from fractions of one box to those of the other, through the world of both. */
export function toOther(base: VolumeResult, other: VolumeResult): Affine {
  const [from, to] = [findWorldEnds(base), findWorldEnds(other)]
  const turn = (vector: AxisVector): Vector3 => (from && to ? toWorld(vector, from, to) : vector)
  const [there, back] = [toWorldAffine(base), invertAffine(toWorldAffine(other))]
  const start = applyAffine(back, turn(there.start))
  const move = (column: Vector3): Vector3 => subtract(applyAffine(back, turn(column)), back.start)
  const [x, y, z] = there.columns
  return { columns: [move(x), move(y), move(z)], start }
}
