import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { applyAffine } from '../../../contract/look/affine.ts'
import type { Vector3 } from '../../../contract/look/display.ts'
import { add, dot, scale, subtract } from '../../../contract/look/vectors.ts'
import { placementOf } from '../../../data/prepared/placement.ts'
import type { Prepared } from '../../../data/prepared/prepared.ts'
import { type Picking, readPicking } from '../../handles/picking.ts'
import type { Hit } from '../../stage/hit.ts'
import { toPartTitle } from '../model/chosen-part.ts'
import { sayLength } from '../model/meaning.ts'
import type { OpenedView } from '../model/opened-view.ts'

/** The kinds of measurements, with their number of places. */
const measurePlaces = { distance: 2, angle: 3 } as const

/** A kind of measurement. */
export type Measure = keyof typeof measurePlaces

/** Returns the places with one more; restarts after a complete measurement. */
export function addPlace<Place>(measure: Measure, places: readonly Place[], place: Place): readonly Place[] {
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

/** The place under the pointer, and the measurement with its marks. */
export interface Pointing {
  readonly hit: ReadonlySignal<Hit | null>
  /** Null while nothing is measured. */
  readonly measure: ReadonlySignal<Measure | null>
  readonly marks: ReadonlySignal<readonly Vector3[]>
  /** The parts of a scene that the marks are on; empty for another content. */
  readonly ends: ReadonlySignal<string>
  /** The place that is picked for a parameter; null for none. */
  readonly picking: Picking | null
  /** The last click that was neither measured nor picked; null for one beside the content. */
  readonly clicked: ReadonlySignal<Hit | null>
  /** The place of the marked row of a table; null for none. */
  readonly rowPlace: Signal<Vector3 | null>
  readonly startMeasure: (wanted: Measure | null) => void
  readonly onHover: (found: Hit | null) => void
  readonly onClick: (found: Hit | null) => void
}

/** Returns the place under the pointer, and the measurement with its marks. */
export function usePointing(opened: OpenedView): Pointing {
  const { prepared } = opened.model
  const hit = useSignal<Hit | null>(null)
  const measure = useSignal<Measure | null>(null)
  const picked = useSignal<readonly Hit[]>([])
  const clicked = useSignal<Hit | null>(null)
  const rowPlace = useSignal<Vector3 | null>(null)
  const marks = useComputed(() => {
    const row = measure.value === null ? rowPlace.value : null
    return row ? [row] : picked.value.map(({ place }) => place)
  })
  const ends = useComputed(() => nameEnds(picked.value, prepared.value))
  // The place under the pointer belongs to the result before.
  useSignalEffect(() => {
    if (prepared.value) {
      hit.value = null
      clicked.value = null
      rowPlace.value = null
    }
  })
  const startMeasure = (wanted: Measure | null): void => {
    measure.value = wanted
    picked.value = []
  }
  return {
    hit,
    measure,
    marks,
    ends,
    picking: readPicking(opened),
    clicked,
    rowPlace,
    startMeasure,
    onHover: (found: Hit | null) => {
      hit.value = found
    },
    onClick: (found: Hit | null) => {
      if (!measure.value) clicked.value = found
      else if (found) picked.value = addPlace(measure.value, picked.value, found)
    },
  }
}

/**
 * Returns the titles of the parts that places are on, one after the other; empty outside of a scene. What a
 * view has moved is measured where it is seen, and said to be moved.
 */
export function nameEnds(
  places: readonly Pick<Hit, 'part' | 'placeInData'>[],
  content: Prepared | null,
): string {
  if (content?.type !== 'scene') return ''
  const titles = places.map(({ part, placeInData }) => {
    const found = content.parts.find(({ name }) => name === part)
    return found ? `${toPartTitle(found)}${placeInData ? ' (moved)' : ''}` : ''
  })
  return titles.every((title) => title === titles[0]) ? (titles[0] ?? '') : titles.join(' – ')
}

/** A complete measurement in words, at its place in the specimen. */
export interface Measured {
  readonly place: Vector3
  readonly text: string
}

/** A measurement, of places in the coordinates of a content. */
export interface Measuring {
  readonly measure: Measure
  readonly places: readonly Vector3[]
  readonly content: Pick<Prepared, 'placement'>
  /** The parts that the places are on; empty for none. */
  readonly ends: string
}

/**
 * Returns a measurement with its unit; null while it is incomplete. It is taken in the scene: the axes of a
 * sheared volume are at right angles in its own coordinates only.
 */
export function toMeasured(measuring: Measuring, unit: string): Measured | null {
  const { measure, places, content, ends } = measuring
  const [a, b] = places
  const placement = placementOf(content)
  const value = readMeasure(
    measure,
    places.map((place) => applyAffine(placement, place)),
  )
  if (!a || !b || value === null) return null
  const text = measure === 'angle' ? `${value.toFixed(1)}°` : sayLength(value, unit)
  const place = measure === 'angle' ? b : scale(add(a, b), 0.5)
  return { place, text: ends === '' ? text : `${ends}: ${text}` }
}

/** Returns the next step of a measurement as a sentence; in a headset a pinch is what a click is here. */
export function sayNext(measure: Measure, count: number, verb: 'Click' | 'Pinch' = 'Click'): string {
  const wanted = measurePlaces[measure] - count
  if (wanted === 0) return `${verb} to measure again.`
  return `${verb} ${wanted} ${count === 0 ? '' : 'more '}${wanted === 1 ? 'place' : 'places'}.`
}
