import type { Row } from '../panel/panel-model.ts'
import { readPointList } from '../panel/places.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import type { Hit } from '../stage/hit.ts'
import { clampPlace } from './clamp-place.ts'
import { toPickedSurface, toResultSpace } from './result-space.ts'
import { directionUnit, roundPlace, toUnitLength } from './rounding.ts'

/** The place that the next click on the specimen gives to a parameter. */
export interface Picking {
  /** Returns the next step, as a sentence that begins with what a person does. */
  readonly toHint: (verb: 'Click' | 'Pinch') => string
  readonly onPick: (hit: Hit | null) => void
}

/** Returns the place that is being picked for a parameter; null for none. */
export function readPicking({ places, model }: Pick<OpenedView, 'places' | 'model'>): Picking | null {
  const picked = places.picked.value
  if (!picked) return null
  const onPick = (hit: Hit | null): void => {
    const content = model.prepared.peek()
    if (!hit || !content) return
    const space = toResultSpace(content, places.boxes.peek())
    const { point, normal } = toPickedSurface(content, hit)
    picked.take(
      clampPlace(toPlaceRow(picked.row), roundPlace(point, toUnitLength(space.size)), space),
      normal && roundPlace(normal, directionUnit),
    )
  }
  const { label, place } = picked.row
  const what =
    place?.format === 'direction3' ? `the surface that ${label} points away from` : `the place of ${label}`
  return { toHint: (verb) => `${verb} ${what}.`, onPick }
}

/** Returns the row by which a place is held: of a list of points that of a point. */
export function toPlaceRow(row: Row): Row {
  return readPointList(row)?.item(0) ?? row
}
