import { useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import type { Display, Vector3 } from '../../look/display.ts'
import { Slices } from '../slices/slices.tsx'
import type { Hit, Stage } from '../stage/stage.ts'
import { ClipHandles } from './clip-handles.tsx'
import { Legend, ReadOut } from './legend.tsx'
import { addPlace, type Measure, measurePlaces } from './measure.ts'
import { Notes } from './notes.tsx'
import type { SpecimenModel } from './specimen-model.ts'
import { StageFrame } from './stage-frame.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFigure } from './use-figure.tsx'
import type { StageInputs } from './use-stage.ts'

/** The picture with its overlays: tools, read-out, colour bar, slices, the work on the next result. */
export function Picture(
  props: Pick<StageInputs, 'view' | 'sharedStage' | 'onChange'> & {
    readonly model: SpecimenModel
    readonly client: Client
    readonly onDisplay: (change: Partial<Display>) => void
    /** True while the planes are set in the panel: they then have handles in the picture. */
    readonly isClipping: boolean
  },
) {
  const { model, client, sharedStage, view, onChange, onDisplay, isClipping } = props
  const stage = useRef<Stage | null>(null)
  const { hit, measure, marks, startMeasure, ...pointing } = usePointing(model)
  const figure = useFigure({ model, view })
  const prepared = model.prepared.value
  const display = useComputed(() => view.value.display).value
  const shown = prepared && { prepared, display, onDisplay }
  const onFit = (): void => {
    stage.current?.look(null) // also while it still fits an earlier result
    onChange({ camera: null })
  }
  const inputs = { view, sharedStage, onChange, onFit }
  return (
    <div class="specimen-picture" ref={figure.root}>
      {shown && (
        <Toolbar
          {...shown}
          measure={measure.value}
          onMeasure={startMeasure}
          onFit={onFit}
          onPicture={() => void figure.open()}
        />
      )}
      <div class="specimen-view">
        <StageFrame
          {...inputs}
          {...pointing}
          prepared={model.prepared}
          marks={marks}
          measure={measure.value}
          onStage={(made) => {
            stage.current = made
          }}
        >
          {shown && isClipping && <ClipHandles {...shown} stage={stage} />}
        </StageFrame>
        {measure.value && <Hint role="status" text={sayNext(measure.value, marks.value.length)} />}
        {figure.refusal.value !== null && <Hint role="alert" text={figure.refusal.value} />}
        {hit.value && prepared && <ReadOut hit={hit.value} prepared={prepared} />}
        <Notes model={model} client={client} roomId={view.peek().roomId} />
      </div>
      {shown && <Legend {...shown} />}
      {prepared?.type === 'volume' && display.slices && (
        <div class="specimen-slices">
          <Slices prepared={prepared} display={display} onChange={(slices) => onDisplay({ slices })} />
        </div>
      )}
      {figure.draw(stage.current)}
    </div>
  )
}

function usePointing({ prepared }: SpecimenModel) {
  const hit = useSignal<Hit | null>(null)
  const measure = useSignal<Measure | null>(null)
  const marks = useSignal<readonly Vector3[]>([])
  // The place under the pointer belongs to the result before.
  useSignalEffect(() => {
    if (prepared.value) hit.value = null
  })
  const startMeasure = (wanted: Measure | null): void => {
    measure.value = wanted
    marks.value = []
  }
  const onHover = (found: Hit | null): void => {
    hit.value = found
  }
  const onClick = (found: Hit | null): void => {
    if (measure.value && found) marks.value = addPlace(measure.value, marks.value, found.place)
  }
  return { hit, measure, marks, startMeasure, onHover, onClick }
}

function Hint({ role, text }: { readonly role: 'status' | 'alert'; readonly text: string }) {
  return (
    <p class="picture-hint" role={role}>
      {text}
    </p>
  )
}

function sayNext(measure: Measure, count: number): string {
  const wanted = measurePlaces[measure] - count
  if (wanted === 0) return 'Click to measure again.'
  return `Click ${wanted} ${count === 0 ? '' : 'more '}${wanted === 1 ? 'place' : 'places'}.`
}
