import type { ShortArray } from '../prepared/samples.ts'

/** Some of the samples of an array: those from `first` on, `step` apart. */
export interface Stride {
  readonly first: number
  readonly step: number
}

/** Different values in order, and how often each occurs. */
export interface ValueCounts {
  readonly values: Float64Array
  readonly counts: Float64Array
}

/** Counts the values of short samples: all there is to know of them but their places. */
export function countShorts(
  samples: ShortArray,
  { first, step }: Stride = { first: 0, step: 1 },
): ValueCounts {
  const size = 2 ** (8 * samples.BYTES_PER_ELEMENT)
  const lowest = samples instanceof Int8Array || samples instanceof Int16Array ? -size / 2 : 0
  const tally = new Uint32Array(size)
  for (let i = first; i < samples.length; i += step) {
    const at = (samples[i] ?? 0) - lowest
    tally[at] = (tally[at] ?? 0) + 1
  }
  const values = new Float64Array(size)
  const counts = new Float64Array(size)
  let length = 0
  tally.forEach((count, at) => {
    if (count === 0) return
    values[length] = lowest + at
    counts[length++] = count
  })
  return { values: values.subarray(0, length), counts: counts.subarray(0, length) }
}
