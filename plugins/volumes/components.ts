/** The connected parts of a volume, by thresholds. */
import type { Integer, ProgressReporter, Range, Volume } from 'specimen-host/plugin'
import { addNotes } from '../shared/add-notes.ts'
import { measureSample } from '../shared/grid.ts'
import { findOtsu } from '../shared/otsu.ts'
import { findComponents, type Neighbours } from './find-components.ts'

/**
 * The connected parts of any volume between two thresholds, as a volume of labels: 1 is the largest part, and
 * each name says how large it is. Without a threshold it is Otsu's.
 *
 * @displayName Connected components
 * @tags volume, segmentation, threshold, labels, tool
 * @view camera=0.8,-1,0.2
 * @story Each part of space where an electron is found at all often is one component: what a threshold parts
 * is counted and measured.
 * @param volume - The values. @default {"specimen":"hydrogenDensity"}
 * @param low - The least value that is in; without one, Otsu's threshold.
 * @param high - The largest value that is in; without one, all above.
 * @param neighbours - Samples touch by faces (6), by edges too (18), or by corners too (26).
 * @param smallest - Samples that a part needs; smaller ones are left out.
 * @param most - The number of parts, the largest first; further ones are left out.
 */
export async function components(
  volume: Volume,
  low: number | null = null,
  high: number | null = null,
  neighbours: Neighbours = 26,
  smallest: Integer & Range<1, 1_000_000> = 20,
  most: Integer & Range<1, 4096> = 64,
  progress?: ProgressReporter,
): Promise<Volume> {
  const { shape, data, spacing, origin, direction, orientation, space, unit } = volume
  const from = low ?? chooseThreshold(volume)
  const to = high ?? Number.POSITIVE_INFINITY
  if (from > to) throw new Error(`low must be at most high (got ${from} and ${to}).`)
  const isIn = new Uint8Array(data.length)
  for (let i = 0; i < data.length; i++) isIn[i] = Number((data[i] ?? 0) >= from && (data[i] ?? 0) <= to)
  const { componentOf, sizes } = await findComponents({ shape, isIn, neighbours }, (part) =>
    progress?.report(`joining neighbours: ${Math.round(100 * part)} %`, part),
  )
  const large = [...sizes.keys()].filter((number) => number > 0 && (sizes[number] ?? 0) >= smallest)
  const kept = large.sort((a, b) => (sizes[b] ?? 0) - (sizes[a] ?? 0)).slice(0, most)
  const labelOf = new Uint16Array(sizes.length)
  for (const [i, number] of kept.entries()) labelOf[number] = i + 1
  const result = kept.length < 256 ? new Uint8Array(data.length) : new Uint16Array(data.length)
  for (let i = 0; i < result.length; i++) result[i] = labelOf[componentOf[i] ?? 0] ?? 0
  const each = measureSample(volume)
  const say = (count: number): string => `${write(count * each)} ${unit ?? 'unit'}³`
  const all = kept.reduce((sum, number) => sum + (sizes[number] ?? 0), 0)
  const isOtsu = low === null ? ", Otsu's threshold" : ''
  const bounds =
    high === null ? `from ${write(from)} on${isOtsu}` : `from ${write(from)}${isOtsu} to ${write(to)}`
  const notes = [
    `Values ${bounds}; ${neighbours} neighbours.`,
    `${count(kept.length, 'part')}, ${say(all)} together: samples times the space of one, ${say(1)}.`,
    ...(large.length > kept.length
      ? [`${count(large.length - kept.length, 'further part')} left out, as "most" is ${most}.`]
      : []),
    ...(sizes.length - 1 > large.length
      ? [`${count(sizes.length - 1 - large.length, 'part')} of less than ${smallest} samples left out.`]
      : []),
  ]
  return {
    shape,
    data: result,
    spacing,
    origin,
    direction,
    orientation,
    space,
    unit,
    labels: kept.map((number, i) => ({ value: i + 1, name: `${i + 1}: ${say(sizes[number] ?? 0)}` })),
    notes: addNotes(notes, volume.notes),
  }
}

function chooseThreshold({ data, labels }: Volume): number {
  if (labels) throw new Error('These values are labels: say by "low" and "high" which of them are meant.')
  let [least, largest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const value of data)
    if (Number.isFinite(value)) [least, largest] = [Math.min(least, value), Math.max(largest, value)]
  if (least > largest) throw new Error('This volume has no values.')
  if (least === largest)
    throw new Error(`All values are ${least}: no threshold parts them. Choose "low" yourself.`)
  return findOtsu(data, least, largest)
}

function write(value: number): string {
  return value.toLocaleString('en-US', { maximumSignificantDigits: 4 })
}

function count(number: number, what: string): string {
  return `${number.toLocaleString('en-US')} ${what}${number === 1 ? '' : 's'}`
}
