import type { Signal } from '@preact/signals'
import type { Bounds } from '../../contract/look/box.ts'
import type { Vector3 } from '../../contract/look/display.ts'
import type { Row } from './panel-model.ts'

/** The place that the next click on the specimen gives. */
export interface PickedPlace {
  readonly row: Row
  /** Takes a place; the direction away from the surface there is null where none is seen. */
  readonly take: (place: Vector3, normal: Vector3 | null) => void
}

/** The picture beside a panel, which has handles for places. */
export interface PanelPlaces {
  /** The pointer of the row that has the focus or the mouse; null for none. */
  readonly seen: Signal<string | null>
  /** The boxes of data in which places have to stay, by the names of their parameters. */
  readonly boxes: Signal<ReadonlyMap<string, Bounds>>
  /** The pointer of the row whose handle is held in a picture; null for none. */
  readonly held: Signal<string | null>
  /** Null while nothing is picked. */
  readonly picked: Signal<PickedPlace | null>
}
