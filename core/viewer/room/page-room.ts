import type { ReadonlySignal } from '@preact/signals'
import type { VNode } from 'preact'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { Runs, RunsOptions } from '../drive/driver.ts'
import type { Hit } from '../stage/hit.ts'
import type { ShownView } from '../state/view-state.ts'
import type { CompanyRoom, RoomCompanion } from '../xr/companion.ts'

/** The picture over which others are drawn. */
export interface PresenceProps {
  readonly prepared: Prepared
  readonly view: ReadonlySignal<ShownView>
  /** The place under the pointer; null also while it holds a handle, at which others see who moves it. */
  readonly hit: ReadonlySignal<Hit | null>
  /** Moves what has a `data-place` to its place in the picture. */
  readonly onPlace: (layer: HTMLElement) => void
}

/** Another who has moved a parameter last. */
export interface PeerMover {
  /** To be shown. */
  readonly name: string
  /** `#rrggbb`. */
  readonly color: string
  /** The number of such moves, by which one more is seen. */
  readonly count: number
}

/** The room that a page is in, as the page of a specimen sees it. Its script comes with the room. */
export interface PageRoom {
  /** Returns the runs of the host for all, in place of the page's own. */
  readonly createRuns: (options: RunsOptions) => Runs
  /** The reason why this person may not change what all see; null where they may. */
  readonly refusal: ReadonlySignal<string | null>
  /** Draws where others point and look from, and sends where this person does. */
  readonly Presence: (props: PresenceProps) => VNode | null
  /** Those who have moved parameters of the shown view last, by the names of these. */
  readonly movers: ReadonlySignal<ReadonlyMap<string, PeerMover>>
  /** The others, for a person in a headset. */
  readonly companions: ReadonlySignal<readonly RoomCompanion[]>
  readonly company: CompanyRoom
}
