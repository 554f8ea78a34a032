/** The axes and the place of a level of OME-Zarr, by the version of its metadata. */
import { cutText } from '../../../contract/text/cut-text.ts'
import type { JsonObject } from '../../../contract/values/json.ts'
import type { DecodeContext } from '../format.ts'
import { applyFoundTag, refuseTag } from '../tag-table.ts'
import { noteNames, orderSpace, readAxes, readOmeGrid } from './ome-axes.ts'
import { type PlacedAxes, readPlacedAxes } from './ome-systems.ts'
import { omeTags } from './ome-tags.ts'

/** The metadata of a level. */
export interface DescribedLevel {
  readonly image: JsonObject
  readonly dataset: JsonObject
  /** Set where axes stand in coordinate systems. */
  readonly hasSystems: boolean
}

/** An array, as far as its axes go. */
interface NamedArray {
  readonly shape: readonly number[]
  readonly dimensionNames: readonly (string | null)[] | undefined
}

/** The members of an image that are read, or that are texts on it. */
const imageMembers = [
  'axes',
  'coordinateSystems',
  'datasets',
  'coordinateTransformations',
  'name',
  'type',
  'metadata',
  'version',
]

/** Notes members of an image of which nothing is known. */
export function noteMembers(image: JsonObject, context: Pick<DecodeContext, 'onNote'>): void {
  const others = Object.keys(image).filter((name) => !imageMembers.includes(name))
  for (const name of others.slice(0, 8)) applyFoundTag(omeTags, cutText(name, 40), context)
}

/**
 * Returns whether axes stand in coordinate systems, as in 0.6 and its drafts. @throws `file.undecodable` for
 * later versions
 */
export function findsSystems(attributes: JsonObject, image: JsonObject): boolean {
  const version = [attributes.version, image.version].find((text) => typeof text === 'string') ?? ''
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10))
  if (major > 0 || minor > 6) throw refuseTag(omeTags, 'later versions')
  return minor === 6 || image.coordinateSystems !== undefined
}

/** Returns the axes of a level and its place. @throws `file.undecodable` */
export function readGrid(
  level: DescribedLevel,
  { shape, dimensionNames }: NamedArray,
  context: Pick<DecodeContext, 'onNote'>,
): PlacedAxes {
  const placed = level.hasSystems
    ? readPlacedAxes(level, shape.length, context)
    : readNamed(level, shape.length, context)
  noteNames(placed.axes, dimensionNames, context)
  return placed
}

function readNamed(level: DescribedLevel, count: number, context: Pick<DecodeContext, 'onNote'>): PlacedAxes {
  const axes = readAxes(level.image.axes, count)
  const space = orderSpace(axes, context)
  return { axes, space, grid: readOmeGrid(level, { axes, space }, context) }
}
