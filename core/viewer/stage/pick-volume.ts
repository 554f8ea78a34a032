import type { Plane, Ray } from 'three'
import type { PreparedVolume } from '../data/prepared.ts'
import { axes, createInterpolation, readSample, sizeOf, toIndex } from '../data/volume-grid.ts'
import type { Display, Vector3 } from '../state/display.ts'
import { toVector } from '../state/vectors.ts'
import type { Hit } from './stage.ts'
import { notableOpacity, toFraction, toIsovalue, toOpacity } from './volume-transfer.ts'

/**
 * Returns the sample on a ray, as the volume is drawn: the highest one, the surface, or the first place with
 * notable opacity. Takes about one step for each sample along the ray.
 */
export function pickVolume(
  prepared: PreparedVolume,
  {
    ray,
    planes,
    display,
  }: { readonly ray: Ray; readonly planes: readonly Plane[]; readonly display: Display },
): Hit | null {
  const walk = createWalk(prepared, ray, planes)
  if (!walk) return null
  const found = finders[display.rendering](walk, prepared, display)
  return found === null ? null : toHit(prepared, walk.at(found))
}

interface Walk {
  readonly from: number
  readonly to: number
  readonly step: number
  /** The length of a step, in longest sides of the box. */
  readonly depth: number
  readonly at: (distance: number) => Vector3
  readonly value: (distance: number) => number
}

function createWalk({ bounds, result }: PreparedVolume, ray: Ray, planes: readonly Plane[]): Walk | null {
  const { low, high } = bounds
  const sides = toVector((axis) => high[axis] - low[axis] || 1)
  const start = ray.origin.toArray()
  const along = ray.direction.toArray()
  const [from, to] = cutRay(ray, bounds, planes)
  if (!(to > from)) return null
  const size = sizeOf(result)
  const samples = Math.hypot(...axes.map((axis) => (along[axis] / sides[axis]) * size[axis])) * (to - from)
  const step = (to - from) / Math.max(2, Math.ceil(samples))
  const at = (distance: number): Vector3 =>
    toVector((axis) => (start[axis] + along[axis] * distance - low[axis]) / sides[axis])
  const interpolate = createInterpolation(result)
  return {
    from,
    to,
    step,
    depth: step / Math.max(...sides),
    at,
    value: (distance) => interpolate(at(distance)),
  }
}

/** Returns a ray's part in a box and on the positive side of all planes; `from` is above `to` for none. */
function cutRay(
  { origin, direction }: Ray,
  { low, high }: PreparedVolume['bounds'],
  planes: readonly Plane[],
): readonly [from: number, to: number] {
  const [start, along] = [origin.toArray(), direction.toArray()]
  let [from, to] = [0, Number.POSITIVE_INFINITY]
  for (const axis of axes) {
    const [a, b] = [(low[axis] - start[axis]) / along[axis], (high[axis] - start[axis]) / along[axis]]
    if (along[axis] === 0) {
      if (start[axis] < low[axis] || start[axis] > high[axis]) to = -1
      continue
    }
    from = Math.max(from, Math.min(a, b))
    to = Math.min(to, Math.max(a, b))
  }
  for (const plane of planes) {
    const height = plane.distanceToPoint(origin)
    const slope = plane.normal.dot(direction)
    if (slope > 0) from = Math.max(from, -height / slope)
    else if (slope < 0) to = Math.min(to, -height / slope)
    else if (height < 0) to = -1
  }
  return [from, to]
}

const finders = { direct: findNotable, maximum: findHighest, isosurface: findSurface }

function findNotable({ from, to, step, depth, value }: Walk, { range }: PreparedVolume, display: Display) {
  const window = display.window ?? range
  let clear = 1
  for (let distance = from + step / 2; distance < to; distance += step) {
    clear *= 1 - toOpacity(toFraction(value(distance), window), display.density, depth)
    if (1 - clear >= notableOpacity) return distance
  }
  return null
}

function findHighest({ from, to, step, value }: Walk, { range }: PreparedVolume, display: Display) {
  let highest = (display.window ?? range)[0] // values below the window are not drawn
  let found: number | null = null
  for (let distance = from + step / 2; distance < to; distance += step) {
    const here = value(distance)
    if (!(here > highest)) continue
    highest = here
    found = distance
  }
  return found
}

function findSurface({ from, to, step, value }: Walk, prepared: PreparedVolume, display: Display) {
  const isovalue = toIsovalue(prepared, display)
  let before = value(from)
  for (let distance = from; distance < to - step / 2; distance += step) {
    const next = value(distance + step)
    if ((before < isovalue && next >= isovalue) || (before >= isovalue && next < isovalue))
      return bisect(
        { near: distance, far: distance + step },
        (at) => value(at) < isovalue === before < isovalue,
      )
    before = next
  }
  return null
}

function bisect(span: { readonly near: number; readonly far: number }, isNear: (at: number) => boolean) {
  let { near, far } = span
  for (let i = 0; i < 12; i++) {
    const middle = (near + far) / 2
    if (isNear(middle)) near = middle
    else far = middle
  }
  return (near + far) / 2
}

function toHit({ bounds, result }: PreparedVolume, fractions: Vector3): Hit {
  const { low, high } = bounds
  const index = toIndex(sizeOf(result), fractions)
  return {
    place: toVector((axis) => low[axis] + fractions[axis] * (high[axis] - low[axis])),
    values: [readSample(result, index)],
    index,
  }
}
