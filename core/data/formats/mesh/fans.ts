import type { ByteBudget } from '../byte-budget.ts'
import type { DecodeContext } from '../format.ts'
import { GrowingArray } from './growing-array.ts'

/** Corners that are compared in a file at most: 50 million, about a second, whatever polygons it has. */
const mostSteps = 50_000_000
/** The part of a polygon's area by which a triangle may be turned over and still count as flat. */
const flat = 1e-7

/** Corners of the largest polygon that is looked at, so that its lists stay small. */
const mostCorners = 2 ** 16

/** Said of a file in which polygons cross themselves, or are too large for the search. */
export const fanNote =
  'Some of its polygons are shown as fans of triangles, which overlap where these are concave.'

/** The first slot of a fan and its number of corners. */
interface FanPlace {
  readonly slot: number
  readonly count: number
}

/** A polygon on the plane that is nearest to it, counter-clockwise. */
interface Outline {
  readonly x: Float64Array
  readonly y: Float64Array
  /** Twice its area. */
  readonly area: number
}

/**
 * Fans of triangles that stand for polygons of more than three corners. A fan around the first corner is
 * right for convex polygons; in concave ones its triangles leave the outline and cover each other. Once all
 * places are known, these are cut into other triangles by clipping ears (Meisters 1975): as many, in the same
 * slots.
 */
export class Fans {
  /** The first slot of each fan and its number of corners. */
  readonly #places: GrowingArray<Uint32Array>

  constructor(budget: ByteBudget) {
    this.#places = new GrowingArray(Uint32Array, budget)
  }

  /** Remembers a fan of so many corners that begins at a slot of the list. */
  add(slot: number, corners: number): void {
    if (corners <= 3) return
    this.#places.push(slot)
    this.#places.push(corners)
  }

  /**
   * Cuts concave polygons anew, in a list of indices into `points` (x, y, z) and in those that go with it.
   * Polygons that cross themselves stay fans, which is noted.
   */
  cutConcave(
    points: ArrayLike<number>,
    lists: readonly [GrowingArray<Uint32Array>, ...GrowingArray<Uint32Array>[]],
    { onNote }: Pick<DecodeContext, 'onNote'>,
  ): void {
    let steps = mostSteps
    const take = (count: number): boolean => {
      steps -= count
      return steps >= 0
    }
    let isLeft = false
    for (let i = 0; i < this.#places.length; i += 2) {
      const [slot, count] = [this.#places.get(i), this.#places.get(i + 1)]
      if (count <= mostCorners && isRightFan(points, lists[0], { slot, count })) continue
      const slots = Array.from({ length: Math.min(count, mostCorners) }, (_, corner) => toSlot(slot, corner))
      const corners = slots.map((at) => lists[0].get(at))
      const cut = count <= mostCorners ? clipEars(project(corners, points), take) : undefined
      if (!cut) isLeft = true
      else for (const list of lists) rewrite(list, slots, cut)
    }
    this.#places.clear()
    if (isLeft) onNote(fanNote)
  }
}

/** Returns where a fan has a corner of its polygon: each triangle adds one behind the first two. */
function toSlot(first: number, corner: number): number {
  return corner < 2 ? first + corner : first + 3 * (corner - 2) + 2
}

/** Writes triangles, by the numbers of their corners, over the fan of a polygon. */
function rewrite(list: GrowingArray<Uint32Array>, slots: readonly number[], cut: readonly number[]): void {
  const corners = slots.map((slot) => list.get(slot))
  const [first = 0] = slots
  cut.forEach((corner, i) => {
    list.set(first + i, corners[corner] ?? 0)
  })
}

/** Drops the axis along which the polygon's normal (Newell's) is longest. */
function project(corners: readonly number[], points: ArrayLike<number>): Outline {
  const at = (corner: number, axis: number): number =>
    points[3 * (corners[corner % corners.length] ?? 0) + (axis % 3)] ?? Number.NaN
  const normal = [0, 1, 2].map((axis) => {
    let sum = 0
    for (let i = 0; i < corners.length; i++) {
      const [u, v] = [at(i, axis + 1) - at(0, axis + 1), at(i, axis + 2) - at(0, axis + 2)]
      sum += u * (at(i + 1, axis + 2) - at(0, axis + 2)) - v * (at(i + 1, axis + 1) - at(0, axis + 1))
    }
    return sum
  })
  const lengths = normal.map(Math.abs)
  const dropped = lengths.indexOf(Math.max(...lengths))
  const isTurned = (normal[dropped] ?? 0) < 0
  const [u, v] = isTurned ? [dropped + 2, dropped + 1] : [dropped + 1, dropped + 2]
  return {
    x: Float64Array.from(corners, (_, i) => at(i, u) - at(0, u)),
    y: Float64Array.from(corners, (_, i) => at(i, v) - at(0, v)),
    area: lengths[dropped] ?? 0,
  }
}

/** Returns twice the area of a triangle of corners: negative where it is clockwise. */
function turn({ x, y }: Outline, a: number, b: number, c: number): number {
  const [ax = 0, ay = 0, bx = 0, by = 0, cx = 0, cy = 0] = [x[a], y[a], x[b], y[b], x[c], y[c]]
  return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
}

/** Returns whether no triangle of a fan is turned against the sum of all, so that none covers another. */
function isRightFan(
  points: ArrayLike<number>,
  list: GrowingArray<Uint32Array>,
  { slot, count }: FanPlace,
): boolean {
  const origin = list.get(slot)
  // The first pass adds the normals of the triangles up, the second one compares each with their sum.
  let [sumX, sumY, sumZ, least] = [0, 0, 0, 0]
  for (let pass = 0; pass < 2; pass++) {
    if (pass === 1) least = -flat * (sumX * sumX + sumY * sumY + sumZ * sumZ)
    for (let corner = 2; corner < count; corner++) {
      const [b, c] = [list.get(toSlot(slot, corner - 1)), list.get(toSlot(slot, corner))]
      const bx = toStep(points, origin, b, 0)
      const by = toStep(points, origin, b, 1)
      const bz = toStep(points, origin, b, 2)
      const cx = toStep(points, origin, c, 0)
      const cy = toStep(points, origin, c, 1)
      const cz = toStep(points, origin, c, 2)
      const [x, y, z] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx]
      if (pass === 0) {
        sumX += x
        sumY += y
        sumZ += z
      } else if (x * sumX + y * sumY + z * sumZ < least) return false
    }
  }
  return true
}

