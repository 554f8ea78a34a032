import { CompensatedSum } from './compensated-sum.ts'
import type { ValueFrame } from './value-frame.ts'

/** Terms that are added without compensation before their sum is added with it. */
const blockLength = 64

/**
 * Mean and deviation of values that are given piece by piece. Distances from the median are summed, so that
 * one pass gives both and loses no digits: the median is at most one deviation from the mean (Hotelling and
 * Solomons, Annals of Mathematical Statistics 3, 1932), so the square that is subtracted in the end is at
 * most half of the mean of those that were summed.
 */
export class Moments {
  readonly #frame: ValueFrame
  readonly #sum = new CompensatedSum()
  readonly #squares = new CompensatedSum()
  #count = 0

  constructor(frame: ValueFrame) {
    this.#frame = frame
  }

  /** Adds finite values. */
  add(values: Float64Array): void {
    const { scale, median } = this.#frame
    const centre = median * scale
    for (let start = 0; start < values.length; start += blockLength) {
      const end = Math.min(start + blockLength, values.length)
      let sum = 0
      let squares = 0
      for (let i = start; i < end; i++) {
        const distance = (values[i] ?? 0) * scale - centre
        sum += distance
        squares += distance * distance
      }
      this.#sum.add(sum)
      this.#squares.add(squares)
    }
    this.#count += values.length
  }

  /** Adds a finite value as often as it occurs. */
  addOften(value: number, count: number): void {
    const { scale, median } = this.#frame
    const distance = value * scale - median * scale
    this.#sum.add(count * distance)
    this.#squares.add(count * distance * distance)
    this.#count += count
  }

  /** The mean of all values, of which there must be one. */
  get mean(): number {
    const { min, max, median, scale } = this.#frame
    const mean = (median * scale + this.#sum.total / this.#count) / scale
    return Math.max(min, Math.min(max, mean)) // rounding may leave the range
  }

  /** The standard deviation of the values as a population. */
  get deviation(): number {
    const shift = this.#sum.total / this.#count
    const variance = this.#squares.total / this.#count - shift * shift
    return Math.sqrt(Math.max(0, variance)) / this.#frame.scale
  }
}
