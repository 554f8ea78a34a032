import type { Vector3 } from '../../look/display.ts'
import { dot, subtract } from '../../look/vectors.ts'

/** The kinds of measurements, with their number of places. */
export const measurePlaces = { distance: 2, angle: 3 } as const

/** A kind of measurement. */
export type Measure = keyof typeof measurePlaces

/** Returns the places with one more; restarts after a complete measurement. */
export function addPlace(measure: Measure, places: readonly Vector3[], place: Vector3): readonly Vector3[] {
  return places.length >= measurePlaces[measure] ? [place] : [...places, place]
}

/** Returns the distance in the specimen's units, or the angle in degrees; null while incomplete. */
export function readMeasure(measure: Measure, places: readonly Vector3[]): number | null {
  const [a, b, c] = places
  if (!a || !b) return null
  if (measure === 'distance') return Math.hypot(...subtract(b, a))
  if (!c) return null
  const [u, v] = [subtract(a, b), subtract(c, b)]
  const product = Math.hypot(...u) * Math.hypot(...v)
  if (product === 0) return null
  const cosine = dot(u, v) / product
  return (Math.acos(Math.min(1, Math.max(-1, cosine))) * 180) / Math.PI
}
