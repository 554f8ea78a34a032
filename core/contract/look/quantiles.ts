/** Number of equal parts into which quantiles divide the samples. */
const partCount = 1024

/** Samples that are sorted: 10 ms, and 1 % of a percentile. */
const mostSorted = 2 ** 16

/**
 * Returns the quantiles of the finite samples: the values at 0, 1/1024, … and 1 of them in order. An even
 * part of many samples stands for all. Empty without a finite one.
 */
export function measureQuantiles(samples: ArrayLike<number>): Float64Array<ArrayBuffer> {
  // An odd step, so that a row of a power of two does not always give the same column.
  const step = Math.max(1, Math.floor(samples.length / mostSorted)) | 1
  const taken = new Float64Array(Math.ceil(samples.length / step))
  let count = 0
  for (let i = 0; i < samples.length; i += step) {
    const value = samples[i] ?? 0
    if (Number.isFinite(value)) taken[count++] = value
  }
  const sorted = taken.subarray(0, count).sort()
  return Float64Array.from({ length: count === 0 ? 0 : partCount + 1 }, (_, i) => {
    return sorted[Math.round((i / partCount) * (count - 1))] ?? 0
  })
}

/** Returns the value below which this part of the samples lies; 0 for no quantiles. */
export function quantileAt(quantiles: Float64Array, part: number): number {
  return quantiles[Math.round(part * (quantiles.length - 1))] ?? 0
}

/** Returns the part of the samples below each of `count` + 1 edges, as the parts between them. */
export function countBetween(quantiles: Float64Array, edges: readonly number[]): number[] {
  const below = edges.map((edge) => findRank(quantiles, edge))
  return below.slice(1).map((rank, i) => rank - (below[i] ?? 0))
}

/** Interpolates between quantiles; equal ones count as a step. */
function findRank(quantiles: Float64Array, value: number): number {
  let [low, high] = [0, quantiles.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((quantiles[middle] ?? 0) < value) low = middle + 1
    else high = middle
  }
  const [before, after] = [quantiles[low - 1], quantiles[low]]
  const last = Math.max(1, quantiles.length - 1)
  if (before === undefined) return 0
  if (after === undefined) return 1
  return Math.min(1, (low - 1 + (value - before) / (after - before)) / last)
}
