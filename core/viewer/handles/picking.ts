import type { OpenedView } from '../specimen/model/opened-view.ts'
import type { Hit } from '../stage/hit.ts'
import { toPickedPlace } from './result-space.ts'

/** The place that the next click on the specimen gives to a parameter. */
export interface Picking {
  /** The name of the parameter. */
  readonly label: string
  readonly onPick: (hit: Hit | null) => void
}

/** Returns the place that is being picked for a parameter; null for none. */
export function readPicking({ places, model }: Pick<OpenedView, 'places' | 'model'>): Picking | null {
  const picked = places.picked.value
  if (!picked) return null
  const onPick = (hit: Hit | null): void => {
    const content = model.prepared.peek()
    if (!hit || !content) return
    places.picked.value = null
    picked.take(toPickedPlace(content, hit))
  }
  return { label: picked.label, onPick }
}
