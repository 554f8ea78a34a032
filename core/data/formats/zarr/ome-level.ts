/** The levels of an image of OME-Zarr, by their metadata: 0.4 on Zarr 2, and 0.5 and 0.6 on Zarr 3. */
import type { AsyncReadable, DataType, Array as ZarrArray } from 'zarrita'
import type { Label } from '../../../contract/domain/result/labels.ts'
import { describe } from '../../../contract/text/describe.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../contract/values/json.ts'
import { isExtent } from '../../../contract/values/number.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { refuseTag } from '../tag-table.ts'
import type { VolumeGrid } from '../volume/array-volume.ts'
import type { FileDtype } from '../volume/samples.ts'
import { boundCodecs, isFileDtype, measureElements, mostChunkBytes, toBitStore } from './codecs.ts'
import { type DescribedLevel, findsSystems, noteMembers, readGrid } from './ome-grid.ts'
import { readOmeLabels } from './ome-labels.ts'
import { omeTags } from './ome-tags.ts'

/** Most bytes of a file with metadata. */
export const metadataBytes = 2 ** 22

const mostLevels = 50
const mostChunks = 2 ** 17
const mostAxes = 8

/** A level: an array of which three axes, or two, are those of space, and the others count volumes. */
export interface OmeLevel extends OmeArray {
  /** Its folder in that of the image. */
  readonly path: string
  /** Its place among `levels`, from 1, the finest. */
  readonly level: number
  readonly levels: number
  /** Set where the values are labels. */
  readonly labels?: readonly Label[]
}

/** The array of a level by its metadata. */
interface OmeArray {
  readonly array: ZarrArray<DataType, AsyncReadable>
  /** The axes of space, z first. */
  readonly space: readonly number[]
  /** The names of the other axes that are longer than 1, and their lengths. */
  readonly others: readonly (readonly [name: string, extent: number])[]
  readonly frames: number
  /** Samples along three axes of space. */
  readonly shape: readonly number[]
  readonly type: 'image' | 'volume'
  /** Bytes of one volume. */
  readonly byteLength: number
  readonly dtype: FileDtype
  readonly grid: VolumeGrid
}

/** Returns the metadata of OME (`.zattrs` or `zarr.json`); empty without any. */
export function readAttributes(bytes: Uint8Array | undefined): JsonObject {
  if (!bytes) return {}
  const found = parseJson(new TextDecoder().decode(bytes), 'Metadata of Zarr')
  const attributes = isJsonObject(found) && isJsonObject(found.attributes) ? found.attributes.ome : found
  return isJsonObject(attributes) ? attributes : {}
}

/** Returns the images that metadata describe; none for other metadata. */
export function readImages(bytes: Uint8Array | undefined): readonly JsonObject[] {
  const images = readAttributes(bytes).multiscales
  return isJsonArray(images) ? images.filter(isJsonObject) : []
}

/** Returns whether a `zarr.json` is that of a group. */
export function isGroup(bytes: Uint8Array | undefined): boolean {
  const node = bytes && parseJson(new TextDecoder().decode(bytes), 'Metadata of Zarr')
  return isJsonObject(node) && node.node_type === 'group'
}

/**
 * Returns the finest level of the image in a store that `fits`, among those that are there.
 * @throws `file.undecodable` where none does, and for metadata that cannot be
 */
