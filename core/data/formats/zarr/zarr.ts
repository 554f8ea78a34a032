import { SpecimenError } from '../../../contract/domain/errors.ts'
import { type ElementArray, findDtype } from '../../../contract/domain/result/elements.ts'
import { widenHalves } from '../../../contract/domain/result/halves.ts'
import type { Result, VolumeResult } from '../../../contract/domain/result/result.ts'
import { isJsonArray, isJsonObject, type JsonObject } from '../../../contract/values/json.ts'
import type { DecodeContext, FolderFile, FolderReader, VolumeSeries } from '../format.ts'
import { refuse } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { noteInexact, notePlace, toImage, toVolume } from '../volume/array-volume.ts'
import { markLabels } from '../volume/mark-labels.ts'
import type { FileDtype } from '../volume/samples.ts'
import { findLevel, metadataBytes, type OmeLevel, readAttributes } from './ome-level.ts'
import { omeTags } from './ome-tags.ts'
import { cutMetadata, toStore } from './zarr-store.ts'

/** Its decoder, and the tags by which it works. */
export const zarrReader: FolderReader = { decode: decodeZarr, tags: omeTags }

/**
 * Returns the image of OME-Zarr among the files of a folder: the volumes of the finest level that the limit
 * allows, times and channels one after the other.
 * @throws `file.undecodable`
 */
async function decodeZarr(
  files: readonly FolderFile[],
  context: DecodeContext,
): Promise<Result | VolumeSeries> {
  const found = await findImage(files, context)
  if (!found)
    throw refuse('It is Zarr without multiscales, which OME-Zarr has; save it as OME-Zarr or as NPY.')
  const { byteLimit, onNote } = context
  const store = toStore(found, context)
  const level = await findLevel(store, ({ byteLength }) => byteLength <= byteLimit, onNote)
  if ([...found.keys()].some((path) => path.startsWith('labels/'))) applyTag(omeTags, 'labels', context)
  const { shape, grid, frames, others, labels } = level
  if (others.length > 1)
    onNote(`Its volumes are those of ${others.map(([name, extent]) => `${extent} ${name}`).join(' × ')}.`)
  const read = async (frame: number): Promise<VolumeResult> => {
    const samples = await readSamples(level, frame)
    noteInexact(samples, level.dtype, context)
    return toVolume(shape, samples, grid)
  }
  if (frames > 1) return labels ? markLabels({ count: frames, read }, () => labels) : { count: frames, read }
  const volume = await read(0)
  if (labels) return markLabels(volume, () => labels)
  if (level.type !== 'image') return volume
  notePlace(grid, context)
  const [, height = 0, width = 0] = shape
  return toImage({ width, height, channels: 1 }, volume.data) ?? volume
}

/**
 * Returns the files of the image nearest to the top, by their path in its folder; the first one of a plate,
 * of a well, and of a folder of images.
 */
async function findImage(
  files: readonly FolderFile[],
  context: DecodeContext,
): Promise<ReadonlyMap<string, FolderFile> | undefined> {
  const depth = ({ path }: FolderFile): number => path.split('/').length
  const described = files
    .filter(({ path, size }) => /(^|\/)([.]zattrs|zarr[.]json)$/.test(path) && size <= metadataBytes)
    .sort((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1))
  for (const [i, file] of described.entries()) {
    const attributes = readAttributes(cutMetadata(await file.read(), file.path, context))
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1)
    if (isJsonArray(attributes.multiscales) && attributes.multiscales.some(isJsonObject)) {
      if (attributes.multiscales.length > 1)
        applyTag(omeTags, 'several multiscales', context, `${attributes.multiscales.length} images`)
      const inside = files.filter(({ path }) => path.startsWith(folder))
      return new Map(inside.map((one) => [one.path.slice(folder.length), one]))
    }
    const first = readScenePath(attributes, files, folder, context) ?? readFirstPath(attributes, context)
    if (first !== undefined) {
      const inside = files.filter(({ path }) => path.startsWith(`${folder}${first}/`))
      const image = await findImage(inside, context)
      if (image) return image
    }
    if (attributes['bioformats2raw.layout'] === undefined) continue
    const below = described.slice(i + 1).filter((other) => depth(other) === depth(file) + 1)
    const images = below.filter(({ path }) => /(^|\/)\d+\/[^/]+$/.test(path))
    if (images.length > 1) applyTag(omeTags, 'bioformats2raw.layout', context, `${images.length} images`)
  }
  return undefined
}

/** Returns the folder of the first image of a scene that is there; undefined for others. */
function readScenePath(
  { scene }: JsonObject,
  files: readonly FolderFile[],
  folder: string,
  context: DecodeContext,
): string | undefined {
  if (!isJsonObject(scene)) return undefined
  const steps = isJsonArray(scene.coordinateTransformations) ? scene.coordinateTransformations : []
  const paths = steps.flatMap((step) =>
    isJsonObject(step)
      ? [step.input, step.output].map((end) => (isJsonObject(end) ? end.path : undefined))
      : [],
  )
  const named = new Set(paths.filter((path): path is string => typeof path === 'string' && path !== ''))
  const present = [...named].filter((path) => files.some((file) => file.path.startsWith(`${folder}${path}/`)))
  applyTag(omeTags, 'scene', context, named.size === 1 ? '1 image' : `${named.size} images`)
  return present[0]
}

/** Returns the folder of the first well of a plate, or of the first field of a well; undefined for others. */
function readFirstPath({ plate, well }: JsonObject, context: DecodeContext): string | undefined {
  const list = isJsonObject(plate) ? plate.wells : isJsonObject(well) ? well.images : undefined
  if (!isJsonArray(list)) return undefined
  const [first] = list.filter(isJsonObject)
  const isPlate = isJsonObject(plate)
  if (isPlate) applyTag(omeTags, 'plate', context, list.length === 1 ? '1 well' : `${list.length} wells`)
  else if (list.length > 1) applyTag(omeTags, 'well', context, `${list.length} fields`)
  return typeof first?.path === 'string' ? first.path : undefined
}

/** Returns one volume; all its chunks are read one after the other, so that few are in memory. */
async function readSamples(level: OmeLevel, frame: number): Promise<ElementArray> {
  const { defineArrayExtension, get } = await import('zarrita')
  const { array, space } = level
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
    if (space.includes(axis)) continue
    places[axis] = rest % extent
    rest = Math.floor(rest / extent)
  }
  const selection = places.map((place, axis) => (space.includes(axis) ? null : place))
  const { data, stride } = await get(checked, selection, { createQueue: createSequence })
  // The library has the axes in the order of the array.
  const inArray = space.toSorted((one, other) => one - other)
  const strides = space.map((axis) => stride[inArray.indexOf(axis)] ?? 0)
  return toRows(toElements(data, level.dtype), { shape: level.shape, stride: strides })
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

function toElements(data: object, dtype: FileDtype): ElementArray {
  if (dtype === 'float16' && data instanceof Uint16Array) return widenHalves(data)
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
