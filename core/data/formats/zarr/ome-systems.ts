/** The axes and the place of an image of OME-Zarr 0.6, whose axes stand in coordinate systems. */
import { findNearestAxes } from '../../../contract/domain/result/direction.ts'
import { cutText } from '../../../contract/text/cut-text.ts'
import { describe } from '../../../contract/text/describe.ts'
import { findLengthUnit } from '../../../contract/text/length-units.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import type { DecodeContext } from '../format.ts'
import { refuse } from '../refusal.ts'
import { applyTag, sayTag } from '../tag-table.ts'
import { toPlace, type VolumeGrid } from '../volume/array-volume.ts'
import { type OmeAxis, orderSpace, readAxes, readUnit } from './ome-axes.ts'
import { omeTags } from './ome-tags.ts'
import {
  joinMatrices,
  type OmeMatrix,
  type OmeTransformation,
  readTransformation,
} from './ome-transformations.ts'

/** The axes of an array, and where its samples lie. */
export interface PlacedAxes {
  /** By the axes of the array. */
  readonly axes: readonly OmeAxis[]
  /** Those of space, nearest to z first. */
  readonly space: readonly number[]
  readonly grid: VolumeGrid
}

type Notes = Pick<DecodeContext, 'onNote'>

interface OmeSystem {
  readonly name: string
  readonly axes: readonly OmeAxis[]
}

/** A coordinate system, and the way to it from the samples of a level. */
interface PlacedSystem {
  readonly system: OmeSystem
  readonly matrix: OmeMatrix
}

const mostSystems = 100
const shownNames = 100

/**
 * Returns the axes of an array with so many, and the place of its samples: in the system to which its levels
 * lead, or, where this leads to one further system of lengths, in that.
 * @throws `file.undecodable`
 */
export function readPlacedAxes(
  { image, dataset }: { readonly image: JsonObject; readonly dataset: JsonObject },
  count: number,
  context: Notes,
): PlacedAxes {
  const systems = readSystems(image.coordinateSystems, count)
  const steps = listObjects(dataset.coordinateTransformations)
  const [step, ...more] = steps
  if (!step || more.length > 0)
    throw refuse(`A level must have one transformation, maybe a sequence (got ${steps.length}).`)
  const read = readTransformation(step, count)
  if (read.kind === 'other')
    throw refuse(`${sayTag(omeTags, 'other transformations of a level')} It is ${read.type}.`)
  const intrinsic = { system: findSystem(systems, step.output), matrix: read.matrix }
  requireFit(intrinsic)
  return placeAxes(findWorld(image, systems, intrinsic, context), context)
}

function listObjects(list: Json | undefined): readonly JsonObject[] {
  return isJsonArray(list) ? list.filter(isJsonObject) : []
}

function readSystems(list: Json | undefined, count: number): readonly OmeSystem[] {
  const found = listObjects(list).slice(0, mostSystems)
  if (found.length === 0) throw refuse(`coordinateSystems must have one at least (got ${describe(list)}).`)
  const systems = found.map(({ name, axes }) => {
    if (typeof name !== 'string' || name === '') throw refuse('Each coordinate system must have a name.')
    const named = listObjects(axes).map((axis) => axis.name)
    if (!isJsonArray(axes) || named.length !== axes.length || new Set(named).size !== named.length)
      throw refuse(`The axes of ${cutText(name, 40)} must be objects, each with a name of its own.`)
    if (!named.every((each) => typeof each === 'string' && each !== ''))
      throw refuse(`The axes of ${cutText(name, 40)} must have names.`)
    return { name, axes: readAxes(axes, count) }
  })
  if (new Set(systems.map(({ name }) => name)).size === systems.length) return systems
  throw refuse('Each coordinate system must have a name of its own.')
}

/** Returns the name of a system in the same image; undefined for one in another group, or none. */
function readName(reference: Json | undefined): string | undefined {
  if (typeof reference === 'string') return reference // as drafts have it
  if (!isJsonObject(reference)) return undefined
  const { name, path = null } = reference
  return typeof name === 'string' && (path === null || path === '') ? name : undefined
}

function findSystem(systems: readonly OmeSystem[], reference: Json | undefined): OmeSystem {
  const found = systems.find(({ name }) => name === readName(reference))
  if (found) return found
  throw refuse(
    `The output of a level must name a coordinate system of its image (got ${describe(reference)}).`,
  )
}

function requireFit({ system, matrix }: PlacedSystem): void {
  if (matrix.length === system.axes.length) return
  throw refuse(
    `A transformation to ${system.axes.length} axes must have as many rows (got ${matrix.length}).`,
  )
}

