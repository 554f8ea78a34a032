import { useSignal, useSignalEffect } from '@preact/signals'
import type { Vector3 } from '../../look/display.ts'
import { dot, subtract } from '../../look/vectors.ts'
import type { Hit } from '../stage/stage.ts'
import type { SpecimenModel } from './specimen-model.ts'

/** The kinds of measurements, with their number of places. */
const measurePlaces = { distance: 2, angle: 3 } as const

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

/** Returns the place under the pointer, and the measurement with its marks. */
export function usePointing({ prepared }: SpecimenModel) {
  const hit = useSignal<Hit | null>(null)
  const measure = useSignal<Measure | null>(null)
  const marks = useSignal<readonly Vector3[]>([])
  // The place under the pointer belongs to the result before.
  useSignalEffect(() => {
    if (prepared.value) hit.value = null
  })
  const startMeasure = (wanted: Measure | null): void => {
    measure.value = wanted
    marks.value = []
  }
  return {
    ...{ hit, measure, marks, startMeasure },
    onHover: (found: Hit | null) => {
      hit.value = found
    },
    onClick: (found: Hit | null) => {
      if (measure.value && found) marks.value = addPlace(measure.value, marks.value, found.place)
    },
  }
}

/** Returns the next step of a measurement as a sentence. */
export function sayNext(measure: Measure, count: number): string {
  const wanted = measurePlaces[measure] - count
  if (wanted === 0) return 'Click to measure again.'
  return `Click ${wanted} ${count === 0 ? '' : 'more '}${wanted === 1 ? 'place' : 'places'}.`
}
