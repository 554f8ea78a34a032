import type { ReadonlySignal } from '@preact/signals'
import { useEffect, useMemo } from 'preact/hooks'
import type { HostCalls } from '../../../client/client.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import type { FileBringer } from '../../brought/brought-files.ts'
import type { OfferedData } from '../../panel/data/panel-data.ts'
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
  /** Null where there is no host to bring files to. */
  readonly bringer: FileBringer | null
  /** What the views of the page show, for parameters that take data. */
  readonly offered: ReadonlySignal<readonly OfferedData[]>
}

type ParameterPanelProps = PanelPlace & { readonly schema: ParameterSchema }

/** The parameters of a view's function, and the specimens that fit those that take data. */
export function ParameterPanel(props: ParameterPanelProps) {
  const { opened, beside, client, isDrawing, schema, bringer, offered } = props
  const { model, params, onSweep, room } = opened
  const { shown, run: work } = model.run.value
  // Read again after a reload of the function, and of those around it.
  const data = useMemo(() => {
    const { retry: onAgain } = model
    return createPanelData({ client, isDrawing, bringer, isInRoom: room !== null, shown: offered, onAgain })
  }, [client, isDrawing, bringer, room, offered, model.body.value])
  const code = work.stage === 'failed' ? work.failure.code : null
  useEffect(() => {
    if (code === 'file.missing') data.askFiles() // one has gone since it was found
  }, [code])
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
