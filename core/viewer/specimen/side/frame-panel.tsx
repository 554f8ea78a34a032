import type { ReadonlySignal } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
import type { Params } from '../../../contract/domain/schema.ts'
import { Panel } from '../../panel/panel.tsx'
import { toFrameSchema } from '../model/frame-schema.ts'
import type { SpecimenModel } from '../model/specimen-model.ts'

/** The choice of one of the volumes that a file has. */
export function FramePanel(props: {
  readonly model: SpecimenModel
  readonly params: ReadonlySignal<Params>
}) {
  const { model, params } = props
  const prepared = model.prepared.value
  const frames = useRef(1)
  if (prepared) frames.current = prepared.type === 'volume' ? (prepared.result.frames ?? 1) : 1
  const count = frames.current
  const schema = useMemo(() => toFrameSchema(count), [count])
  if (count === 1) return null
  return (
    <Panel
      title={`${count} volumes`}
      hasHeading
      schema={schema}
      params={params}
      onDrag={model.params.drag}
      onSettle={model.params.set}
    />
  )
}
