import { useSignal, useSignalEffect } from '@preact/signals'
import type { Vector3 } from '../../look/display.ts'
import type { Hit } from '../stage/stage.ts'
import { addPlace, type Measure, measurePlaces } from './measure.ts'
import type { SpecimenModel } from './specimen-model.ts'

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
  const onHover = (found: Hit | null): void => {
    hit.value = found
  }
  const onClick = (found: Hit | null): void => {
    if (measure.value && found) marks.value = addPlace(measure.value, marks.value, found.place)
  }
  return { hit, measure, marks, startMeasure, onHover, onClick }
}

/** Returns the next step of a measurement as a sentence. */
export function sayNext(measure: Measure, count: number): string {
  const wanted = measurePlaces[measure] - count
  if (wanted === 0) return 'Click to measure again.'
  return `Click ${wanted} ${count === 0 ? '' : 'more '}${wanted === 1 ? 'place' : 'places'}.`
}
