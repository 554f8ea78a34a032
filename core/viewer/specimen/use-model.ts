import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import type { Params } from '../../domain/schema.ts'
import type { DataSource } from '../data/data-source.ts'
import type { ViewState } from '../state/view-state.ts'
import { createSpecimenModel, type ModelOptions } from './specimen-model.ts'
import { useImmediateEffect } from './use-immediate-effect.ts'

/** The specimen, and the dependencies and callbacks of its model. */
export interface ModelProps extends Pick<ModelOptions, 'kept' | 'tried' | 'room'> {
  readonly id: string
  readonly view: ReadonlySignal<ViewState>
  readonly client: Client
  readonly source: DataSource
  readonly viewerId: string
  readonly onChange: (change: Partial<ViewState>) => void
}

/**
 * Returns the model of a specimen in a view, which lives as long as that and follows its choices; and `send`,
 * which stores changed parameters in the view and passes them to the model by `how`.
 */
export function useModel(props: ModelProps) {
  const { id, view, onChange } = props
  const { roomId, params, display } = view.peek()
  const model = useMemo(() => createSpecimenModel({ ...props, roomId, params, display }), [id, roomId])
  useEffect(() => {
    void model.load()
    return () => model.close()
  }, [model])
  const sent = useRef(params)
  // Navigation has changed the parameters: they differ from those sent from here.
  useImmediateEffect(() => {
    const now = view.value
    // A page that is closing ignores the parameters of the next.
    if (now.specimenId !== id || now.roomId !== roomId || now.params === sent.current) return
    sent.current = now.params
    model.settle(now.params)
  })
  const send = (changed: Params, how: (params: Params) => void): void => {
    sent.current = changed
    onChange({ params: changed })
    how(changed)
  }
  return { model, send }
}
