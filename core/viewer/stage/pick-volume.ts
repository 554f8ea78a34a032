import type { Ray } from 'three'
import { cutRay, type HalfSpace, listFaces } from '../../contract/look/clip.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { opacityAt } from '../../contract/look/opacity-curve.ts'
import { add, along, dot, scale, toVector } from '../../contract/look/vectors.ts'
import {
  chooseRendering,
  chooseTransfer,
  notableOpacity,
  toExtinction,
  toFraction,
  toIsovalues,
} from '../../contract/look/volume-transfer.ts'
import type { PreparedVolume } from '../../data/prepared/prepared.ts'
import { axes, createReading, readSample, sizeOf, toIndex } from '../../data/prepared/volume-grid.ts'
import type { Hit } from './hit.ts'

/**
 * Returns the sample on a ray, as the volume is drawn: the highest one, the surface, or the first place with
 * notable opacity. Takes about one step for each sample along the ray.
 */
export function pickVolume(
  prepared: PreparedVolume,
  ray: Ray,
  { kept, display }: { readonly kept: readonly HalfSpace[]; readonly display: Display },
): Hit | null {
  const walk = createWalk(prepared, ray, kept)
  if (!walk) return null
  const found = finders[chooseRendering(prepared, display)](walk, prepared, display)
  if (found === null) return null
  const hit = toHit(prepared, walk.at(found))
  const normal = findNormal(prepared, walk.at(found), ray.direction.toArray())
  return normal ? { ...hit, normal } : hit
}

/**
 * Returns the direction in which the values change most, by differences of samples, to the side that a ray
 * comes from; null for labels, beside samples without a value, and where all are the same.
 */
function findNormal(prepared: PreparedVolume, fractions: Vector3, direction: Vector3): Vector3 | null {
  if (prepared.labels) return null
  const { low, high } = prepared.bounds
  const size = sizeOf(prepared.result)
  const read = createReading(prepared)
  const slope = toVector((axis) => {
    const step = 1 / size[axis]
    const [up, down] = [1, -1].map((sign) => read(add(fractions, along(axis, sign * step))))
    return ((up ?? 0) - (down ?? 0)) / (2 * step * (high[axis] - low[axis]))
  })
  if (!(Math.hypot(...slope) > 0)) return null
  return dot(slope, direction) > 0 ? scale(slope, -1) : slope
}

type Walk = NonNullable<ReturnType<typeof createWalk>>

function createWalk(prepared: PreparedVolume, ray: Ray, kept: readonly HalfSpace[]) {
  const { bounds, result } = prepared
  const { low, high } = bounds
  const sides = toVector((axis) => high[axis] - low[axis] || 1)
  const start = ray.origin.toArray()
  const along = ray.direction.toArray()
  const [from, to] = cutRay(start, along, [...listFaces(bounds), ...kept])
  if (!(to > from)) return null
  const size = sizeOf(result)
  const samples = Math.hypot(...axes.map((axis) => (along[axis] / sides[axis]) * size[axis])) * (to - from)
  const step = (to - from) / Math.max(2, Math.ceil(samples))
  const at = (distance: number): Vector3 =>
    toVector((axis) => (start[axis] + along[axis] * distance - low[axis]) / sides[axis])
  const read = createReading(prepared)
  return {
    from,
    to,
    step,
    /** The length of a step, in longest sides of the box. */
    depth: step / Math.max(...sides),
    at,
    value: (distance: number) => read(at(distance)),
  }
}

/** The mean of a ray has no place; its highest sample stands for it. */
const finders = {
  direct: findNotable,
  maximum: findHighest,
  mean: findHighest,
  minimum: findLowest,
  isosurface: findSurface,
}

function findNotable({ from, to, step, depth, value }: Walk, prepared: PreparedVolume, display: Display) {
  const transfer = chooseTransfer(prepared, display)
  let clear = 1
  for (let distance = from + step / 2; distance < to; distance += step) {
    const here = value(distance)
    if (Number.isNaN(here)) continue
    const opacity = opacityAt(transfer.opacity, toFraction(here, transfer))
    clear *= Math.exp(-toExtinction(opacity) * display.density * depth)
    if (1 - clear >= notableOpacity) return distance
  }
  return null
}

/** Values below the window are not drawn. */
function findHighest(walk: Walk, prepared: PreparedVolume, display: Display) {
  return findExtreme(walk, chooseTransfer(prepared, display).window[0], (value, best) => value > best)
}

function findLowest(walk: Walk, prepared: PreparedVolume, display: Display) {
  return findExtreme(walk, chooseTransfer(prepared, display).window[1], (value, best) => value < best)
}

function findExtreme(
  { from, to, step, value }: Walk,
  least: number,
  isBetter: (value: number, best: number) => boolean,
) {
  let best = least
  let found: number | null = null
  for (let distance = from + step / 2; distance < to; distance += step) {
    const here = value(distance)
    if (!isBetter(here, best)) continue
    best = here
    found = distance
  }
  return found
}

function findSurface({ from, to, step, value }: Walk, prepared: PreparedVolume, display: Display) {
  const isovalues = toIsovalues(prepared, display)
  let before = value(from)
  for (let distance = from; distance < to - step / 2; distance += step) {
    const next = value(distance + step)
    const crossed = isovalues.filter((isovalue) =>
      before < isovalue ? next >= isovalue : before >= isovalue && next < isovalue,
    )
    if (crossed.length > 0) {
      const isovalue = before < next ? Math.min(...crossed) : Math.max(...crossed)
      const isNear = (at: number): boolean => value(at) < isovalue === before < isovalue
      return bisect({ near: distance, far: distance + step }, isNear)
    }
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
