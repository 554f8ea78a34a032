/** The axes of an NRRD: those of space, and those that count volumes. */
import type { DecodeContext } from '../../format.ts'
import { refuse } from '../../refusal.ts'
import { applyTag, type TagOf } from '../../tag-table.ts'
import { toOrigin, toPlace, toSpacing, type VolumeGrid } from '../array-volume.ts'
import { type NrrdHeader, readNrrdHeader } from './nrrd-header.ts'
import { colorKinds, countedKinds, nrrdTags, sampledKinds } from './nrrd-tags.ts'

/** The channels and pixels of an image. */
export interface NrrdPicture {
  /** Set where no word of the header says that the first axis is of colours. */
  readonly isAssumed: boolean
  readonly channels: number
  readonly width: number
  readonly height: number
}

/**
 * Returns the size of an image of 8 or 16 unsigned bits; undefined for a volume. Three or four samples of the
 * fastest of three axes are colours where the header says so, or nothing at all, as in teem's own images.
 */
export function findPicture({
  sizes,
  dtype,
  kinds,
  spacings,
  directions,
}: NrrdHeader): NrrdPicture | undefined {
  if (dtype !== 'uint8' && dtype !== 'uint16') return undefined
  const [first = 1, second = 1, third = 1] = sizes
  if (sizes.length === 2) return { channels: 1, width: first, height: second, isAssumed: false }
  if (sizes.length !== 3) return undefined
  const isColored = colorKinds[kinds[0] ?? ''] === first
  const isBare = kinds.length === 0 && !spacings && !directions && dtype === 'uint8'
  if (isColored || (isBare && (first === 3 || first === 4)))
    return { channels: first, width: second, height: third, isAssumed: !isColored }
  return undefined
}

/** Returns whether a file is a picture by its beginning. @throws `file.undecodable` */
export function isNrrdPicture(head: Uint8Array): boolean {
  return findPicture(readNrrdHeader(head)) !== undefined
}

/** Returns the places of the two axes of an image, behind that of its colours. */
export function findPictureAxes({ sizes }: NrrdHeader): readonly number[] {
  return [sizes.length - 2, sizes.length - 1]
}

/** Returns the places of the axes of space, at most three, the fastest first. @throws `file.undecodable` */
export function findSpaceAxes(
  { sizes, kinds, spacings, directions }: NrrdHeader,
  context: Pick<DecodeContext, 'onNote'>,
): readonly number[] {
  const isOfSpace = (axis: number): boolean | undefined => {
    const kind = kinds[axis] ?? ''
    if (kind !== '' && !sampledKinds.includes(kind) && (sizes[axis] ?? 1) > 1) refuseKind(kind, context)
    if (countedKinds.includes(kind)) return false
    if (directions) return hasStep(directions[axis])
    if (spacings && Number.isNaN(spacings[axis] ?? Number.NaN)) return false
    return kind === 'domain' || kind === 'space' || spacings !== undefined ? true : undefined
  }
  const known = sizes.map((_, axis) => isOfSpace(axis))
  const space = [...known.keys()].filter((axis) => known[axis] === true)
  const open = [...known.keys()].filter((axis) => known[axis] === undefined)
  const chosen = [...space, ...open].slice(0, 3).sort((one, other) => one - other)
  if (chosen.length < 2) throw refuse(`It must have at least two axes of space (got ${chosen.length}).`)
  const isUnsaid = (axis: number): boolean =>
    !chosen.includes(axis) &&
    known[axis] === false &&
    !countedKinds.includes(kinds[axis] ?? '') &&
    (directions?.[axis]?.[3] ?? 0) === 0 // time
  if (sizes.some((size, axis) => size > 1 && isUnsaid(axis))) applyTag(nrrdTags, 'an axis of none', context)
  return chosen
}

function refuseKind(kind: string, context: Pick<DecodeContext, 'onNote'>): never {
  applyTag(nrrdTags, `kinds = ${kind}`, context)
  throw refuse(`Each sample must be one number (got an axis of the kind ${kind}); save one component alone.`)
}

/** Returns whether a step leads through space: the fourth number of one is time. */
function hasStep(step: readonly number[] | undefined): boolean {
  return step?.slice(0, 3).some((part) => part !== 0) ?? false
}

/** Applies the row of a tag. */
type NoteTag = (tag: TagOf<typeof nrrdTags>) => void

