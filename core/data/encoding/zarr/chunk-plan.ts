/** Chunks of a Zarr array: samples of a block of a grid, or of a coarser grid that is made of it. */
import { type ElementArray, elementArrays, findDtype } from '../../../contract/domain/result/elements.ts'

/** Numbers of the axes z, y and x. */
export type Extents = readonly [z: number, y: number, x: number]

/** The way from samples to one of a coarser grid: their mean, or the label that most of them have. */
export type Reduction = 'mean' | 'mode'

/** One chunk, and the samples of which it is made. */
export interface ChunkPlan {
  /** All samples of the finest grid in C order; those of several channels beside each other. */
  readonly samples: ElementArray
  readonly extents: Extents
  /** The number of channels in `samples`, and which of them is wanted. */
  readonly channels: number
  readonly channel: number
  /** The samples along each axis that one of the level stands for, powers of 2; 1 for those of the finest. */
  readonly factors: Extents
  /** The first sample of the chunk, counted in those of its level. */
  readonly start: Extents
  /** The samples of the chunk along each axis, also at the end of the grid, where the rest is 0. */
  readonly size: Extents
  readonly by: Reduction
}

/**
 * Returns a chunk of whole planes as a view of its samples; undefined for one that has to be made, by
 * {@link writeChunk}. Hosts and pages are little-endian, as the chunks are.
 */
export function findWholeChunk({
  samples,
  extents,
  channels,
  factors,
  start,
  size,
}: ChunkPlan): Uint8Array | undefined {
  const [, height, width] = extents
  const isOfPlanes = size[1] === height && size[2] === width && start[0] + size[0] <= extents[0]
  if (!isOfPlanes || channels > 1 || factors.some((factor) => factor > 1)) return undefined
  const bytes = height * width * samples.BYTES_PER_ELEMENT
  return new Uint8Array(samples.buffer, samples.byteOffset + start[0] * bytes, size[0] * bytes)
}

/**
 * Returns the bytes of a chunk, little-endian, in memory of its own. A mean is of the samples that are
 * numbers, in doubles, and rounded where samples are integers, halves upwards; of labels as frequent the
 * least one is taken. At the end of a grid they are of the samples that are there.
 */
export function writeChunk(plan: ChunkPlan): Uint8Array<ArrayBuffer> {
  const { samples, size, start, factors, extents } = plan
  const dtype = findDtype(samples) ?? 'uint8'
  const chunk = new elementArrays[dtype](size[0] * size[1] * size[2])
  const isFinest = factors.every((factor) => factor === 1)
  const reduce = isFinest ? pickRow : plan.by === 'mean' ? createMean(plan) : createMode(plan)
  for (let z = 0; z < size[0]; z++)
    for (let y = 0; y < size[1]; y++) {
      const at = { z: (start[0] + z) * factors[0], y: (start[1] + y) * factors[1] }
      if (at.z >= extents[0] || at.y >= extents[1]) continue
      const first = (z * size[1] + y) * size[2]
      reduce(plan, at, chunk.subarray(first, first + size[2]))
    }
  // It was made of a length.
  return new Uint8Array(chunk.buffer as ArrayBuffer)
}

/** Fills a row of a chunk from the samples at the finest z and y of its first. */
type ReduceRow = (plan: ChunkPlan, at: RowPlace, row: ElementArray) => void

interface RowPlace {
  readonly z: number
  readonly y: number
}

/** Fills a row with the samples of the finest grid as they are. */
const pickRow: ReduceRow = (plan, at, row) => {
  const { samples, channels, channel } = plan
  const { first, count } = findRow(plan, at)
  if (channels === 1) row.set(samples.subarray(first, first + count))
  else for (let x = 0; x < count; x++) row[x] = samples[first + x * channels + channel] ?? 0
}

/** Returns the place of the first sample of a row of the chunk, and the number of samples that are there. */
function findRow({ extents, channels, start, size, factors }: ChunkPlan, { z, y }: RowPlace) {
  const x = start[2] * factors[2]
  const count = Math.max(0, Math.min(size[2] * factors[2], extents[2] - x))
  return { first: ((z * extents[1] + y) * extents[2] + x) * channels, count }
}

/** Calls back with each row of samples below a row of a chunk, as doubles in the same array. */
function eachRow(
  plan: ChunkPlan,
  { z, y }: RowPlace,
  visit: (row: Float64Array, count: number) => void,
): void {
  const { samples, channels, channel, extents, factors, size } = plan
  const wide = new Float64Array(size[2] * factors[2] * channels)
  for (let dz = 0; dz < factors[0] && z + dz < extents[0]; dz++)
    for (let dy = 0; dy < factors[1] && y + dy < extents[1]; dy++) {
      const { first, count } = findRow(plan, { z: z + dz, y: y + dy })
      wide.set(samples.subarray(first, first + count * channels))
      if (channels > 1) for (let x = 0; x < count; x++) wide[x] = wide[x * channels + channel] ?? 0
      visit(wide, count)
    }
}

function createMean({ size, factors, samples }: ChunkPlan): ReduceRow {
  const sums = new Float64Array(size[2])
  const counts = new Float64Array(size[2])
  const isInteger = findDtype(samples)?.includes('int') === true
  const shift = Math.log2(factors[2])
  return (plan, at, row) => {
    sums.fill(0)
    counts.fill(0)
    eachRow(plan, at, (wide, count) => {
      for (let x = 0; x < count; x++) {
        const value = wide[x] ?? 0
        if (Number.isNaN(value)) continue
        const to = x >> shift
        sums[to] = (sums[to] ?? 0) + value
        counts[to] = (counts[to] ?? 0) + 1
      }
    })
    const filled = Math.ceil(findRow(plan, at).count / factors[2])
    for (let x = 0; x < filled; x++) {
      const mean = (sums[x] ?? 0) / (counts[x] ?? 0)
      row[x] = isInteger ? Math.round(mean) : mean
    }
  }
}

function createMode({ size, factors }: ChunkPlan): ReduceRow {
  const counts = Array.from({ length: size[2] }, () => new Map<number, number>())
  return (plan, at, row) => {
    for (const each of counts) each.clear()
    eachRow(plan, at, (wide, count) => {
      for (let x = 0; x < count; ) {
        const value = wide[x] ?? 0
        const to = Math.floor(x / factors[2])
        const end = Math.min(count, (to + 1) * factors[2])
        const first = x
        while (x < end && wide[x] === value) x++
        if (Number.isNaN(value)) x++
        else counts[to]?.set(value, (counts[to]?.get(value) ?? 0) + x - first)
      }
    })
    const filled = Math.ceil(findRow(plan, at).count / factors[2])
    for (let x = 0; x < filled; x++) row[x] = findMode(counts[x] ?? new Map())
  }
}

function findMode(counts: ReadonlyMap<number, number>): number {
  let [best, most] = [Number.NaN, 0]
  for (const [value, count] of counts) {
    if (count < most || (count === most && value > best)) continue
    best = value
    most = count
  }
  return best
}
