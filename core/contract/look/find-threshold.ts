import { formatNumber } from './ticks.ts'

type Ends = readonly [low: number, high: number]

/**
 * Returns the value that separates the samples within a window into the two most different kinds, such as air
 * and tissue: the largest variance between them (N. Otsu, "A threshold selection method from gray-level
 * histograms", 1979, eq. 12). The middle of equally good ones, rounded to the resolution of the histogram;
 * the middle of the window for a single kind.
 */
export function findThreshold(histogram: Uint32Array, range: Ends, window: Ends): number {
  const [low, high] = [Math.min(...window), Math.max(...window)]
  const width = (range[1] - range[0]) / histogram.length
  const toEdge = (bin: number): number => range[0] + bin * width
  const bins = Array.from(histogram, (count, bin) => ({ count, place: bin + 0.5 })).filter(
    ({ place }) => toEdge(place) >= low && toEdge(place) <= high,
  )
  const all = bins.reduce((sum, { count }) => sum + count, 0)
  const mean = bins.reduce((sum, { count, place }) => sum + count * place, 0) / all
  let best = { variance: 0, first: 0, last: 0 }
  let [below, sum] = [0, 0]
  for (const { count, place } of bins) {
    below += count
    sum += count * place
    if (below === all) break
    const variance = below === 0 ? 0 : (mean * below - sum) ** 2 / (below * (all - below))
    const edge = place + 0.5
    // Bins without a sample leave the variance unchanged except for rounding.
    if (variance > best.variance * (1 + 1e-9)) best = { variance, first: edge, last: edge }
    else if (count === 0 && edge === best.last + 1) best = { ...best, last: edge }
  }
  if (best.variance === 0) return (low + high) / 2
  return Number(formatNumber(toEdge((best.first + best.last) / 2), width))
}