/** Returns the way from one point to another along an axis. */
function toStep(points: ArrayLike<number>, from: number, to: number, axis: number): number {
  return (points[3 * to + axis] ?? 0) - (points[3 * from + axis] ?? 0)
}

/** Returns three corners a triangle; undefined where the outline crosses itself, or the steps are spent. */
function clipEars(outline: Outline, take: (steps: number) => boolean): number[] | undefined {
  const left = Array.from(outline.x, (_, corner) => corner)
  const cut: number[] = []
  while (left.length > 3) {
    const ear = findEar(outline, left, take)
    if (ear === undefined) return undefined
    cut.push(...aroundOf(left, ear))
    left.splice(ear, 1)
  }
  const isTurned = turn(outline, ...aroundOf(left, 1)) < -flat * outline.area
  return isTurned ? undefined : [...cut, ...left]
}

/** Returns the place of a corner that can be cut off; one in a straight line only where there is no other. */
function findEar(
  outline: Outline,
  left: readonly number[],
  take: (steps: number) => boolean,
): number | undefined {
  let straight: number | undefined
  for (let i = 0; i < left.length; i++) {
    if (!take(left.length)) return undefined
    const ear = aroundOf(left, i)
    const area = turn(outline, ...ear)
    if (area > 0 && !left.some((corner) => isWithin(outline, ear, corner))) return i
    if (area === 0) straight ??= i
  }
  return straight
}

function aroundOf(left: readonly number[], i: number): [number, number, number] {
  const { length } = left
  return [left[(i + length - 1) % length] ?? 0, left[i] ?? 0, left[(i + 1) % length] ?? 0]
}

/** Returns whether a corner lies in a triangle or on its edge, and not at the place of one of its corners. */
function isWithin(outline: Outline, [a, b, c]: readonly [number, number, number], corner: number): boolean {
  const { x, y } = outline
  if ([a, b, c].some((one) => one === corner || (x[one] === x[corner] && y[one] === y[corner]))) return false
  return (
    turn(outline, a, b, corner) >= 0 && turn(outline, b, c, corner) >= 0 && turn(outline, c, a, corner) >= 0
  )
}
