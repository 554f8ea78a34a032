import type { RefObject } from 'preact'
import { useMemo } from 'preact/hooks'
import type { ParameterSchema } from '../../contract/domain/schema.ts'
import type { Prepared } from '../../data/prepared/prepared.ts'
import type { ShownSlice } from '../slices/slice-pick.ts'
import { PlaceHandles, SliceHandles } from '../specimen/lazy-tools.ts'
import type { OpenedView } from '../specimen/model/opened-view.ts'
import type { Stage } from '../stage/stage.ts'
import { hasPlaces } from './has-places.ts'

/** A view, and what its picture shows. */
interface PicturedView {
  readonly opened: OpenedView
  readonly prepared: Prepared
}

/** The handles over a picture, whose script is fetched where a parameter is a place. */
export function HandlesOver(props: PicturedView & { readonly stage: RefObject<Stage | null> }) {
  const schema = usePlacedSchema(props)
  return schema && <PlaceHandles {...props} schema={schema} />
}

/** The same handles over a slice. */
export function SliceHandlesOver(props: PicturedView & { readonly slice: ShownSlice }) {
  const schema = usePlacedSchema(props)
  return schema && <SliceHandles {...props} schema={schema} />
}

/** Returns the schema of a view's parameters; null where none of them is a place. */
function usePlacedSchema({ opened }: PicturedView): ParameterSchema | null {
  const schema = opened.model.body.value?.schema ?? null
  return useMemo(() => (schema !== null && hasPlaces(schema) ? schema : null), [schema])
}