/** A transformation between coordinate systems of an image, or of one of them. */
interface SystemStep {
  readonly read: OmeTransformation
  readonly from: string | undefined
  readonly to: string | undefined
  /** Set where it leads from or to another group, such as that of labels. */
  readonly isElsewhere: boolean
}

/** Returns the one further system of lengths to which that of the levels leads, or else that. */
function findWorld(
  image: JsonObject,
  systems: readonly OmeSystem[],
  intrinsic: PlacedSystem,
  context: Notes,
): PlacedSystem {
  const { name: own, axes } = intrinsic.system
  const steps = listObjects(image.coordinateTransformations).map((step): SystemStep => {
    const isElsewhere = [step.input, step.output].some((end) => isJsonObject(end) && Boolean(end.path))
    const read = readTransformation(step, axes.length)
    return { read, from: readName(step.input), to: readName(step.output), isElsewhere }
  })
  const others = systems.filter(({ name }) => name !== own)
  const worlds = steps.flatMap(({ read, from, to }): PlacedSystem[] => {
    const system = others.find(({ name }) => name === to)
    if (read.kind === 'other' || from !== own || !system || !hasLengths(system)) return []
    return [{ system, matrix: joinMatrices(read.matrix, intrinsic.matrix) }]
  })
  const [world] = worlds
  const chosen = world && worlds.length === 1 && others.length === 1 ? world : intrinsic
  requireFit(chosen)
  const left = others.filter((other) => other !== chosen.system).map(({ name }) => name)
  const unused = steps.filter(
    (step) => !step.isElsewhere && !(step.from === own && step.to === chosen.system.name),
  )
  const types = unused.map(({ read }) => read.type)
  if (left.length + types.length > 0)
    applyTag(
      omeTags,
      'further coordinateSystems',
      context,
      cutText([...left, ...types].join(', '), shownNames),
    )
  return chosen
}

function hasLengths({ axes }: OmeSystem): boolean {
  return axes.every(({ type, unit }) => type !== 'space' || findLengthUnit(unit) !== undefined)
}

/** Divides the axes of an array into those of space and others, and returns the place of the former. */
function placeAxes({ system, matrix }: PlacedSystem, context: Notes): PlacedAxes {
  const world = orderSpace(system.axes, context) // z first
  const columns = [...(matrix[0] ?? []).keys()].slice(0, -1)
  const at = (row: number, column: number): number => matrix[row]?.[column] ?? 0
  const roles = new Map<number, OmeAxis>()
  for (const [row, axis] of system.axes.entries()) {
    if (world.includes(row)) continue
    const [column, ...more] = columns.filter((each) => at(row, each) !== 0)
    const isAlone = matrix.every(
      (_, other) => other === row || column === undefined || at(other, column) === 0,
    )
    if (column === undefined || more.length > 0 || !isAlone)
      throw refuse(`${sayTag(omeTags, 'affine of times or channels')} It is ${cutText(axis.name, 40)}.`)
    roles.set(column, axis)
  }
  const inSpace = columns.filter((column) => !roles.has(column))
  const { unit, factors } = readUnit(system.axes, world, context)
  const toVector = (column: number): readonly number[] =>
    world.map((row, i) => at(row, column) * (factors[i] ?? 1)).reverse() // x first
  const order = orderColumns(inSpace.map(toVector)) // of x, y and z
  const sorted = order?.map((place) => inSpace[place] ?? 0) ?? []
  const first = toVector(columns.length).map((value) => Number(value.toPrecision(15)))
  const place = order && toPlace(sorted.map(toVector), { first })
  if (!place) throw refuse('The transformations of a level must span a space.')
  const { origin, ...grid } = place
  const isMoved = origin?.some((part) => part !== 0) === true
  const space = sorted.toReversed()
  return {
    axes: columns.map((column) => roles.get(column) ?? toSpaceAxis(system, world[space.indexOf(column)])),
    space,
    grid: { ...grid, ...(isMoved && { origin }), unit },
  }
}

function toSpaceAxis({ axes }: OmeSystem, row: number | undefined): OmeAxis {
  return axes[row ?? 0] ?? { name: '', type: 'space', unit: '' }
}

/** Returns which of two or three vectors is nearest to x, y and z; undefined where they span no space. */
function orderColumns(vectors: readonly (readonly number[])[]): readonly number[] | undefined {
  const [one, other, third] = vectors.map(([x = 0, y = 0, z = 0]) => [x, y, z] as const)
  if (!one || !other || vectors.length > 3) return undefined
  if (!third)
    return Math.abs(one[0]) + Math.abs(other[1]) > Math.abs(one[1]) + Math.abs(other[0]) ? [0, 1] : [1, 0]
  const nearest = findNearestAxes([one, other, third])
  return nearest && [0, 1, 2].map((axis) => nearest.indexOf(axis))
}
