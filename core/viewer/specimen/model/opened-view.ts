import type { ReadonlySignal, Signal } from '@preact/signals'
import type { HostCalls } from '../../../client/client.ts'
import type { Params } from '../../../contract/domain/schema.ts'
import type { Display } from '../../../contract/look/display.ts'
import type { Step } from '../../history/timeline.ts'
import type { PanelPlaces } from '../../panel/panel-places.ts'
import type { PageRoom } from '../../room/page-room.ts'
import type { Sweep, ViewState } from '../../state/view-state.ts'
import type { DisplayedView } from './shown-view.ts'
import type { SpecimenModel } from './specimen-model.ts'

/** What is chosen among the parts of a scene; it is a person's own, and in no link. */
export interface PartChoice {
  /** The name of the part whose values are set; null for the usual one. */
  readonly chosen: Signal<string | null>
  /** The parts that were shown before one was shown alone; null for none. */
  readonly before: Signal<readonly string[] | null>
}

/** An open view, for the parts of the page that serve the active one. */
export interface OpenedView extends DisplayedView {
  readonly model: SpecimenModel
  readonly client: HostCalls
  readonly view: ReadonlySignal<ViewState>
  /** Those of the view's signal. */
  readonly params: ReadonlySignal<Params>
  /** The room that the page is in; null for none. */
  readonly room: PageRoom | null
  /** True while the clipping planes are set in the panel. */
  readonly isClipping: Signal<boolean>
  readonly parts: PartChoice
  readonly places: PanelPlaces
  /** Sets some settings. Those that are still on their way, as in a hand, are no step to undo. */
  readonly onDisplay: (change: Partial<Display>, isOnWay?: boolean) => void
  /** Called with the step to go back to, or forward. */
  readonly onStep: (step: Step) => void
  readonly onSweep: (sweep: Sweep | null) => void
}