/** Returns the grid of the axes of space. */
export function readNrrdGrid(
  header: NrrdHeader,
  axes: readonly number[],
  context: Pick<DecodeContext, 'onNote'>,
): VolumeGrid {
  const { fields, directions, spaceOrigin } = header
  const note: NoteTag = (tag) => applyTag(nrrdTags, tag, context)
  const valueUnit = fields
    .get('sample units')
    ?.replace(/^"(.*)"$/, '$1')
    .slice(0, 200)
  const values = { valueUnit: valueUnit || undefined, unit: readUnit(header, axes, note) }
  if (!directions) {
    if (fields.has('space origin')) note('space origin of no place')
    if (fields.has('space')) readEnds(fields.get('space'), note)
    return { ...values, ...readLengths(header, axes, note) }
  }
  const steps = axes.map((axis) => directions[axis]?.slice(0, 3))
  const ends = readEnds(fields.get('space'), note)
  const place = toPlace(steps, { first: spaceOrigin?.slice(0, 3), ends })
  if (place && !place.origin && fields.has('space origin')) note('space origin of no place')
  if (place) return { ...values, ...place }
  note('space directions of no space')
  return { ...values, spacing: toSpacing(steps.map((step = []) => Math.hypot(...step))) }
}

/** Returns lengths of the axes of space, and with axis mins the first place. */
function readLengths(header: NrrdHeader, axes: readonly number[], note: NoteTag): VolumeGrid {
  const { spacings, axisMins, axisMaxs, centers, sizes } = header
  if (spacings) {
    const found = axes.map((axis) => spacings[axis] ?? 1)
    if (found.some((length) => length <= 0)) note('spacings < 0')
    return { spacing: toSpacing(found) }
  }
  if (!axisMins || !axisMaxs) return {}
  if (!axes.every((axis) => /^(cell|node)$/.test(centers[axis] ?? ''))) {
    note('axis mins without centers')
    return {}
  }
  const steps = axes.map((axis) => {
    const isCell = centers[axis] === 'cell'
    const count = Math.max(1, (sizes[axis] ?? 1) - (isCell ? 0 : 1))
    const step = ((axisMaxs[axis] ?? 0) - (axisMins[axis] ?? 0)) / count
    return { step, first: (axisMins[axis] ?? 0) + (isCell ? step / 2 : 0) }
  })
  if (!steps.every(({ step, first }) => step > 0 && Number.isFinite(step) && Number.isFinite(first))) {
    note('axis mins without centers')
    return {}
  }
  const spacing = toSpacing(steps.map(({ step }) => step))
  return { spacing, origin: toOrigin(steps.map(({ first }) => first)) }
}

/** Returns the anatomical directions of a world as letters; undefined for one without. */
function readEnds(space: string | undefined, note: NoteTag): string | undefined {
  if (space === undefined) return undefined
  const [, ...words] =
    /^(?:(right|left)-(anterior|posterior)-(superior)(?:-time)?|([RL])([AP])(S)T?)$/i.exec(space) ?? []
  const ends = words.flatMap((word) => word?.charAt(0).toUpperCase() ?? []).join('')
  if (ends !== '') return ends
  if (/^3D-left-handed(-time)?$/i.test(space)) note('space = 3D-left-handed')
  else if (!/^(scanner-xyz|3D-right-handed)(-time)?$/i.test(space)) note('space = unknown')
  return undefined
}

/** The usual spellings of units. */
const unitNames: { readonly [name: string]: string } = {
  um: 'µm',
  μm: 'µm',
  micron: 'µm',
  microns: 'µm',
  micrometer: 'µm',
  micrometers: 'µm',
  millimeter: 'mm',
  millimeters: 'mm',
  centimeter: 'cm',
  centimeters: 'cm',
  meter: 'm',
  meters: 'm',
  nanometer: 'nm',
  nanometers: 'nm',
  inch: 'in',
  inches: 'in',
}

function readUnit(
  { units, spaceUnits, directions }: NrrdHeader,
  axes: readonly number[],
  note: NoteTag,
): string | undefined {
  const found = directions ? spaceUnits.slice(0, 3) : axes.map((axis) => units[axis] ?? '')
  const [unit = '', ...others] = new Set(found.map((name) => unitNames[name.toLowerCase()] ?? name))
  if (others.length > 0) note('units that differ')
  return others.length > 0 || unit === '' ? undefined : unit.slice(0, 200)
}
