import { countBetween } from '../../look/quantiles.ts'
import { toValue, type VolumeValues } from '../../look/volume-transfer.ts'
import type { ValueAxis } from './edit-window.ts'

const mostBars = 96

/**
 * Returns the heights of bars of equal width along an axis, from 0 to 1: cube roots of the counts, because
 * most of a scan is air. Counts by the quantiles, which resolve any part of the range.
 */
export function listBars({ quantiles, result }: VolumeValues, axis: ValueAxis): number[] {
  // Less than two whole numbers to a bar would leave gaps.
  const isWhole = result.dtype.includes('int')
  const most = isWhole ? Math.floor((axis.window[1] - axis.window[0]) / 2) : mostBars
  const count = Math.max(1, Math.min(mostBars, most))
  const edges = Array.from({ length: count + 1 }, (_, i) => toValue(i / count, axis))
  const heights = countBetween(quantiles, edges).map(Math.cbrt)
  const highest = Math.max(...heights)
  return heights.map((height) => (highest > 0 ? height / highest : 0))
}
