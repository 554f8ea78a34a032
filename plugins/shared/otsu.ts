const bins = 1024

/**
 * Returns the value that parts samples from `low` to `high` in two classes with the largest variance between
 * them (N. Otsu, IEEE Trans. Syst. Man Cybern. 9, 1979, 62), by 1,024 bins: the first value of the upper one.
 * NaN does not count.
 */
export function findOtsu(data: ArrayLike<number>, low: number, high: number): number {
  const counts = new Float64Array(bins)
  const width = (high - low) / bins
  let [total, sum] = [0, 0]
  for (let i = 0; i < data.length; i++) {
    const bin = Math.min(bins - 1, Math.floor(((data[i] ?? 0) - low) / width))
    if (!(bin >= 0)) continue
    counts[bin] = (counts[bin] ?? 0) + 1
    total++
    sum += bin
  }
  let [below, sumBelow, best, first, last] = [0, 0, -1, 0, 0]
  for (let bin = 0; bin < bins - 1; bin++) {
    below += counts[bin] ?? 0
    sumBelow += bin * (counts[bin] ?? 0)
    if (below === 0 || below === total) continue
    const variance = (sum * below - sumBelow * total) ** 2 / (below * (total - below))
    if (variance > best) [best, first, last] = [variance, bin, bin]
    else if (variance === best) last = bin
  }
  // Empty bins part alike: the threshold lies in their middle.
  return low + ((first + last) / 2 + 1) * width
}