export async function findLevel(
  store: AsyncReadable,
  fits: (level: OmeLevel) => boolean | Promise<boolean>,
  onNote: DecodeContext['onNote'] = () => {},
): Promise<OmeLevel> {
  const zarr = await import('zarrita')
  boundCodecs(zarr.registry)
  const metadata = (await store.get('/.zattrs')) ?? (await store.get('/zarr.json'))
  const labels = readOmeLabels(readAttributes(metadata))
  const [image = {}] = readImages(metadata)
  const hasSystems = findsSystems(readAttributes(metadata), image)
  noteMembers(image, { onNote })
  const levels = isJsonArray(image.datasets) ? image.datasets.slice(0, mostLevels) : []
  let coarsest: OmeLevel | undefined
  for (const [i, dataset] of levels.entries()) {
    if (!isJsonObject(dataset)) throw refuse('Each of the datasets must be an object.')
    const path = readPath(dataset.path)
    const bits = toBitStore(store)
    const location = zarr.root(bits).resolve(path)
    const array = await zarr.open(location, { kind: 'array' }).catch((error: unknown) => {
      if (zarr.isZarritaError(error, 'NotFoundError')) return undefined
      throw error
    })
    if (!array) continue
    const notes: string[] = []
    const found = readArray(
      { array, isOfHalves: bits.isOfHalves(path) },
      { image, dataset, hasSystems },
      { onNote: (note) => notes.push(note) },
    )
    const place = { path, level: i + 1, levels: levels.length }
    const level = labels ? { ...asLabels(found), labels, ...place } : { ...found, ...place }
    if (await fits(level)) {
      notes.forEach(onNote)
      if (i > 0) onNote(`This is level ${i + 1} of ${levels.length}: finer ones are too large or not there.`)
      return level
    }
    coarsest = level
  }
  if (!coarsest) throw refuse('It has no level of OME-Zarr: each dataset of multiscales must have its array.')
  throw refuse(
    `The coarsest level there is, ${coarsest.shape.toReversed().join('×')} samples, is too large; add one.`,
  )
}

/** Returns the array of labels, which are no picture even where they are flat. */
function asLabels(found: OmeArray): OmeArray {
  return { ...found, type: 'volume', grid: { ...found.grid, valueName: 'label' } }
}

/** Returns the path of a level, which lies in the folder of the image. */
function readPath(path: Json | undefined): string {
  const isInside =
    typeof path === 'string' && path.split('/').every((part) => /^(?![.]{1,2}$)[\w. -]+$/.test(part))
  if (isInside) return path
  throw refuse(`The path of a dataset must lead into the folder of the image (got ${describe(path)}).`)
}

/** An array, whose samples may be the bits of floats. */
interface FoundArray {
  readonly array: ZarrArray<DataType, AsyncReadable>
  readonly isOfHalves: boolean
}

function readArray(
  { array, isOfHalves }: FoundArray,
  { image, dataset, hasSystems }: DescribedLevel,
  context: Pick<DecodeContext, 'onNote'>,
): OmeArray {
  const { shape, chunks } = array
  const dtype = isOfHalves ? 'float16' : array.dtype
  const isShape = [shape, chunks].every((list) => Array.isArray(list) && list.every(isExtent))
  if (!isShape || shape.length !== chunks.length || shape.length > mostAxes)
    throw refuse(`Shape and chunks must have equal lengths (got ${describe(shape)} and ${describe(chunks)}).`)
  if (!isFileDtype(dtype)) throw refuseTag(omeTags, 'dtype of no number')
  const chunkBytes = measureElements(dtype, chunks)
  if (chunkBytes > mostChunkBytes)
    throw refuse(`A chunk must have ${mostChunkBytes} bytes at most (got ${chunkBytes}).`)
  const { axes, space, grid } = readGrid({ image, dataset, hasSystems }, array, context)
  const isSpace = axes.map((_, axis) => space.includes(axis))
  const extents = space.map((axis) => shape[axis] ?? 1)
  const count = space.reduce((total, axis) => total * Math.ceil((shape[axis] ?? 1) / (chunks[axis] ?? 1)), 1)
  if (count > mostChunks)
    throw refuse(`A volume may have ${mostChunks} chunks (got ${count}); use larger ones.`)
  const others = axes
    .map(({ name }, axis) => [name, shape[axis] ?? 1] as const)
    .filter(([, extent], axis) => !isSpace[axis] && extent > 1)
  const frames = others.reduce((total, [, extent]) => total * extent, 1)
  const padded = space.length === 2 ? [1, ...extents] : extents
  const isPicture = padded[0] === 1 && frames === 1 && (dtype === 'uint8' || dtype === 'uint16')
  return {
    array,
    dtype,
    space,
    others,
    frames,
    shape: padded,
    type: isPicture ? 'image' : 'volume',
    byteLength: measureElements(dtype, extents),
    grid,
  }
}
