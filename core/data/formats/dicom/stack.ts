/** Slices as a volume: their order along the normal, their distance, and what is to be said of them. */
import {
  type AxisDirections,
  type AxisVector,
  toDirection,
} from '../../../contract/domain/result/direction.ts'
import type { DecodeContext } from '../format.ts'
import { isAlongAxis, toOrientation, type VolumeGrid } from '../volume/array-volume.ts'
import type { DicomSlice } from './dicom-file.ts'

/** The slices at one place, in the order of their moments. */
export type Stack = readonly [DicomSlice, ...DicomSlice[]]

/** Part of a distance by which slices may miss their places. */
const unevenness = 0.05
/** Part of the least length in which slices lie at one place. */
const nearness = 0.1
/** Pixels by which slices may be shifted in their plane over a whole volume. */
const mostShift = 0.5
/** Slices further than this many distances apart are not taken for a gap of missing ones. */
const mostMissing = 1000
/** Least angle of a shift that is noted. */
const leastAngle = 0.1
const degrees = 180 / Math.PI
const thicknessNote = 'The thickness of a slice is not in the file; 1 mm is shown.'

/** Returns the slices at each place, upwards along the normal; by their numbers where places are unknown. */
export function sortByPlace(slices: Stack, onNote: DecodeContext['onNote']): Stack[] {
  const [first] = slices
  const distances = slices.map((slice) => toDistance(slice, first))
  const isPlaced = distances.every((distance) => distance !== undefined)
  const sorted = slices
    .map((slice, i) => ({ slice, at: isPlaced ? (distances[i] ?? 0) : slice.isMoment ? 0 : i }))
    .sort((one, other) => (isPlaced ? one.at - other.at : 0) || compareMoments(one.slice, other.slice))
  if (!isPlaced) return first.isMoment ? [toStack(sorted)] : sorted.map(({ slice }) => [slice])
  const { steps, between = Number.POSITIVE_INFINITY, thickness = between } = first.place
  const least = Math.min(Math.abs(between), thickness, ...steps)
  const reach = nearness * (Number.isFinite(least) ? least : 1)
  const places: { readonly at: number; readonly slices: { readonly slice: DicomSlice }[] }[] = []
  for (const placed of sorted) {
    const last = places.at(-1)
    if (last && placed.at - last.at < reach) last.slices.push(placed)
    else places.push({ at: placed.at, slices: [placed] })
  }
  const counts = places.map((place) => place.slices.length)
  const [fewest, most] = [Math.min(...counts), Math.max(...counts)]
  if (fewest < most)
    onNote(
      `Some places have up to ${most} slices and others ${fewest}: the first ${fewest} of each are read.`,
    )
  return places.map((place) => toStack(place.slices))
}

function toStack(placed: readonly { readonly slice: DicomSlice }[]): Stack {
  const [first, ...rest] = placed
    .toSorted((one, other) => compareMoments(one.slice, other.slice))
    .map(({ slice }) => slice)
  if (!first) throw new Error('A place has a slice at least.')
  return [first, ...rest]
}

function compareMoments(one: DicomSlice, other: DicomSlice): number {
  return one.moment - other.moment || one.number - other.number || one.frame - other.frame
}

/** Returns the distance of a slice along the normal of the first one, in mm; undefined without a place. */
export function toDistance({ place, offset }: DicomSlice, first: DicomSlice): number | undefined {
  const { position } = place
  const { orientation } = first.place
  if (position.length === 0 || orientation.length === 0) return offset
  return dot(position, toNormal(orientation)) + (offset ?? 0)
}

/** The grid of a volume, and its directions where these are not those of the patient. */
export type PlacedGrid = VolumeGrid & { readonly direction?: AxisDirections | undefined }

/** Returns the distance of slices, the lengths of pixels, and the place and directions of a volume. */
export function toGrid(places: readonly Stack[], onNote: DecodeContext['onNote']): PlacedGrid {
  const firsts = places.map(([slice]) => slice)
  const [first] = firsts
  if (!first) return {}
  const { position, orientation, steps, isLength } = first.place
  const between = findDistance(firsts, onNote)
  const spacing = steps.length === 2 ? [Number(between.length.toPrecision(7)), ...steps] : undefined
  if (!isLength || !between.isKnown) return { spacing }
  const isPlaced = firsts.every(({ place }) => place.position.length + place.orientation.length === 9)
  if (!isPlaced) return { spacing, unit: 'mm' }
  const shift = findShift(firsts)
  if (shift) onNote(shift.note)
  const normal = toNormal(orientation)
  const axes = [orientation.slice(0, 3), orientation.slice(3), shift?.step ?? normal].map(toVector)
  const isAligned = axes.every((axis, i) => isAlongAxis(axis, i))
  const grid = { spacing, unit: 'mm', orientation: toOrientation(axes, 'LPS') }
  if (shift && !shift.step) return grid
  // The step along a shift is longer than that along the normal.
  const along = shift?.step ? dot(shift.step, normal) : 1
  return {
    ...grid,
    spacing: spacing && [Number((between.length / along).toPrecision(7)), ...steps],
    origin: position.toReversed(),
    direction: isAligned ? undefined : toDirection(axes),
  }
}

