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
  /** The place under the pointer. */
  readonly hit: ReadonlySignal<Hit | null>
  /** Moves what has a `data-place` to its place in the picture. */
  readonly onPlace: (layer: HTMLElement) => void
}

/** The room that a page is in, as the page of a specimen sees it. Its script comes with the room. */
export interface PageRoom {
  /** Returns the runs of the host for all, in place of the page's own. */
  readonly createRuns: (options: RunsOptions) => Runs
  /** The reason why this person may not change what all see; null where they may. */
  readonly refusal: ReadonlySignal<string | null>
  /** Draws where others point and look from, and sends where this person does. */
  readonly Presence: (props: PresenceProps) => VNode | null
  /** The others, for a person in a headset. */
  readonly companions: ReadonlySignal<readonly RoomCompanion[]>
  readonly company: CompanyRoom
}
