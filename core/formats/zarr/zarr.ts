import type { AsyncReadable } from 'zarrita'
import { SpecimenError } from '../../domain/errors.ts'
import { isCount } from '../../domain/number.ts'
import { type ElementArray, findDtype } from '../../domain/result/elements.ts'
import type { Result, VolumeResult } from '../../domain/result/result.ts'
import type { DecodeContext, FolderFile, VolumeSeries } from '../format.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { toImage, toVolume } from '../volume/array-volume.ts'
import { findLevel, metadataBytes, type OmeLevel, readImages } from './ome-level.ts'
import { zarrNames } from './zarr-names.ts'

/**
 * Returns the image of OME-Zarr among the files of a folder: the volumes of the finest level that the limit
 * allows, times and channels one after the other.
 * @throws `file.undecodable`
 */
export async function decodeZarr(
  files: readonly FolderFile[],
  context: DecodeContext,
): Promise<Result | VolumeSeries> {
  const found = await findImage(files)
  if (!found)
    throw refuse('It is Zarr without multiscales, which OME-Zarr has; save it as OME-Zarr or as NPY.')
  const { byteLimit, onNote } = context
  const level = await findLevel(toStore(found.files, byteLimit), ({ byteLength }) => byteLength <= byteLimit)
  const more = found.images - 1
  if (more > 0) onNote(`${more} more images in it are left out.`)
  if (level.level > 1)
    onNote(`This is level ${level.level} of ${level.levels}: finer ones are too large or not there.`)
  const { shape, grid, frames, others } = level
  if (others.length > 1)
    onNote(`Its volumes are those of ${others.map(([name, extent]) => `${extent} ${name}`).join(' × ')}.`)
  const read = async (frame: number): Promise<VolumeResult> =>
    toVolume(shape, await readSamples(level, frame), grid)
  if (frames > 1) return { count: frames, read }
  const volume = await read(0)
  if (level.type !== 'image') return volume
  const [, height = 0, width = 0] = shape
  return toImage({ width, height, channels: 1 }, volume.data) ?? volume
}

/** Returns the files of the image nearest to the top, by their path in its folder. */
async function findImage(
  files: readonly FolderFile[],
): Promise<{ readonly files: ReadonlyMap<string, FolderFile>; readonly images: number } | undefined> {
  const depth = ({ path }: FolderFile): number => path.split('/').length
  const described = files
    .filter(({ path, size }) => /(^|\/)([.]zattrs|zarr[.]json)$/.test(path) && size <= metadataBytes)
    .sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1))
  for (const { path, read } of described) {
    const { length } = readImages(await read())
    if (length === 0) continue
    const folder = path.slice(0, path.lastIndexOf('/') + 1)
    const inside = files.filter((file) => file.path.startsWith(folder))
    return { files: new Map(inside.map((file) => [file.path.slice(folder.length), file])), images: length }
  }
  return undefined
}

/** The files as the library reads them, each within the limit. */
function toStore(files: ReadonlyMap<string, FolderFile>, byteLimit: number): AsyncReadable {
  return {
    get: async (key) => {
      const file = files.get(key.slice(1))
      const name = key.slice(key.lastIndexOf('/') + 1)
      if (file) requireWithin(name, file.size, zarrNames.has(name) ? metadataBytes : byteLimit)
      return await file?.read()
    },
    getRange: async (key, range) => {
      const file = files.get(key.slice(1))
      if (!file) return undefined
      const [start, length] =
        'offset' in range
          ? [range.offset, range.length]
          : [Math.max(0, file.size - range.suffixLength), range.suffixLength]
      if (!isCount(start) || !isCount(length) || start + length > file.size)
        throw refuse(`The file is truncated: its index names bytes that ${key.slice(1)} does not have.`)
      return await file.read(start, start + length)
    },
  }
}

/** Returns one volume; all its chunks are read one after the other, so that few are in memory. */
async function readSamples(level: OmeLevel, frame: number): Promise<ElementArray> {
  const { defineArrayExtension, get } = await import('zarrita')
  const { array, isSpace } = level
  const elements = array.chunks.reduce((total, extent) => total * extent, 1)
  const checked = defineArrayExtension((plain) => ({
    getChunk: async (place: number[]) => {
      const chunk = await plain.getChunk(place).catch((error: unknown) => {
        // The library names the codec, and not its reason.
        throw error instanceof Error && error.cause instanceof SpecimenError ? error.cause : error
      })
      const found = 'length' in chunk.data ? chunk.data.length : Number.NaN
      if (found === elements) return chunk
      throw refuse(`The chunk ${place.join('/')} must have ${elements} samples (got ${found}).`)
    },
  }))(array)
  let rest = frame
  const places = array.shape.map(() => 0)
  for (let axis = places.length - 1; axis >= 0; axis--) {
    const extent = array.shape[axis] ?? 1
    if (isSpace[axis]) continue
    places[axis] = rest % extent
    rest = Math.floor(rest / extent)
  }
  const selection = places.map((place, axis) => (isSpace[axis] ? null : place))
  const { data, stride } = await get(checked, selection, { createQueue: createSequence })
  return toRows(toElements(data), { shape: level.shape, stride })
}

function createSequence() {
  const waiting: (() => Promise<void>)[] = []
  return {
    add: (work: () => Promise<void>) => void waiting.push(work),
    onIdle: async () => {
      for (const work of waiting) await work()
      return []
    },
  }
}

function toElements(data: object): ElementArray {
  if (data instanceof BigInt64Array || data instanceof BigUint64Array) return Float64Array.from(data, Number)
  // findDtype has looked at its class.
  if (ArrayBuffer.isView(data) && findDtype(data)) return data as ElementArray
  throw refuse('The samples must be numbers.')
}

/** Returns samples with x fastest; the library leaves those of a transposed array as they are. */
function toRows(
  data: ElementArray,
  { shape, stride }: { readonly shape: readonly number[]; readonly stride: readonly number[] },
): ElementArray {
  const [depth = 1, height = 1, width = 1] = shape
  const [plane = 0, row = 0, column = 0] = stride.length === 2 ? [0, ...stride] : stride
  if (column === 1 && (row === width || height === 1) && (plane === width * height || depth === 1))
    return data
  const rows = data.slice()
  for (let z = 0, to = 0; z < depth; z++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) rows[to++] = data[z * plane + y * row + x * column] ?? 0
  return rows
}
