/** The levels of an image of OME-Zarr, by their metadata: 0.4 on Zarr 2 and 0.5 on Zarr 3. */
import type { AsyncReadable, DataType, Array as ZarrArray } from 'zarrita'
import { describe } from '../../domain/describe.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject, parseJson } from '../../domain/json.ts'
import { isExtent, isFiniteNumber } from '../../domain/number.ts'
import { refuse } from '../refusal.ts'
import type { VolumeGrid } from '../volume/array-volume.ts'
import { boundCodecs, isFileDtype, measureElements, mostChunkBytes } from './codecs.ts'

/** Most bytes of a file with metadata. */
export const metadataBytes = 2 ** 22

const mostLevels = 50
const mostChunks = 2 ** 17
const mostAxes = 8
const units: { readonly [name: string]: string } = {
  ...{ angstrom: 'Å', nanometer: 'nm', micrometer: 'µm', millimeter: 'mm', centimeter: 'cm', meter: 'm' },
}

/** A level: an array of which three axes, or two, are those of space, and the others count volumes. */
export interface OmeLevel extends ReturnType<typeof readArray> {
  /** Its folder in that of the image. */
  readonly path: string
  /** Its place among `levels`, from 1, the finest. */
  readonly level: number
  readonly levels: number
}

/** Returns the images that metadata describe (`.zattrs` or `zarr.json`); none for other metadata. */
export function readImages(bytes: Uint8Array | undefined): readonly JsonObject[] {
  if (!bytes) return []
  const found = parseJson(new TextDecoder().decode(bytes), 'Metadata of Zarr')
  const attributes = isJsonObject(found) && isJsonObject(found.attributes) ? found.attributes.ome : found
  const images = isJsonObject(attributes) ? attributes.multiscales : undefined
  return isJsonArray(images) ? images.filter(isJsonObject) : []
}

/** Returns whether a `zarr.json` is that of a group. */
export function isGroup(bytes: Uint8Array | undefined): boolean {
  const node = bytes && parseJson(new TextDecoder().decode(bytes), 'Metadata of Zarr')
  return isJsonObject(node) && node.node_type === 'group'
}

/** Returns the finest level in a store that `fits`. @throws `file.undecodable` for none or wrong metadata */
export async function findLevel(
  store: AsyncReadable,
  fits: (level: OmeLevel) => boolean | Promise<boolean>,
): Promise<OmeLevel> {
  const zarr = await import('zarrita')
  boundCodecs(zarr.registry)
  const [image = {}] = readImages((await store.get('/.zattrs')) ?? (await store.get('/zarr.json')))
  const levels = isJsonArray(image.datasets) ? image.datasets.slice(0, mostLevels) : []
  let coarsest: OmeLevel | undefined
  for (const [i, dataset] of levels.entries()) {
    if (!isJsonObject(dataset)) throw refuse('Each of the datasets must be an object.')
    const path = readPath(dataset.path)
    const location = zarr.root(store).resolve(path)
    const array = await zarr.open(location, { kind: 'array' }).catch((error: unknown) => {
      if (zarr.isZarritaError(error, 'NotFoundError')) return undefined
      throw error
    })
    if (!array) continue
    const level = { ...readArray(array, { image, dataset }), path, level: i + 1, levels: levels.length }
    if (await fits(level)) return level
    coarsest = level
  }
  if (!coarsest) throw refuse('It has no level of OME-Zarr: each dataset of multiscales must have its array.')
  throw refuse(
    `The coarsest level there is, ${coarsest.shape.toReversed().join('×')} samples, is too large; add one.`,
  )
}

/** Returns the path of a level, which lies in the folder of the image. */
function readPath(path: Json | undefined): string {
  const isInside =
    typeof path === 'string' && path.split('/').every((part) => /^(?![.]{1,2}$)[\w. -]+$/.test(part))
  if (isInside) return path
  throw refuse(`The path of a dataset must lead into the folder of the image (got ${describe(path)}).`)
}

