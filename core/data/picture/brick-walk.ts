import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import { brickSide, type PreparedVolume, type ValueRange } from '../prepared/prepared.ts'
import { axes } from '../prepared/volume-grid.ts'

/** Fractions of the box, filled again and again: a picture has millions of places. */
export type Place = [x: number, y: number, z: number]

/** The part of the range by which a half float may be beside its value. */
const rounding = 2 ** -11

/**
 * The way of rays over the bricks of a volume, of which those with nothing to be seen are passed over. Bricks
 * of a texture that has not all samples may miss some, so that none is clear there.
 */
export class BrickWalk {
  /** True when nothing is to be seen in the brick that was entered last. */
  isClear = false
  /** The steps of the ray that was begun last between which bricks are not clear. */
  first = 0
  last = 0
  readonly #clear: Uint8Array
  readonly #width: number
  readonly #height: number
  readonly #depth: number
  readonly #columns: number
  readonly #rows: number
  readonly #layers: number
  readonly #box: Bounds

  /** @param isClear says whether nothing is to be seen of values up to both of these; asked once a brick */
  constructor({ texture, bricks }: PreparedVolume, isClear: (values: ValueRange) => boolean) {
    this.#clear = Uint8Array.from(listRanges({ texture, bricks }), (range) =>
      texture.step === 1 && (range === null || isClear(range)) ? 1 : 0,
    )
    this.#width = bricks.width
    this.#height = bricks.height
    this.#depth = bricks.depth
    this.#columns = texture.width / brickSide
    this.#rows = texture.height / brickSide
    this.#layers = texture.depth / brickSide
    this.#box = this.#findBox()
  }

  /** Begins a ray: finds the steps within the box around all bricks that are not clear. */
  begin(start: Vector3, move: Vector3, count: number): void {
    let [first, last] = [0, count]
    for (const axis of axes) {
      const low = (this.#box.low[axis] - start[axis]) / move[axis]
      const high = (this.#box.high[axis] - start[axis]) / move[axis]
      if (move[axis] === 0) continue
      first = Math.max(first, Math.min(low, high))
      last = Math.min(last, Math.max(low, high))
    }
    this.first = Math.max(0, Math.floor(first) - 1)
    this.last = Math.min(count, Math.ceil(last) + 1)
  }

  /** Returns the box, in fractions, around all bricks that are not clear. */
  #findBox(): Bounds {
    const [low, high]: [Place, Place] = [
      [1, 1, 1],
      [0, 0, 0],
    ]
    const counts = [this.#columns, this.#rows, this.#layers]
    for (let i = 0; i < this.#clear.length; i++) {
      if (this.#clear[i] === 1) continue
      const row = Math.floor(i / this.#width)
      const at = [i % this.#width, row % this.#height, Math.floor(row / this.#height)]
      for (const axis of axes) {
        low[axis] = Math.min(low[axis], (at[axis] ?? 0) / (counts[axis] ?? 1))
        high[axis] = Math.max(high[axis], ((at[axis] ?? 0) + 1) / (counts[axis] ?? 1))
      }
    }
    return { low, high }
  }

  /** Enters the brick of a place; returns the number of steps from there that stay within it. */
  enter(at: Place, move: Vector3): number {
    const x = at[0] * this.#columns
    const y = at[1] * this.#rows
    const z = at[2] * this.#layers
    const column = toBrick(x, this.#width)
    const row = toBrick(y, this.#height)
    const layer = toBrick(z, this.#depth)
    this.isClear = this.#clear[column + this.#width * (row + this.#height * layer)] === 1
    const across = countSteps(column, x, move[0] * this.#columns)
    const along = countSteps(row, y, move[1] * this.#rows)
    const behind = countSteps(layer, z, move[2] * this.#layers)
    const steps = Math.min(across, along, behind)
    return steps > 0 ? Math.floor(steps) : 0
  }
}

function toBrick(place: number, count: number): number {
  const brick = Math.floor(place)
  return brick < 0 ? 0 : brick < count ? brick : count - 1
}

/** Returns the steps along an axis up to the face of a brick, all in bricks; parts of a step, too. */
function countSteps(brick: number, place: number, move: number): number {
  if (move > 0) return (brick + 1 - place) / move
  return move < 0 ? (brick - place) / move : Number.MAX_SAFE_INTEGER
}

/** Returns the values that each brick and the samples beside it have at most; null for NaN alone. */
function listRanges({ texture, bricks }: Pick<PreparedVolume, 'texture' | 'bricks'>): (ValueRange | null)[] {
  const [low, high] = texture.values
  const isExact = texture.format === 'r8'
  const spare = isExact ? 0 : rounding * (high - low)
  const toValue = (texel: number): number => low + (isExact ? texel / 255 : readHalf(texel)) * (high - low)
  return Array.from({ length: bricks.data.length / 2 }, (_, i) => {
    const [least = 0, most = 0] = bricks.data.subarray(2 * i, 2 * i + 2)
    return least > most ? null : ([toValue(least) - spare, toValue(most) + spare] as const)
  })
}

/** Returns the value of a half float from 0 on (IEEE 754-2008, binary16). */
function readHalf(bits: number): number {
  const [exponent, fraction] = [bits >> 10, bits & 0x3ff]
  return exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15)
}
