/** Tissues by brightness: thresholds that part a histogram best. */

/**
 * Returns the two thresholds that part values from 1 to 255 into three classes with the largest variance
 * between them (N. Otsu, IEEE Trans. Syst. Man Cybern. 9, 1979, 62, of two thresholds). Values up to and
 * including a threshold are of the class below it; 0 is no value.
 */
export function findThresholds(values: Uint8Array): readonly [low: number, high: number] {
  /** Of values up to each: how many there are, and their sum. */
  const [counts, sums] = [new Float64Array(256), new Float64Array(256)]
  for (const value of values) if (value > 0) counts[value] = (counts[value] ?? 0) + 1
  for (let value = 1; value < 256; value++) {
    sums[value] = (sums[value - 1] ?? 0) + value * (counts[value] ?? 0)
    counts[value] = (counts[value - 1] ?? 0) + (counts[value] ?? 0)
  }
  // The variance between classes is, but for a constant, the sum of what each of them has here.
  const weigh = (after: number, upTo: number): number => {
    const [count, sum] = [(counts[upTo] ?? 0) - (counts[after] ?? 0), (sums[upTo] ?? 0) - (sums[after] ?? 0)]
    return count === 0 ? 0 : (sum * sum) / count
  }
  let best: readonly [low: number, high: number, weight: number] = [1, 2, -1]
  for (let low = 1; low < 254; low++)
    for (let high = low + 1; high < 255; high++) {
      const weight = weigh(0, low) + weigh(low, high) + weigh(high, 255)
      if (weight > best[2]) best = [low, high, weight]
    }
  return [best[0], best[1]]
}

/** Returns 0 outside of the brain, 1 up to the first threshold, 2 up to the second one, and 3 above. */
export function toTissues(values: Uint8Array, [low, high]: readonly [low: number, high: number]): Uint8Array {
  return values.map((value) => (value === 0 ? 0 : value <= low ? 1 : value <= high ? 2 : 3))
}
