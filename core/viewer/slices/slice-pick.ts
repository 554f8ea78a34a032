import type { ComponentChildren } from 'preact'
import type { Display, Vector3 } from '../../contract/look/display.ts'
import { toVector } from '../../contract/look/vectors.ts'
import type { PreparedVolume } from '../../data/prepared/prepared.ts'
import { readSample, sizeOf, toIndex } from '../../data/prepared/volume-grid.ts'
import type { Hit } from '../stage/hit.ts'
import { moveTo, toFraction, withAxis } from './crosshair.ts'
import { fromPosition, type SlicePlane, toPosition } from './slice-plane.ts'
import type { SlicePoint } from './zoom.ts'

/** A tool of the picture whose places are picked in slices too. */
export interface SliceTool {
  /** The picked places, in the specimen's coordinates. */
  readonly marks: readonly Vector3[]
  /** What they measure, in words at a place; null while it is incomplete. */
  readonly measured: { readonly place: Vector3; readonly text: string } | null
  readonly onPick: (hit: Hit) => void
}

/** A slice as it is shown. */
export interface ShownSlice {
  readonly prepared: PreparedVolume
  readonly plane: SlicePlane
  readonly crosshair: Vector3
  readonly zoom: Display['zoom']
}

/** Draws over a slice. */
export type DrawOverSlice = (slice: ShownSlice) => ComponentChildren

/** Returns the hit at a spot of a slice: its exact place, in the middle of the samples that are drawn. */
export function pickInSlice({ prepared, plane, crosshair, zoom }: ShownSlice, spot: SlicePoint): Hit {
  const { result, bounds } = prepared
  const size = sizeOf(result)
  const { across } = plane
  const middle = toFraction(toIndex(size, crosshair)[across], size[across])
  const fractions = moveTo(plane, withAxis(crosshair, across, middle), { spot, zoom })
  const index = toIndex(size, fractions)
  const { low, high } = bounds
  const place = toVector((axis) => low[axis] + fractions[axis] * (high[axis] - low[axis]))
  return { place, values: [readSample(result, index)], index }
}

/** A place as it stands to a slice. */
export interface SliceSpot {
  /** Beyond 0 to 1 where unseen. */
  readonly spot: SlicePoint
  /** Samples along the axis across, from the middle of those that are drawn. */
  readonly steps: number
}

/** Returns where a place of the specimen is beside a slice. */
export function toSliceSpot({ prepared, plane, crosshair, zoom }: ShownSlice, place: Vector3): SliceSpot {
  const { across, columns, rows } = plane
  const { low, high } = prepared.bounds
  const fractions = toVector((axis) => (place[axis] - low[axis]) / (high[axis] - low[axis]))
  const size = sizeOf(prepared.result)
  return {
    spot: [toPosition(zoom, columns, fractions), toPosition(zoom, rows, fractions)],
    steps: fractions[across] * size[across] - (toIndex(size, crosshair)[across] + 0.5),
  }
}

/** Returns the original of {@link toSliceSpot}, which may lie beyond the box. */
export function fromSliceSpot(slice: ShownSlice, { spot, steps }: SliceSpot): Vector3 {
  const { prepared, plane, crosshair, zoom } = slice
  const { across, columns, rows } = plane
  const { low, high } = prepared.bounds
  const size = sizeOf(prepared.result)
  const fraction = (toIndex(size, crosshair)[across] + 0.5 + steps) / size[across]
  const inColumns = withAxis(crosshair, columns.axis, fromPosition(zoom, columns, spot[0]))
  const inRows = withAxis(inColumns, rows.axis, fromPosition(zoom, rows, spot[1]))
  const fractions = withAxis(inRows, across, fraction)
  return toVector((axis) => low[axis] + fractions[axis] * (high[axis] - low[axis]))
}

/** Returns whether a spot lies in the slice: within half a step of it. */
export function isInSlice({ steps }: SliceSpot): boolean {
  return Math.abs(steps) <= 0.5 + 1e-6
}

/** Returns the spot of a place in a slice; null for one beside it. */
export function findSpot(slice: ShownSlice, place: Vector3): SlicePoint | null {
  const found = toSliceSpot(slice, place)
  return isInSlice(found) ? found.spot : null
}
