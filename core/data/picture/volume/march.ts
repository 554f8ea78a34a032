/** The light that matter adds along rays: front to back, step by step. */
import { colormapSize } from '../../../contract/look/colormaps.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { add, scale } from '../../../contract/look/vectors.ts'
import { toFraction } from '../../../contract/look/volume-transfer.ts'
import { BrickWalk, type Place } from '../brick-walk.ts'
import { smoothstep } from '../light-surface.ts'
import {
  blend,
  findSlope,
  type Light,
  lighten,
  type Matter,
  moveTo,
  type Ray,
  toSteepness,
} from './matter.ts'

/** A ray that lets less light through ends. */
export const fullOpacity = 0.99

const black: Vector3 = [0, 0, 0]
const noRay: Ray = { start: black, move: black, count: 0, offset: 0, stepLength: 0, forward: black }

/** The way of rays through one volume, which is asked for one step after another. */
export class MatterWalk {
  /** The optical depth of the step that was visited last: 0 where nothing is to be seen. */
  depth = 0
  /** The further steps, behind that one, at which nothing is to be seen either. */
  clear = 0
  /** The steps of the ray that was begun last between which something may be seen. */
  first = 0
  last = 0
  readonly #matter: Matter
  readonly #walk: BrickWalk
  readonly #at: Place = [0, 0, 0]
  #ray = noRay
  #next = 0 // the first step in the next brick
  #value = 0
  #entry = 0

  constructor(matter: Matter) {
    this.#matter = matter
    const { depths } = matter
    this.#walk = new BrickWalk(matter.volume, ([low, high]) => {
      const [first, last] = [this.#toEntry(low), this.#toEntry(high)]
      return depths.subarray(first, last + 1).every((depth) => depth === 0)
    })
  }

  /** Begins a stretch of a ray. */
  begin(ray: Ray): void {
    this.#ray = ray
    this.#walk.begin(ray.start, ray.move, ray.count)
    this.first = this.#walk.first
    this.last = this.#walk.last
    this.#next = 0
  }

  /** Visits a step, of those that follow the one that was visited last. */
  visit(i: number): void {
    this.depth = 0
    this.clear = 0
    if (i < this.first || i >= this.last) {
      this.clear = i < this.first ? this.first - 1 - i : Number.MAX_SAFE_INTEGER
      return
    }
    const { start, move, offset, stepLength } = this.#ray
    const at = this.#at
    moveTo(at, start, move, i + offset)
    if (i >= this.#next) this.#next = i + 1 + this.#walk.enter(at, move)
    if (this.#walk.isClear) {
      this.clear = this.#next - 1 - i
      return
    }
    const { read, depths, display } = this.#matter
    const value = read(at)
    const entry = this.#toEntry(value)
    const depth = depths[entry] ?? 0
    if (depth === 0 || Number.isNaN(value)) return
    this.#value = value
    this.#entry = entry
    this.depth = display.density * depth * stepLength
  }

  /** Returns the linear colour of the step that was visited last, lit where enough of it is seen. */
  findColor(opacity: number, { 3: before }: Light): Vector3 {
    const { colors, transfer } = this.#matter
    const plain = colors[this.#entry] ?? black
    if (opacity * (1 - before) <= 0.01) return plain
    const slope = findSlope(this.#matter, this.#at)
    const steepness = toSteepness(slope, this.#value, transfer)
    const part = transfer.labels && steepness > 0 ? 1 : smoothstep(0.5, 4, steepness)
    if (!(part > 0)) return plain
    const lit = lighten(this.#matter, plain, { slope, forward: this.#ray.forward })
    return add(plain, scale([lit[0] - plain[0], lit[1] - plain[1], lit[2] - plain[2]], part))
  }

  #toEntry(value: number): number {
    return Math.round(toFraction(value, this.#matter.transfer) * (colormapSize - 1))
  }
}

/**
 * Adds the light of volumes along stretches that they have begun, all of as many steps. Where they overlap
 * their optical depths add up, and the colour is their mean, weighted by these.
 */
export function march(walks: readonly MatterWalk[], sum: Light): void {
  let [first, last] = [Number.MAX_SAFE_INTEGER, 0]
  for (const walk of walks) {
    first = Math.min(first, walk.first)
    last = Math.max(last, walk.last)
  }
  for (let i = first; i < last && sum[3] < fullOpacity; i++) {
    let depth = 0
    let clear = Number.MAX_SAFE_INTEGER
    for (const walk of walks) {
      walk.visit(i)
      depth += walk.depth
      if (walk.clear < clear) clear = walk.clear
    }
    if (depth === 0) i += clear
    else blend(sum, mixColors(walks, depth, sum), 1 - Math.exp(-depth))
  }
}

/** Returns the colour of a step: each volume's is weighted by its optical depth. */
function mixColors(walks: readonly MatterWalk[], depth: number, sum: Light): Vector3 {
  let mixed = black
  for (const walk of walks) {
    if (walk.depth === 0) continue
    const color = walk.findColor(1 - Math.exp(-walk.depth), sum)
    if (walk.depth === depth) return color
    mixed = add(mixed, scale(color, walk.depth / depth))
  }
  return mixed
}
