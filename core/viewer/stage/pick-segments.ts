import type { Ray } from 'three'
import { type HalfSpace, isKept } from '../../contract/look/clip.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { add, dot, readVector, scale, subtract } from '../../contract/look/vectors.ts'
import type { PreparedArrows, PreparedLines } from '../../data/prepared/prepared.ts'
import type { Hit } from './hit.ts'
import { besideWeight, type PickReach } from './pick-points.ts'

/** Returns the place of a line under a ray, or null; the index is that of the nearer point. */
export function pickLines(
  { result, joined }: PreparedLines,
  ray: Ray,
  reach: PickReach,
  kept: readonly HalfSpace[],
): Hit | null {
  const { points } = result
  const read = (i: number): Ends | null =>
    joined[i] === 1 ? [readVector(points, 3 * i), readVector(points, 3 * i + 3)] : null
  const found = pickSegments({ count: joined.length, read }, ray, { ...reach, kept })
  if (!found) return null
  const index = found.part < 0.5 ? found.segment : found.segment + 1
  return { place: found.place, values: readValues(result, index), index: [index] }
}

/** Returns the place of an arrow under a ray, or null. */
export function pickArrows(
  { result, step }: PreparedArrows,
  ray: Ray,
  reach: PickReach,
  kept: readonly HalfSpace[],
): Hit | null {
  const { points, vectors } = result
  const read = (i: number): Ends | null => {
    const tail = readVector(points, 3 * i * step)
    const vector = readVector(vectors, 3 * i * step)
    return vector.every((part) => part === 0) ? null : [tail, add(tail, vector)]
  }
  const count = Math.ceil(points.length / 3 / step)
  const found = pickSegments({ count, read }, ray, { ...reach, kept })
  if (!found) return null
  const index = found.segment * step
  return { place: found.place, values: readValues(result, index), index: [index] }
}

function readValues(
  { scalars, colors }: Pick<PreparedLines['result'], 'scalars' | 'colors'>,
  index: number,
): readonly number[] {
  const scalar = scalars?.[index]
  return scalar !== undefined ? [scalar] : [...(colors?.subarray(3 * index, 3 * index + 3) ?? [])]
}

type Ends = readonly [from: Vector3, to: Vector3]

/** Straight pieces; `read` returns null where there is none. */
interface Segments {
  readonly count: number
  readonly read: (i: number) => Ends | null
}

interface MetSegment {
  readonly segment: number
  readonly place: Vector3
  /** The part of the way from its start. */
  readonly part: number
}

/** Returns the segment under a ray, as `pickPoints` finds a point. */
function pickSegments(
  { count, read }: Segments,
  { origin, direction }: Ray,
  { tolerance, radius, kept }: PickReach & { readonly kept: readonly HalfSpace[] },
): MetSegment | null {
  const eye: Vector3 = [origin.x, origin.y, origin.z]
  const along: Vector3 = [direction.x, direction.y, direction.z]
  let best = Number.POSITIVE_INFINITY
  let met: MetSegment | null = null
  for (let i = 0; i < count; i++) {
    const ends = read(i)
    if (!ends) continue
    const way = subtract(ends[1], ends[0])
    const arm = subtract(ends[0], eye)
    // The place of the segment that is nearest to the line of the ray.
    const [lean, square] = [dot(way, along), dot(way, way)]
    const apart = square - lean * lean
    const wanted = apart > 0 ? (lean * dot(arm, along) - dot(arm, way)) / apart : 0
    const part = Math.max(0, Math.min(1, wanted))
    const place = add(ends[0], scale(way, part))
    const from = subtract(place, eye)
    const distance = dot(from, along)
    if (!(distance > 0)) continue
    const beside = dot(from, from) - distance * distance
    const reach = Math.max(tolerance * distance, radius)
    if (!(beside <= reach * reach)) continue
    const weighed = distance + (beside / reach) * besideWeight
    if (weighed < best && isKept(kept, place)) {
      best = weighed
      met = { segment: i, place, part }
    }
  }
  return met
}
