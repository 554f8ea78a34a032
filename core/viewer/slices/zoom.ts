/** Zoom and pan of slices: all three have the same factor and middle. */
import { type Display, mostZoom, type Vector3 } from '../../contract/look/display.ts'
import { toVector } from '../../contract/look/vectors.ts'
import { fromPosition, type SlicePlane, toRange } from './slice-plane.ts'

type Zoom = Display['zoom']

/** A position in a slice, from 0 at the left and below to 1. */
export type SlicePoint = readonly [right: number, up: number]

/** The place that stays where it is, and the factor. */
export interface ZoomStep {
  readonly spot: SlicePoint
  readonly change: number
  readonly crosshair: Vector3
}

/**
 * Returns a zoom changed by a factor; what is at the spot stays there. The other slices, whose middle is not
 * given by it, come to the crosshair when it begins.
 */
export function zoomAt(
  zoom: Zoom,
  { columns, rows }: SlicePlane,
  { spot, change, crosshair }: ZoomStep,
): Zoom {
  const factor = Math.min(mostZoom, (zoom?.[0] ?? 1) * change)
  if (factor <= 1.001) return null
  const middle: [number, number, number] = [...(zoom ? toMiddle(zoom) : crosshair)]
  for (const [side, position] of [[columns, spot[0]] as const, [rows, spot[1]] as const]) {
    const part = side.isReversed ? 1 - position : position
    middle[side.axis] = fromPosition(zoom, side, position) + (0.5 - part) / factor
  }
  return tidy([factor, ...middle])
}

/** Returns a zoom whose slice has moved, by parts of its width and height to the right and up. */
export function panBy(zoom: Zoom, { columns, rows }: SlicePlane, [right, up]: SlicePoint): Zoom {
  if (!zoom) return null
  const middle: [number, number, number] = [...toMiddle(zoom)]
  for (const [{ axis, isReversed }, part] of [[columns, right] as const, [rows, up] as const])
    middle[axis] -= ((isReversed ? -1 : 1) * part) / zoom[0]
  return tidy([zoom[0], ...middle])
}

/** Returns a zoom moved as little as shows a place in all slices. */
export function reveal(zoom: Zoom, place: Vector3): Zoom {
  if (!zoom) return null
  const half = 0.5 / zoom[0]
  const middle = toMiddle(zoom)
  const near = toVector((axis) => Math.max(place[axis] - half, Math.min(place[axis] + half, middle[axis])))
  return tidy([zoom[0], ...near])
}

function toMiddle(zoom: Zoom): Vector3 {
  return toVector((axis) => {
    const [from, to] = toRange(zoom, axis)
    return (from + to) / 2
  })
}

/** Leaves no middle beyond what can be one. */
function tidy(zoom: Zoom & object): Zoom {
  return [zoom[0], ...toMiddle(zoom)]
}
