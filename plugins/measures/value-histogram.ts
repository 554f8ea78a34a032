/** The histogram of a volume. */
import type { Integer, Range, Table, Volume } from 'specimen-host/plugin'

/** A volume, and how often its values occur. */
interface CountedVolume {
  readonly volume: Volume
  readonly histogram: Table
}

/**
 * How often the values of any volume occur, in bins of equal width.
 *
 * @displayName Histogram
 * @tags volume, histogram, table, tool
 * @thumbnail value-histogram.png
 * @view camera=1,0.75,0.35
 * @story What a scan is made of shows in how often its values occur: each tissue is a hill. Where two of them
 * meet is the place for a threshold.
 * @preset Fine {"bins":256}
 * @preset Hydrogen {"volume":{"specimen":"hydrogenDensity"},"least":0.001}
 * @param volume - The values. @default {"specimen":"headVolume"}
 * @param bins - Number of bins.
 * @param least - Values below, as of the air around, do not count.
 */
export function valueHistogram(
  volume: Volume,
  bins: Integer & Range<2, 4096> = 64,
  least: number | null = 1,
): CountedVolume {
  const { data, valueName = 'value', valueUnit } = volume
  const from = least ?? Number.NEGATIVE_INFINITY
  let [low, high, count] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0]
  for (const value of data) {
    if (!(value >= from) || !Number.isFinite(value)) continue
    if (value < low) low = value
    if (value > high) high = value
    count++
  }
  if (count === 0) throw new Error(`No value of this volume is ${from} or above: choose a lower "least".`)
  const width = high > low ? (high - low) / bins : 1
  const counts = new Float64Array(bins)
  for (const value of data) {
    if (!(value >= from) || !Number.isFinite(value)) continue
    const bin = Math.min(bins - 1, Math.floor((value - low) / width))
    counts[bin] = (counts[bin] ?? 0) + 1
  }
  const middles = counts.map((_, bin) => low + (bin + 0.5) * width)
  let below = 0
  const shares = counts.map((each) => {
    below += each
    return (100 * below) / count
  })
  const left = data.length - count
  return {
    volume,
    histogram: {
      columns: [
        { name: valueName, unit: valueUnit, values: middles },
        { name: 'samples', values: counts },
        { name: 'up to here', unit: '%', values: shares },
      ],
      plot: 'bars',
      x: valueName,
      y: 'samples',
      notes:
        left > 0 ? [`${left} of ${data.length} samples are not counted: below "least", or no number.`] : [],
    },
  }
}