function readArray(
  array: ZarrArray<DataType, AsyncReadable>,
  { image, dataset }: { readonly image: JsonObject; readonly dataset: JsonObject },
) {
  const { shape, chunks, dtype } = array
  const isShape = [shape, chunks].every((list) => Array.isArray(list) && list.every(isExtent))
  if (!isShape || shape.length !== chunks.length || shape.length > mostAxes)
    throw refuse(`Shape and chunks must have equal lengths (got ${describe(shape)} and ${describe(chunks)}).`)
  if (!isFileDtype(dtype)) throw refuse(`The samples must be numbers (got ${dtype}).`)
  const chunkBytes = measureElements(dtype, chunks)
  if (chunkBytes > mostChunkBytes)
    throw refuse(`A chunk must have ${mostChunkBytes} bytes at most (got ${chunkBytes}).`)
  const axes = readAxes(image.axes, shape.length)
  /** Which axes are those of space, the slowest first. */
  const isSpace = axes.map(({ type }) => type === 'space')
  const space = [...isSpace.keys()].filter((axis) => isSpace[axis])
  if (space.length < 2 || space.length > 3)
    throw refuse(`It must have 2 or 3 axes of space (got ${space.length}).`)
  const extents = space.map((axis) => shape[axis] ?? 1)
  const count = space.reduce((total, axis) => total * Math.ceil((shape[axis] ?? 1) / (chunks[axis] ?? 1)), 1)
  if (count > mostChunks)
    throw refuse(`A volume may have ${mostChunks} chunks (got ${count}); use larger ones.`)
  /** The names of the other axes that are longer than 1, and their lengths. */
  const others = axes
    .map(({ name }, axis) => [name, shape[axis] ?? 1] as const)
    .filter(([, extent], axis) => !isSpace[axis] && extent > 1)
  const frames = others.reduce((total, [, extent]) => total * extent, 1)
  const padded = space.length === 2 ? [1, ...extents] : extents
  const isPicture = padded[0] === 1 && frames === 1 && (dtype === 'uint8' || dtype === 'uint16')
  return {
    ...{ array, isSpace, others, frames },
    /** Samples along three axes of space. */
    shape: padded,
    type: isPicture ? ('image' as const) : ('volume' as const),
    /** Bytes of one volume. */
    byteLength: measureElements(dtype, extents),
    grid: readGrid({ image, dataset, axes, space }),
  }
}

/** Without axes, as in older versions, they are the last ones of t, c, z, y and x. */
function readAxes(given: Json | undefined, count: number) {
  const axes = isJsonArray(given) ? given : [...'tczyx'].slice(-count)
  if (axes.length !== count)
    throw refuse(`axes must have ${count} entries, as the array has (got ${axes.length}).`)
  return axes.map((axis) => {
    const { name = axis, type, unit } = isJsonObject(axis) ? axis : {}
    const isSpace = /^[xyz]$/i.test(String(name))
    return {
      name: String(name),
      type: String(type ?? (isSpace ? 'space' : 'other')),
      unit: String(unit ?? ''),
    }
  })
}

/** Scales and translations of the level, then those of all levels. */
function readGrid({
  image,
  dataset,
  axes,
  space,
}: {
  readonly image: JsonObject
  readonly dataset: JsonObject
  readonly axes: ReturnType<typeof readAxes>
  readonly space: readonly number[]
}): VolumeGrid {
  const [spacing, origin] = [space.map(() => 1), space.map(() => 0)]
  const steps = [dataset, image].flatMap(({ coordinateTransformations: list }) =>
    isJsonArray(list) ? list : [],
  )
  for (const step of steps.filter(isJsonObject)) {
    const read = (list: Json | undefined, usual: number): number[] =>
      space.map((axis) => {
        const value = isJsonArray(list) ? list[axis] : usual
        return isFiniteNumber(value) ? value : usual
      })
    const [scale, translation] = [read(step.scale, 1), read(step.translation, 0)]
    scale.forEach((factor, i) => {
      spacing[i] = (spacing[i] ?? 1) * factor
      origin[i] = (origin[i] ?? 0) * factor + (translation[i] ?? 0)
    })
  }
  const names = new Set(space.map((axis) => axes[axis]?.unit ?? ''))
  const [name = ''] = names.size === 1 ? names : []
  const isPlaced =
    spacing.every((length) => length > 0 && Number.isFinite(length)) && origin.every(Number.isFinite)
  const isMoved = origin.some((place) => place !== 0)
  const pad = (list: readonly number[], first: number): readonly number[] =>
    list.length === 2 ? [first, ...list] : list
  return {
    spacing: isPlaced ? pad(spacing, Math.min(...spacing)) : undefined,
    origin: isPlaced && isMoved ? pad(origin, 0) : undefined,
    unit: units[name] ?? (/^\p{L}{1,20}$/u.test(name) ? name : undefined),
  }
}
