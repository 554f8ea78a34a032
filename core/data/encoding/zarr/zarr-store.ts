import { SpecimenError } from '../../../contract/domain/errors.ts'
import { boundNotes } from '../../../contract/domain/result/notes.ts'
import {
  listParts,
  type Result,
  type ResultType,
  type SceneResult,
} from '../../../contract/domain/result/result.ts'
import { withAxes } from '../with-axes.ts'
import { toRasterImage, toVolumeImage, type VolumeChannel, type ZarrImage } from './zarr-image.ts'
import { toExtents } from './zarr-place.ts'

/** A result as a store of OME-Zarr: an image, and images of labels upon it. */
export interface ZarrStore {
  readonly image: ZarrImage
  /** By their names below `labels/`. */
  readonly labels: ReadonlyMap<string, ZarrImage>
  /** Sentences on what was assumed, and on what the store leaves out. */
  readonly notes: readonly string[]
  /** The anatomical directions of x, y and z of the array; absent for none. */
  readonly orientation?: string
  /** The name and the unit of the values; absent for none. */
  readonly valueName?: string
  readonly valueUnit?: string
}

/** The words of a specimen that stand in its store. */
export interface ZarrWords {
  /** Its name for people. */
  readonly name: string
  /** Unit and directions, where the result has none. */
  readonly axes?: string | undefined
}

/** The name of the labels of a volume that has no other. */
const ownLabels = 'labels'
const mostAxes = 3

/**
 * Returns a result as a store. The volumes of a scene that lie on one grid are channels, those of labels are
 * below `labels/`; a note names the parts that are neither.
 * @throws `form.unavailable` for a result without a volume or picture
 */
export function toZarrStore(given: Result, { name, axes }: ZarrWords): ZarrStore {
  const result = withAxes(given, axes)
  const { notes = [] } = result
  if (result.type === 'scene') return toSceneStore(result, name)
  if (result.type === 'image')
    return { image: toRasterImage(name, result), labels: new Map(), notes, ...pickValue(result) }
  if (result.type !== 'volume') throw noStoreError(`a ${result.type}`)
  return toVolumeStore(
    name,
    [{ name: result.valueName ?? '', volume: result }],
    [{ name: ownLabels, volume: result }],
  )
}

/**
 * Refuses a kind of result that no store can be of, before it is computed. @throws `form.unavailable`
 * @param parts - the kinds of a scene's parts, undefined where only its run shows them
 */
export function requireStored(type: ResultType | undefined, parts?: readonly ResultType[]): void {
  if (type === 'scene' && parts && !parts.includes('volume')) throw noStoreError('a scene without a volume')
  if (type === undefined || type === 'scene' || type === 'volume' || type === 'image') return
  throw noStoreError(`${/^[ai]/.test(type) ? 'an' : 'a'} ${type.replace('_', ' ')}`)
}

function noStoreError(found: string): SpecimenError {
  const detail =
    `A store of Zarr is of a volume or an image, and this is ${found}; ask for it at /data, ` +
    'or for a part that is one by part=NAME.'
  return new SpecimenError('form.unavailable', detail)
}

/** Returns the store of volumes of one grid, and of those of labels among `marked`. */
function toVolumeStore(
  name: string,
  volumes: readonly [VolumeChannel, ...VolumeChannel[]],
  marked: readonly VolumeChannel[],
  more: readonly string[] = [],
): ZarrStore {
  const [{ volume }] = volumes
  for (const each of [...volumes, ...marked]) requireAxes(each)
  const labels = marked.filter(({ volume: { labels, dtype } }) => labels && dtype.includes('int'))
  const image = toVolumeImage({ name, volumes, by: volume.labels ? 'mode' : 'mean' })
  const images = labels.map(
    (label) => [label.name, toVolumeImage({ name: label.name, volumes: [label], by: 'mode' })] as const,
  )
  const { orientation } = volume
  return {
    image,
    labels: new Map(images),
    notes: boundNotes([
      ...volumes.flatMap((each) => each.volume.notes ?? []),
      ...image.place.notes,
      ...images.flatMap(([, { place }]) => place.notes),
      ...more,
    ]),
    ...(orientation && { orientation }),
    ...pickValue(volume),
  }
}

function requireAxes({ volume: { shape } }: VolumeChannel): void {
  if (shape.length <= mostAxes) return
  const detail = `A store is of volumes of ${mostAxes} axes (got ${shape.length}); ask for it at /data.`
  throw new SpecimenError('form.unavailable', detail)
}

interface ValueTexts {
  readonly valueName?: string
  readonly valueUnit?: string
}

function pickValue({ valueName, valueUnit }: ValueTexts): ValueTexts {
  return { ...(valueName && { valueName }), ...(valueUnit && { valueUnit }) }
}

/** A part that is a volume, with all that says on which grid it lies. */
interface GridPart extends VolumeChannel {
  readonly key: string
  /** Where it lies in the scene, as text. */
  readonly world: string
}

function toSceneStore({ parts, unit, orientation, notes = [] }: SceneResult, name: string): ZarrStore {
  const all = listParts(parts)
  const volumes = all.flatMap(([key, part]): GridPart[] => {
    if (part.type !== 'volume') return []
    const { look, place, ...own } = part
    const volume = { ...(unit && { unit }), ...(orientation && { orientation }), ...own }
    return [{ key, name: look?.title ?? key, volume, world: JSON.stringify(place ?? null) }]
  })
  const base = volumes.find(({ volume }) => !volume.labels) ?? volumes[0]
  if (!base)
    throw noStoreError('a scene without a volume, whose pictures are stores of their own by part=NAME')
  const isBeside = (part: GridPart): boolean =>
    part !== base && !part.volume.labels && toGrid(part) === toGrid(base) && !base.volume.labels
  const beside = volumes.filter(isBeside)
  const marked = volumes.filter(({ volume, world }) => volume.labels && world === base.world)
  const used: ReadonlySet<string> = new Set([base, ...beside, ...marked].map(({ key }) => key))
  const left = all.filter(([key]) => !used.has(key))
  const isStored = left.some(([, { type }]) => type === 'volume' || type === 'image')
  const rest =
    `The store leaves out ${left.map(([key, { type }]) => `${key} (${type})`).join(', ')}` +
    (isStored ? '; a volume or an image has one of its own by part=NAME.' : '.')
  const moved = 'The place of its volumes in the scene is left out.'
  return toVolumeStore(
    name,
    [base, ...beside],
    marked.map(({ key, volume }) => ({ name: key, volume })),
    [...notes, ...(base.world === 'null' ? [] : [moved]), ...(left.length > 0 ? [rest] : [])],
  )
}

/** Returns the grid and the type of samples of a part, as text: equal ones are channels of one array. */
function toGrid({ volume, world }: GridPart): string {
  const { shape, dtype, spacing, origin, direction, unit, orientation } = volume
  return JSON.stringify([toExtents(shape, 1), dtype, spacing, origin, direction, unit, orientation, world])
}
