import { useMemo } from 'preact/hooks'
import type { HostCalls } from '../../../client/client.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { Panel } from '../../panel/panel.tsx'
import { toSweep } from '../../sweep/sweep-values.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { createPanelData } from './panel-data.tsx'

/** The view of a panel, what is compared with it, and the host that it asks. */
export interface PanelPlace {
  readonly opened: OpenedView
  /** The complete parameters of other views of the specimen. */
  readonly beside: readonly Params[]
  readonly client: HostCalls
  /** True where the host draws pictures. */
  readonly isDrawing: boolean
}

type ParameterPanelProps = PanelPlace & { readonly schema: ParameterSchema }

/** The parameters of a view's function, and the specimens that fit those that take data. */
export function ParameterPanel({ opened, beside, client, isDrawing, schema }: ParameterPanelProps) {
  const { model, params, onSweep, room } = opened
  const { shown, run: work } = model.run.value
  // Read again after a reload of the function, and of those around it.
  const data = useMemo(() => createPanelData(client, isDrawing), [client, isDrawing, model.body.value])
  return (
    <Panel
      title="Parameters"
      hasHeading
      schema={schema}
      params={params}
      beside={beside}
      onDrag={model.params.drag}
      onSettle={model.params.set}
      shownParams={shown?.params ?? null}
      onPlay={room ? undefined : (row, value) => onSweep(toSweep(row, value))}
      issues={work.stage === 'failed' ? work.failure.issues : []}
      data={data}
    />
  )
}
