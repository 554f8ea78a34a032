import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import type { PanelData } from '../../panel/data/panel-data.ts'
import { Panel } from '../../panel/panel.tsx'
import { toSweep } from '../../sweep/sweep-values.ts'
import type { OpenedView } from '../model/opened-view.ts'

/** The view of a panel, and what is compared with it. */
export interface ShownPanel {
  readonly opened: OpenedView
  /** The complete parameters of other views of the specimen. */
  readonly beside: readonly Params[]
}

interface ParameterPanelProps extends ShownPanel {
  readonly schema: ParameterSchema
  readonly data: PanelData
}

/** The parameters of a view's function, and the specimens that fit those that take data. */
export function ParameterPanel({ opened, beside, data, schema }: ParameterPanelProps) {
  const { model, params, onSweep, room } = opened
  const { shown, run: work } = model.run.value
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
      places={opened.places}
    />
  )
}
