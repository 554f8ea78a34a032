/** Results as images of OME-Zarr: their axes, channels, levels and chunks. */
import type { Dtype, ElementArray } from '../../../contract/domain/result/elements.ts'
import type { Label } from '../../../contract/domain/result/labels.ts'
import type { ImageResult, VolumeResult } from '../../../contract/domain/result/result.ts'
import type { ChunkPlan, Extents, Reduction } from './chunk-plan.ts'
import { noPlace, toExtents, toZarrPlace, type ZarrPlace } from './zarr-place.ts'

/** One channel of an image. */
export interface ZarrChannel {
  /** Its name for people; empty for none. */
  readonly name: string
  readonly samples: ElementArray
  /** The number of channels that lie beside each other in `samples`, and the place of this one. */
  readonly among: number
  readonly at: number
  /** The values between which it is first shown, where these are known. */
  readonly window?: readonly [low: number, high: number]
  /** The colour that its highest value stands for, as six hexadecimal digits. */
  readonly color?: string
}

/** A level of an image: the finest one, or one of half the samples of that before it along each axis. */
export interface ZarrLevel {
  /** The samples of the finest level along each axis that one of this level stands for. */
  readonly factors: Extents
  readonly extents: Extents
  readonly chunk: Extents
}

/** An image, or volume, with all that its metadata say. */
export interface ZarrImage {
  readonly name: string
  readonly dtype: Dtype
  /** The axes of its arrays, the slowest first: `c` for several channels, `z` in a volume, `y`, `x`. */
  readonly axes: readonly ('c' | 'z' | 'y' | 'x')[]
  readonly channels: readonly ZarrChannel[]
  readonly levels: readonly ZarrLevel[]
  readonly by: Reduction
  readonly place: ZarrPlace
  /** The values with a name, of an image of labels. */
  readonly labels?: readonly Label[] | undefined
}

/** Most bytes of a chunk. */
export const mostChunkBytes = 2 ** 20
/** Chunks of fewer bytes cost as much time as this one: planes of the finest level are joined up to it. */
const leastChunkBytes = 2 ** 16
/** The sides of tiles of large planes, and of the blocks of coarser levels. */
const tileSide = 512
const blockSide = 64
/** A level that is longer along some axis has a coarser one. */
const coarsestSide = 64

/** The way from volumes of the same grid to an image. */
export interface VolumesImage {
  readonly name: string
  readonly volumes: readonly [VolumeChannel, ...VolumeChannel[]]
  readonly by: Reduction
}

/** A volume with its name for people. */
export interface VolumeChannel {
  readonly name: string
  readonly volume: VolumeResult
}

/** Returns volumes of one grid, and one type of samples, as channels of an image. */
export function toVolumeImage({ name, volumes, by }: VolumesImage): ZarrImage {
  const [{ volume }] = volumes
  const { dtype } = volume
  const extents = toExtents(volume.shape, 1)
  const isOne = volumes.length === 1
  return {
    name,
    dtype,
    axes: isOne ? ['z', 'y', 'x'] : ['c', 'z', 'y', 'x'],
    channels: volumes.map(({ name: label, volume: { data, window } }) => {
      return { name: label, samples: data, among: 1, at: 0, ...(window && { window }) }
    }),
    levels: listLevels(extents, volume.data.BYTES_PER_ELEMENT),
    by,
    place: toZarrPlace(volume),
    ...(by === 'mode' && { labels: volume.labels }),
  }
}

/** Names and colours of the channels of images, by their number. */
const imageChannels: { readonly [count: number]: readonly (readonly [name: string, color: string])[] } = {
  1: [['grey', 'FFFFFF']],
  2: [
    ['grey', 'FFFFFF'],
    ['alpha', 'FFFFFF'],
  ],
  3: [
    ['red', 'FF0000'],
    ['green', '00FF00'],
    ['blue', '0000FF'],
  ],
  4: [
    ['red', 'FF0000'],
    ['green', '00FF00'],
    ['blue', '0000FF'],
    ['alpha', 'FFFFFF'],
  ],
}

