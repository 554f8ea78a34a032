import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toPart, toVector } from '../../contract/look/vectors.ts'
import type { PreparedVolume } from '../../data/prepared/prepared.ts'
import { sizeOf, toIndex } from '../../data/prepared/volume-grid.ts'
import { type Axis, fromPosition, type SlicePlane, type SliceSide } from './slice-plane.ts'
import type { SlicePoint } from './zoom.ts'

/** The middle of the box: the initial place of the slices. */
export const middle: Vector3 = [0.5, 0.5, 0.5]

/** Returns a place with another value along one axis. */
export function withAxis([x, y, z]: Vector3, axis: Axis, value: number): Vector3 {
  return [axis === 0 ? value : x, axis === 1 ? value : y, axis === 2 ? value : z]
}

/** Returns the fraction at the middle of a sample. */
export function toFraction(index: number, count: number): number {
  return (Math.max(0, Math.min(count - 1, index)) + 0.5) / count
}

/** Returns the middle of the sample at a place of the crosshair, in the specimen's coordinates. */
export function toSamplePlace({ result, bounds }: PreparedVolume, crosshair: Vector3): Vector3 {
  const size = sizeOf(result)
  const index = toIndex(size, crosshair)
  const { low, high } = bounds
  return toVector((axis) => low[axis] + toFraction(index[axis], size[axis]) * (high[axis] - low[axis]))
}

/** Returns a place moved by this number of samples along an axis, to the middle of a sample in the box. */
export function moveAlong(place: Vector3, size: Vector3, axis: Axis, samples: number): Vector3 {
  return withAxis(place, axis, toFraction(toIndex(size, place)[axis] + samples, size[axis]))
}

/**
 * Returns the crosshair after a key: arrows move within the slice, page up and down through it, Home and End
 * to its ends; ten samples with Shift. Null for other keys.
 */
export function moveByKey(
  { key, isFast }: { readonly key: string; readonly isFast: boolean },
  { columns, rows, across }: SlicePlane,
  place: Vector3,
  size: Vector3,
): Vector3 | null {
  const many = isFast ? 10 : 1
  const toStep = ({ isReversed }: SliceSide): number => (isReversed ? -many : many)
  const [right, up] = [toStep(columns), toStep(rows)]
  const moves = new Map<string, readonly [axis: Axis, samples: number]>([
    ['ArrowLeft', [columns.axis, -right]],
    ['ArrowRight', [columns.axis, right]],
    ['ArrowDown', [rows.axis, -up]],
    ['ArrowUp', [rows.axis, up]],
    ['PageDown', [across, -many]],
    ['PageUp', [across, many]],
    ['Home', [across, -size[across]]],
    ['End', [across, size[across]]],
  ])
  const move = moves.get(key)
  return move ? moveAlong(place, size, ...move) : null
}

/** Returns the crosshair at a spot of a slice; a spot beyond its edge is beyond what the zoom shows. */
export function moveTo(
  { columns, rows }: SlicePlane,
  place: Vector3,
  { spot, zoom }: { readonly spot: SlicePoint; readonly zoom: Display['zoom'] },
): Vector3 {
  const [x, y] = [fromPosition(zoom, columns, spot[0]), fromPosition(zoom, rows, spot[1])]
  return withAxis(withAxis(place, columns.axis, toPart(x)), rows.axis, toPart(y))
}
