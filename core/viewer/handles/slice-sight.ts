import { fromSliceSpot, type ShownSlice, type SliceSpot, toSliceSpot } from '../slices/slice-pick.ts'
import type { PlaceSight } from './follow-place.ts'
import type { ResultSpace } from './result-space.ts'

/** The size of a slice's picture, in CSS pixels. */
export interface SliceSize {
  readonly width: number
  readonly height: number
}

/** Samples from the eye to the slice: all that a handle may be at is before it. */
const eyeSamples = 65_536

/**
 * Returns a slice in the coordinates of its result. It is seen along its axis across, without perspective, so
 * that a place which is dragged keeps its distance from the slice. A pick is in the slice.
 */
export function createSliceSight(
  slice: ShownSlice,
  { toPicture, toResult }: ResultSpace,
  { width, height }: SliceSize,
): PlaceSight {
  const toPlace = (spot: SliceSpot) => toResult(fromSliceSpot(slice, spot))
  return {
    project(place) {
      const { spot, steps } = toSliceSpot(slice, toPicture(place))
      const isVisible = spot.every((part) => part >= 0 && part <= 1)
      return { x: spot[0] * width, y: (1 - spot[1]) * height, depth: eyeSamples + steps, isVisible }
    },
    unproject: ([x, y], depth) => toPlace({ spot: [x / width, 1 - y / height], steps: depth - eyeSamples }),
    pick([x, y]) {
      const spot = [x / width, 1 - y / height] as const
      return spot.every((part) => part >= 0 && part <= 1) ? toPlace({ spot, steps: 0 }) : null
    },
  }
}
