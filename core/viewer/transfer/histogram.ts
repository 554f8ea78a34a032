import type { VolumeResult } from '../../contract/domain/result/result.ts'
import { toPosition } from '../../contract/look/volume-transfer.ts'
import type { ValueAxis } from './edit-window.ts'

const mostBars = 96
/** Samples that are counted: 20 ms. An even part of more stands for all. */
const mostCounted = 2 ** 21

/** Bars of equal width along an axis. */
export interface Bars {
  /** From 0 to 1: cube roots of the counts, because most of a scan is air. */
  readonly heights: readonly number[]
  /** The count of the highest. */
  readonly most: number
}

/** Returns the numbers of samples along an axis as bars. */
export function listBars({ data, dtype }: Pick<VolumeResult, 'data' | 'dtype'>, axis: ValueAxis): Bars {
  // Less than two whole numbers to a bar would leave gaps.
  const isWhole = dtype.includes('int')
  const most = isWhole ? Math.floor((axis.window[1] - axis.window[0]) / 2) : mostBars
  const count = Math.max(1, Math.min(mostBars, most))
  const counts = new Float64Array(count)
  // An odd step, so that a row of a power of two does not always give the same column.
  const step = data.length > mostCounted ? Math.ceil(data.length / mostCounted) | 1 : 1
  for (let i = 0; i < data.length; i += step) {
    const value = data[i] ?? 0
    if (!(value >= axis.window[0] && value <= axis.window[1])) continue
    const bar = Math.min(count - 1, Math.floor(toPosition(value, axis) * count))
    counts[bar] = (counts[bar] ?? 0) + step
  }
  const highest = counts.reduce((best, one) => Math.max(best, one), 0)
  return { heights: Array.from(counts, (one) => (highest > 0 ? Math.cbrt(one / highest) : 0)), most: highest }
}
