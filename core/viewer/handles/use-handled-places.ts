import { useMemo } from 'preact/hooks'
import { mergeDefaults, type ParameterSchema } from '../../contract/domain/schema.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { Control } from '../panel/control.ts'
import type { Row } from '../panel/panel-model.ts'
import { toRows } from '../panel/rows/to-rows.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import { useHandleControl } from './handle-control.ts'
import { listHandles, type RowHandle } from './place-handle.ts'
import { type ResultSpace, toResultSpace } from './result-space.ts'

/** The view whose places have handles. */
export interface PlacedView {
  readonly opened: OpenedView
  readonly schema: ParameterSchema
  readonly prepared: Prepared
}

/** The places among the parameters of a view, as handles. */
export interface HandledPlaces {
  readonly rows: readonly Row[]
  readonly handles: readonly RowHandle[]
  readonly space: ResultSpace
  readonly control: Control
}

/** Returns the places of a view, which follow its parameters. */
export function useHandledPlaces({ opened, schema, prepared }: PlacedView): HandledPlaces {
  const rows = useMemo(() => toRows(schema), [schema])
  const boxes = opened.places.boxes.value
  const space = useMemo(() => toResultSpace(prepared, boxes), [prepared, boxes])
  const control = useHandleControl(opened, schema)
  const handles = listHandles(rows, mergeDefaults(schema, opened.params.value), space)
  return { rows, handles, space, control }
}
