import type { FactHistogram } from '../../contract/wire/facts.ts'
import type { ValueFrame } from './value-frame.ts'

const binCount = 64

/** The histogram of values that are given piece by piece, from the least to the greatest. */
export class HistogramBins {
  readonly #frame: ValueFrame
  readonly #edges = new Float64Array(binCount + 1)
  readonly #counts = new Float64Array(binCount)
  /** From a distance above the least value to bins. */
  readonly #factor: number

  constructor(frame: ValueFrame) {
    this.#frame = frame
    const low = frame.min * frame.scale
    const high = frame.max * frame.scale
    const step = (high - low) / binCount
    for (let edge = 0; edge < binCount; edge++) this.#edges[edge] = low + edge * step
    this.#edges[binCount] = high
    this.#factor = high > low ? binCount / (high - low) : 0
  }

  /** Adds finite values, or one value as often as `count` says. */
  add(values: Float64Array, count = 1): void {
    const edges = this.#edges
    const counts = this.#counts
    const { scale } = this.#frame
    const factor = this.#factor
    const last = factor > 0 ? binCount - 1 : 0
    const low = edges[0] ?? 0
    for (let i = 0; i < values.length; i++) {
      const value = (values[i] ?? 0) * scale
      let bin = Math.min(last, ((value - low) * factor) | 0)
      // The edges decide, as NumPy has it; division may miss by one.
      if (value < (edges[bin] ?? 0)) bin--
      else if (bin < last && value >= (edges[bin + 1] ?? 0)) bin++
      counts[bin] = (counts[bin] ?? 0) + count
    }
  }

  get histogram(): FactHistogram {
    const { min, max } = this.#frame
    return { low: min, high: max, counts: [...this.#counts] }
  }
}
