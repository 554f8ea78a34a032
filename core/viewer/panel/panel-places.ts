import type { Signal } from '@preact/signals'
import type { Vector3 } from '../../contract/look/display.ts'

/** The place that the next click on the specimen gives. */
export interface PickedPlace {
  readonly pointer: string
  readonly label: string
  readonly take: (place: Vector3) => void
}

/** The picture beside a panel, which has handles for places. */
export interface PanelPlaces {
  /** The pointer of the row that has the focus or the mouse; null for none. */
  readonly seen: Signal<string | null>
  /** The pointer of the row whose handle is held in a picture; null for none. */
  readonly held: Signal<string | null>
  /** Null while nothing is picked. */
  readonly picked: Signal<PickedPlace | null>
}
