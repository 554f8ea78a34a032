import { signal } from '@preact/signals'
import { useMemo } from 'preact/hooks'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import { type Control, createControl } from '../panel/control.ts'
import { noDrafts, toPanelState } from '../panel/drafts.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'

/** Returns the control of handles, by which a value that the schema refuses is not taken at all. */
export function useHandleControl({ model, params }: OpenedView, schema: ParameterSchema): Control {
  return useMemo(() => createHandleControl({ model, params }, schema), [model, schema])
}

/** The parameters of a view. */
interface ChosenView extends Pick<OpenedView, 'params'> {
  readonly model: Pick<OpenedView['model'], 'params'>
}

/** Returns that control outside of a page. */
export function createHandleControl({ model, params }: ChosenView, schema: ParameterSchema): Control {
  const page = { schema, params, onDrag: model.params.drag, onSettle: model.params.set }
  return createControl({
    page: () => page,
    state: () => toPanelState(schema, params.peek(), noDrafts),
    drafts: signal(noDrafts),
  })
}
