import type { Bounds } from '../../contract/look/box.ts'
import type { Display, Vector3 } from '../../contract/look/display.ts'

/** x, y or z, as an index into a {@link Vector3}. */
export type Axis = 0 | 1 | 2

/** An axis of the data within a slice. */
export interface SliceSide {
  readonly axis: Axis
  /** True where it grows to the left, or downwards. */
  readonly isReversed: boolean
  /** The anatomical directions at its two ends, left or lower one first; absent where unknown. */
  readonly letters?: readonly [string, string]
}

/** A plane through a volume. */
export interface SlicePlane {
  readonly key: Display['large'] & string
  readonly name: string
  /** To the right. */
  readonly columns: SliceSide
  /** Upwards. */
  readonly rows: SliceSide
  readonly across: Axis
  /** The axis of the scene that is nearest to `across`, for anatomy. */
  readonly sceneAxis: Axis
}

/** The side of an anatomical slice on which the patient's left is: as in radiology, or as in neurology. */
export type PatientSide = Display['patientSide']

const keys = ['yz', 'xz', 'xy'] as const
const opposites = new Map(['LR', 'RL', 'PA', 'AP', 'IS', 'SI'].map(([end = '', other = '']) => [end, other]))

/**
 * Returns the three orthogonal slices. With an orientation, such as `RAS`, they are the anatomical ones, seen
 * from above, from behind and from the right: the right is on the right, and in radiology on the left. Else
 * they are seen as in the stage, from above (xy), from the front (xz) and from the right (yz).
 */
export function listPlanes(orientation: string, side: PatientSide): readonly SlicePlane[] {
  const ends = [side === 'radiological' ? 'L' : 'R', 'A', 'S']
  const [right, front, top] = ends.map((end) => findSide(orientation, end))
  if (right && front && top)
    return [
      { ...toPlane('Axial', right, front), sceneAxis: 2 },
      { ...toPlane('Coronal', right, top), sceneAxis: 1 },
      { ...toPlane('Sagittal', front, top), sceneAxis: 0 },
    ]
  const [x, y, z] = ([0, 1, 2] as const).map((axis) => ({ axis, isReversed: false }))
  return x && y && z ? [toPlane('xy', x, y), toPlane('xz', x, z), toPlane('yz', y, z)] : []
}

function toPlane(name: string, columns: SliceSide, rows: SliceSide): SlicePlane {
  const across = ([0, 1, 2] as const).find((axis) => axis !== columns.axis && axis !== rows.axis) ?? 0
  return { key: keys[across], name, columns, rows, across, sceneAxis: across }
}

function findSide(orientation: string, end: string): SliceSide | undefined {
  const other = opposites.get(end) ?? ''
  const axis = ([0, 1, 2] as const).find((index) => [end, other].includes(orientation.charAt(index)))
  if (axis === undefined) return undefined
  return { axis, isReversed: orientation.charAt(axis) === other, letters: [other, end] }
}

/** Returns the visible part of an axis, as fractions of the box. */
export function toRange(zoom: Display['zoom'], axis: Axis): readonly [from: number, to: number] {
  if (!zoom) return [0, 1]
  const half = 0.5 / zoom[0]
  const middle = clamp(zoom[axis + 1] ?? 0.5, half, 1 - half)
  return [middle - half, middle + half]
}

/** Returns the position of a place along a side, from 0 at the left or below to 1; beyond where unseen. */
export function toPosition(zoom: Display['zoom'], { axis, isReversed }: SliceSide, place: Vector3): number {
  const [from, to] = toRange(zoom, axis)
  const position = (place[axis] - from) / (to - from)
  return isReversed ? 1 - position : position
}

/** Returns the fraction of the box at a position along a side: the inverse of {@link toPosition}. */
export function fromPosition(
  zoom: Display['zoom'],
  { axis, isReversed }: SliceSide,
  position: number,
): number {
  const [from, to] = toRange(zoom, axis)
  return from + (isReversed ? 1 - position : position) * (to - from)
}

/** Returns the length of a box along an axis. */
export function extentOf({ low, high }: Bounds, axis: Axis): number {
  return high[axis] - low[axis]
}

function clamp(value: number, low: number, high: number): number {
  return Math.max(low, Math.min(high, value))
}
