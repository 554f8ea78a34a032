/**
 * The places of a volume's samples in its world. The picture has the axes of the array, so that slices are
 * those of the file; read-outs, and another volume over it, go by the directions of the axes.
 */
import { type AxisVector, findWorldEnds, toAxisVectors, toWorld } from '../../domain/result/direction.ts'
import type { VolumeResult } from '../../domain/result/result.ts'
import type { Bounds } from '../../look/box.ts'
import type { Vector3 } from '../../look/display.ts'
import { add, scale, subtract, toVector } from '../../look/vectors.ts'
import { axes, sizeOf } from './volume-grid.ts'

/** Three columns and a start: a place is start + the columns, each times a coordinate. */
export interface Affine {
  readonly columns: readonly [Vector3, Vector3, Vector3]
  readonly start: Vector3
}

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

/** Returns the place at coordinates. */
export function applyAffine({ columns, start }: Affine, [x, y, z]: Vector3): Vector3 {
  return add(add(add(start, scale(columns[0], x)), scale(columns[1], y)), scale(columns[2], z))
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
  const [there, back] = [toWorldAffine(base), invert(toWorldAffine(other))]
  const start = applyAffine(back, turn(there.start))
  const move = (column: Vector3): Vector3 => subtract(applyAffine(back, turn(column)), back.start)
  const [x, y, z] = there.columns
  return { columns: [move(x), move(y), move(z)], start }
}

/** The columns span a space, as directions do. */
function invert({ columns: [a, b, c], start }: Affine): Affine {
  const rows = [cross(b, c), cross(c, a), cross(a, b)]
  const volume = axes.reduce<number>((sum, axis) => sum + a[axis] * (rows[0]?.[axis] ?? 0), 0)
  const column = (axis: 0 | 1 | 2): Vector3 => toVector((row) => (rows[row]?.[axis] ?? 0) / volume)
  const columns = [column(0), column(1), column(2)] as const
  const zero: Vector3 = [0, 0, 0]
  return { columns, start: scale(applyAffine({ columns, start: zero }, start), -1) }
}

function cross([a, b, c]: Vector3, [d, e, f]: Vector3): Vector3 {
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}