/** Returns a picture as an image: colours and alpha are channels. */
export function toRasterImage(name: string, picture: ImageResult): ZarrImage {
  const { width, height, channels, dtype, data } = picture
  const named = imageChannels[channels] ?? []
  return {
    name,
    dtype,
    axes: channels === 1 ? ['y', 'x'] : ['c', 'y', 'x'],
    channels: named.map(([channel, color], at) => {
      const window = [0, dtype === 'uint8' ? 255 : 65535] as const
      return { name: channel, samples: data, among: channels, at, window, color }
    }),
    levels: listLevels([1, height, width], data.BYTES_PER_ELEMENT),
    by: 'mean',
    place: noPlace,
  }
}

function listLevels(extents: Extents, sampleBytes: number): readonly ZarrLevel[] {
  const levels: ZarrLevel[] = [{ factors: [1, 1, 1], extents, chunk: toPlanes(extents, sampleBytes) }]
  for (let last = levels[0]; last && Math.max(...last.extents) > coarsestSide; last = levels.at(-1)) {
    const { factors: before } = last
    const half = (axis: 0 | 1 | 2): number => (before[axis] < extents[axis] ? before[axis] * 2 : before[axis])
    const factors: Extents = [half(0), half(1), half(2)]
    const count = (axis: 0 | 1 | 2): number => Math.ceil(extents[axis] / factors[axis])
    const coarse: Extents = [count(0), count(1), count(2)]
    levels.push({ factors, extents: coarse, chunk: toBlocks(coarse, sampleBytes) })
  }
  return levels
}

/** Returns the chunk of the finest level: planes, so that a slice of a volume moves no other; or tiles. */
function toPlanes([depth, height, width]: Extents, sampleBytes: number): Extents {
  const planeBytes = height * width * sampleBytes
  if (planeBytes > mostChunkBytes) {
    const x = Math.min(width, tileSide)
    return [1, Math.min(height, tileSide, mostChunkBytes / tileSide / sampleBytes), x]
  }
  return [Math.min(depth, Math.max(1, Math.floor(leastChunkBytes / planeBytes))), height, width]
}

/** Returns the chunk of a coarser level: blocks, as pictures of a whole volume ask for them. */
function toBlocks([depth, height, width]: Extents, sampleBytes: number): Extents {
  if (depth === 1) return toPlanes([depth, height, width], sampleBytes)
  const z = Math.min(blockSide, mostChunkBytes / blockSide ** 2 / sampleBytes)
  return [Math.min(depth, z), Math.min(height, blockSide), Math.min(width, blockSide)]
}

/** Returns numbers of z, y and x, and one of the channels, for the axes of an image's arrays. */
export function toAxes({ axes }: Pick<ZarrImage, 'axes'>, [z, y, x]: Extents, c: number): readonly number[] {
  return axes.map((axis) => ({ c, z, y, x })[axis])
}

/** Returns the chunk at a place among those of a level; undefined where there is none. */
export function planChunk(image: ZarrImage, level: number, place: readonly number[]): ChunkPlan | undefined {
  const found = image.levels[level]
  if (!found || place.length !== image.axes.length) return undefined
  const at = (axis: 'c' | 'z' | 'y' | 'x'): number => place[image.axes.indexOf(axis)] ?? 0
  const channel = image.channels[at('c')]
  const { chunk, extents, factors } = found
  const start: Extents = [at('z') * chunk[0], at('y') * chunk[1], at('x') * chunk[2]]
  if (!channel || start.some((first, axis) => first >= (extents[axis] ?? 0))) return undefined
  const { samples, among, at: beside } = channel
  const finest = image.levels[0]?.extents ?? extents
  return {
    samples,
    extents: finest,
    channels: among,
    channel: beside,
    factors,
    start,
    size: chunk,
    by: image.by,
  }
}
