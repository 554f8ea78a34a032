import type { Vector3 } from 'three'
import type { Vector3 as Place } from '../../contract/look/display.ts'

/** Points that are kept of a curve while it is drawn. */
const capacity = 2048

/** The points of a curve that a hand draws: of one that is too long every second goes, as often as needed. */
export class CurvePoints {
  /** Three numbers for each point. */
  readonly places = new Float64Array(3 * capacity)
  #count = 0
  /** The factor of the least way between two points. */
  #coarse = 1

  get count(): number {
    return this.#count
  }

  /** Adds a place that is at least so far from the last; returns whether it is. */
  add({ x, y, z }: Vector3, least: number): boolean {
    const { places } = this
    const last = 3 * (this.#count - 1)
    if (last >= 0) {
      const [dx, dy, dz] = [x - at(places, last), y - at(places, last + 1), z - at(places, last + 2)]
      if (Math.hypot(dx, dy, dz) < least * this.#coarse) return false
    }
    if (this.#count === capacity) this.#thin()
    places[3 * this.#count] = x
    places[3 * this.#count + 1] = y
    places[3 * this.#count + 2] = z
    this.#count++
    return true
  }

  /**
   * Returns at most so many of the points, of which the curve is nowhere farther than `tolerance`, or than
   * the least that is possible (Ramer, Douglas and Peucker).
   */
  simplify(tolerance: number, most: number): readonly Place[] {
    for (let within = tolerance; ; within *= 1.5) {
      const kept = findKept(this.places, this.#count, within)
      if (kept.length > Math.max(2, most)) continue
      return kept.map((i) => [at(this.places, 3 * i), at(this.places, 3 * i + 1), at(this.places, 3 * i + 2)])
    }
  }

  #thin(): void {
    const { places } = this
    const half = capacity / 2
    for (let i = 0; i < half; i++) places.copyWithin(3 * i, 6 * i, 6 * i + 3)
    this.#count = half
    this.#coarse *= 2
  }
}

function at(places: Float64Array, index: number): number {
  return places[index] ?? 0
}

/** Returns the indices of the points that are needed, in order. */
function findKept(places: Float64Array, count: number, tolerance: number): readonly number[] {
  if (count === 0) return []
  const kept = new Set([0, count - 1])
  const open: (readonly [first: number, last: number])[] = [[0, count - 1]]
  for (let span = open.pop(); span; span = open.pop()) {
    const [first, last] = span
    let [farthest, most] = [-1, tolerance]
    for (let i = first + 1; i < last; i++) {
      const way = measureAside(places, i, span)
      if (way > most) [farthest, most] = [i, way]
    }
    if (farthest < 0) continue
    kept.add(farthest)
    open.push([first, farthest], [farthest, last])
  }
  return [...kept].sort((a, b) => a - b)
}

/** Returns the way from a point to the line between two others. */
function measureAside(
  places: Float64Array,
  index: number,
  [first, last]: readonly [first: number, last: number],
): number {
  const [x, y, z] = [0, 1, 2].map((axis) => at(places, 3 * index + axis) - at(places, 3 * first + axis))
  const [a, b, c] = [0, 1, 2].map((axis) => at(places, 3 * last + axis) - at(places, 3 * first + axis))
  return toSegment([x ?? 0, y ?? 0, z ?? 0], [a ?? 0, b ?? 0, c ?? 0])
}

/** Returns the way from a place to the line from 0 to another place. */
function toSegment([x, y, z]: Place, [a, b, c]: Place): number {
  const square = a * a + b * b + c * c
  const part = square > 0 ? Math.max(0, Math.min(1, (x * a + y * b + z * c) / square)) : 0
  return Math.hypot(x - part * a, y - part * b, z - part * c)
}