function toVector([x = 0, y = 0, z = 0]: readonly number[]): AxisVector {
  return [x, y, z]
}

interface Distance {
  readonly length: number
  /** False for one that no file says. */
  readonly isKnown: boolean
}

/** Returns the distance of slices by their places, else as the file says it. */
function findDistance(slices: readonly DicomSlice[], onNote: DecodeContext['onNote']): Distance {
  const [first] = slices
  const { between, thickness } = first?.place ?? {}
  if (!first) return { length: 1, isKnown: false }
  if (slices.length === 1) {
    const length = thickness ?? (between === undefined ? undefined : Math.abs(between))
    if (length === undefined && first.place.isLength) onNote(thicknessNote)
    return { length: length ?? 1, isKnown: true }
  }
  const distances = slices.map((slice) => toDistance(slice, first))
  if (distances.every((distance) => distance !== undefined)) {
    const gaps = distances.slice(1).map((distance, i) => distance - (distances[i] ?? 0))
    return { length: findGap(gaps, onNote), isKnown: true }
  }
  const length = between === undefined ? thickness : Math.abs(between)
  if (length === undefined) onNote('The distance of slices is not in the file, so lengths have no unit.')
  else onNote(`Slices have no positions: they are in the order of their numbers, ${length} mm apart.`)
  return { length: length ?? 1, isKnown: length !== undefined }
}

/** Returns the distance of slices from the gaps between them, and says where some are missing or uneven. */
function findGap(gaps: readonly number[], onNote: DecodeContext['onNote']): number {
  const mean = gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length
  if (gaps.every((gap) => Math.abs(gap - mean) <= unevenness * mean)) return mean
  const least = Math.min(...gaps)
  const counts = gaps.map((gap) => Math.round(gap / least))
  const isWhole = gaps.every(
    (gap, i) =>
      Math.abs(gap - least * (counts[i] ?? 1)) <= 2 * unevenness * least && gap < mostMissing * least,
  )
  const missing = counts.reduce((sum, count) => sum + count - 1, 0)
  if (!isWhole || missing > gaps.length) {
    const [low, high] = [least, Math.max(...gaps)].map((gap) => Number(gap.toPrecision(4)))
    onNote(`The slices are not at equal distances (${low} to ${high} mm): lengths across them are wrong.`)
    return mean
  }
  const single = gaps.filter((_, i) => counts[i] === 1)
  const length = single.reduce((sum, gap) => sum + gap, 0) / single.length
  const place = counts.findIndex((count) => count > 1) + 1
  const are = missing === 1 ? '1 slice is' : `${missing} slices are`
  onNote(
    `The slices are not at equal distances: ${are} missing, the first behind slice ${place}, ` +
      'and what is there is shown without a gap.',
  )
  return length
}

/** A shift of slices in their plane, as by a tilted gantry. */
interface Shift {
  readonly note: string
  /** The direction from slice to slice, of length 1; undefined where that changes. */
  readonly step?: readonly number[] | undefined
}

/** Returns the shift of slices that do not stand above each other; undefined for others. */
function findShift(slices: readonly DicomSlice[]): Shift | undefined {
  const [first] = slices
  const last = slices.at(-1)
  if (!first || !last || first === last) return undefined
  const normal = toNormal(first.place.orientation)
  const ways = slices.map(({ place }) =>
    place.position.map((at, axis) => at - (first.place.position[axis] ?? 0)),
  )
  const asides = ways.map((way) => measureAside(way, normal))
  const most = Math.max(...asides)
  const step = Math.min(...first.place.steps)
  const reach = mostShift * (Number.isFinite(step) ? step : 1)
  if (most <= reach) return undefined
  const way = ways[asides.indexOf(most)] ?? []
  const angle = Math.acos(Math.min(1, dot(way, normal) / Math.hypot(...way))) * degrees
  if (angle < leastAngle) return undefined
  const end = ways.at(-1) ?? []
  const direction = end.map((part) => part / Math.hypot(...end))
  const isStraight = ways.every((passed) => measureAside(passed, direction) <= reach)
  return {
    note:
      `The slices are shifted in their plane, by ${angle.toFixed(1)}° from its normal, as those of a ` +
      (isStraight ? 'tilted gantry.' : 'tilted gantry; they are shown straight above each other.'),
    step: isStraight ? direction : undefined,
  }
}

/** Returns the distance of a point from the line along a direction of length 1. */
function measureAside(way: readonly number[], direction: readonly number[]): number {
  const along = dot(way, direction)
  return Math.hypot(...way.map((part, axis) => part - along * (direction[axis] ?? 0)))
}

/** Returns the normal of the plane of two directions. */
export function toNormal([a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: readonly number[]): readonly number[] {
  return [b * f - c * e, c * d - a * f, a * e - b * d]
}

function dot(one: readonly number[], other: readonly number[]): number {
  return one.reduce((sum, part, axis) => sum + part * (other[axis] ?? 0), 0)
}
