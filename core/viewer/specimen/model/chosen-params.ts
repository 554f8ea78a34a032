import { batch, computed, type ReadonlySignal, signal } from '@preact/signals'
import type { Params } from '../../../contract/domain/schema.ts'
import type { ViewerChoice } from '../../drive/call.ts'
import { isSame } from '../../panel/values.ts'
import type { ViewState } from '../../state/view-state.ts'

interface Drag {
  readonly params: Params
  readonly name: string
}

/** The signal of a view, and the only way to change it. */
export interface ParamsOwner {
  readonly view: ReadonlySignal<ViewState>
  readonly onChange: (change: Partial<ViewState>) => void
}

/**
 * The parameters of one specimen in one view. Their only place is `params` of the view's signal, a part of
 * {@link ViewState}: nothing else holds parameters that are to be shown.
 *
 * Writers. The panel, presets, what was tried, undo and a sweep change them by `drag` and `set`, which do
 * nothing once the view shows another specimen. The address, a room, the page around an embedded view and
 * the choice of another specimen change the signal itself, with the rest of the view; that is final, also
 * during a drag.
 *
 * Readers. The driver makes requests of `choice`, and the timeline takes a step of each final one. The
 * panel, the address, the room and the comparison read the signal. A panel keeps drafts over them
 * (`panel/drafts.ts`), and the host's answer has the parameters of a result, which may be older.
 */
export class ChosenParams {
  readonly #owner: ParamsOwner
  readonly #specimenId: string | null
  readonly #roomId: string
  /** The last drag: it says how the parameters were chosen as long as the view has these. */
  readonly #drag = signal<Drag | null>(null)
  // By itself, because the camera changes the view many times a second.
  readonly #params = computed(() => {
    const view = this.#owner.view.value
    return this.#isIn(view) ? view.params : null
  })
  /** Null once the view shows another specimen, or is in another room. */
  readonly choice = computed((): ViewerChoice | null => {
    const params = this.#params.value
    const drag = this.#drag.value
    return params && { params, dragged: drag && isSame(drag.params, params) ? drag.name : null }
  })

  /** Those of the specimen and the room that the view shows now. */
  constructor(owner: ParamsOwner) {
    const { specimenId, roomId } = owner.view.peek()
    this.#owner = owner
    this.#specimenId = specimenId
    this.#roomId = roomId
  }

  /** Changes the parameters while the slider of one of them is held. Those at their default are left out. */
  readonly drag = (params: Params, name: string): void => this.#write({ params }, { params, name })

  /** Changes the parameters for good, with other parts of the view where one step changes both. */
  readonly set = (params: Params, others: Partial<ViewState> = {}): void =>
    this.#write({ ...others, params }, null)

  #write(change: Partial<ViewState>, drag: Drag | null): void {
    if (!this.#isIn(this.#owner.view.peek())) return
    batch(() => {
      this.#drag.value = drag
      this.#owner.onChange(change)
    })
  }

  #isIn({ specimenId, roomId }: ViewState): boolean {
    return specimenId === this.#specimenId && roomId === this.#roomId
  }
}
