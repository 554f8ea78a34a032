import { computed, effect, type ReadonlySignal, type Signal, useSignal } from '@preact/signals'
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { readSteps } from '../../contract/schema/issue-words.ts'
import type { Json } from '../../contract/values/json.ts'
import { type DataCatalog, noCatalog } from './data/data-catalog.ts'
import { toSent } from './data/inner-params.ts'
import {
  type Drafts,
  noDrafts,
  type PanelState,
  setText,
  setValue,
  type TypedText,
  toPanelState,
} from './drafts.ts'
import type { PanelPlaces } from './panel-places.ts'

/** The owner of the parameters that a panel shows, the callbacks for chosen ones, and the picture beside. */
export interface PanelPage {
  readonly schema: ParameterSchema
  /** Complete or not. A callback has changed them when it returns, or they stay as they are. */
  readonly params: ReadonlySignal<Params>
  /** Called with the name of the dragged parameter. Those at their default are left out, here and below. */
  readonly onDrag: (params: Params, name: string) => void
  /** Called with final values. */
  readonly onSettle: (params: Params) => void
  /** Absent where no picture has handles. */
  readonly places?: PanelPlaces
}

/** The content of a panel as its rows read and change it. */
export interface Control {
  /** Returns the present state, which may be newer than the drawn one. */
  readonly read: () => PanelState
  readonly drag: (pointer: string, value: Json) => void
  /** Undefined takes the value away. */
  readonly settle: (pointer: string, value: Json | undefined) => void
  /** Keeps a text that is no value yet; null forgets it. */
  readonly type: (pointer: string, typed: TypedText | null) => void
  /** Takes all parameters at once, and forgets the drafts. */
  readonly replace: (params: Params) => void
}

/** The owner of a panel at each moment, and the drafts over it. */
export interface ControlPlace {
  readonly page: () => PanelPage
  readonly state: () => PanelState
  readonly drafts: Signal<Drafts>
}

/** Returns the control of a panel, which keeps no parameters. */
export function createControl({ page, state: read, drafts }: ControlPlace): Control {
  let isDragging = false // since the last final value
  const set = (pointer: string, value: Json | undefined): Params | null => {
    const next = setValue(page().schema, read(), pointer, value)
    drafts.value = next.drafts
    return next.params
  }
  return {
    read,
    drag: (pointer, value) => {
      const changed = set(pointer, value)
      if (!changed) return
      isDragging = true
      page().onDrag(changed, readSteps(pointer)[0] ?? '')
    },
    settle: (pointer, value) => {
      const { schema, onSettle } = page()
      const changed = set(pointer, value)
      // A slider that is let go on a refused value leaves the last one that was taken, for good.
      if (changed || isDragging) onSettle(changed ?? toSent(schema, read().params, read().catalog))
      isDragging = false
    },
    type: (pointer, typed) => {
      drafts.value = setText(read(), pointer, typed)
    },
    replace: (changed) => {
      drafts.value = noDrafts
      page().onSettle(changed)
    },
  }
}

/** Returns the control of a panel in HTML, which keeps its drafts. */
export function useControl(page: PanelPage, catalog: DataCatalog = noCatalog): Control {
  const { schema, params } = page
  const drafts = useSignal<Drafts>(noDrafts)
  const state = useMemo(
    () => computed(() => toPanelState(schema, params.value, drafts.value, catalog)),
    [schema, params, catalog],
  )
  // A draft that has gone stays away when its value comes back.
  useLayoutEffect(
    () =>
      effect(() => {
        drafts.value = state.value.drafts
      }),
    [state],
  )
  const latest = useRef({ page, state }) // a slider is let go long after it was drawn
  latest.current = { page, state }
  return useMemo(
    () =>
      createControl({
        page: () => latest.current.page,
        state: () => latest.current.state.value,
        drafts,
      }),
    [],
  )
}
