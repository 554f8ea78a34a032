import { type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { Slices } from '../slices/slices.tsx'
import type { Hit, Stage } from '../stage/stage.ts'
import type { Display, Vector3 } from '../state/display.ts'
import { Legend } from './legend.tsx'
import { addPlace, type Measure, measurePlaces } from './measure.ts'
import { Notes } from './notes.tsx'
import { ReadOut } from './read-out.tsx'
import { useSavePicture } from './save-picture.ts'
import type { SpecimenModel } from './specimen-model.ts'
import { StageFrame } from './stage-frame.tsx'
import { Toolbar } from './toolbar.tsx'
import type { StageInputs } from './use-stage.ts'

/** The inputs and callbacks of the picture. */
export interface PictureProps extends Pick<StageInputs, 'view' | 'sharedStage' | 'onChange'> {
  readonly model: SpecimenModel
  readonly client: Client
  readonly onDisplay: (change: Partial<Display>) => void
}

/** The picture with its overlays: tools, read-out, colour bar, slices, the work on the next result. */
export function Picture({ model, client, sharedStage, view, onChange, onDisplay }: PictureProps) {
  const stage = useRef<Stage | null>(null)
  const { hit, measure, marks } = usePointing(model)
  const { refusal, save } = useSavePicture({ view, prepared: model.prepared })
  const prepared = model.prepared.value
  const display = useComputed(() => view.value.display).value
  const { specimenId, roomId } = view.peek() // the page is made again for another one
  const fit = (): void => {
    stage.current?.look(null) // also while it still fits an earlier result
    onChange({ camera: null })
  }
  return (
    <div class="specimen-picture">
      {prepared && (
        <Toolbar
          prepared={prepared}
          display={display}
          measure={measure.value}
          onDisplay={onDisplay}
          onMeasure={(wanted) => {
            measure.value = wanted
            marks.value = []
          }}
          onFit={fit}
          onPicture={() => void save(stage.current, specimenId ?? '')}
        />
      )}
      <div class="specimen-view">
        <StageFrame
          prepared={model.prepared}
          view={view}
          sharedStage={sharedStage}
          marks={marks}
          measure={measure.value}
          onChange={onChange}
          onFit={fit}
          onHover={(found) => {
            hit.value = found
          }}
          onClick={(found) => {
            if (measure.value && found) marks.value = addPlace(measure.value, marks.value, found.place)
          }}
          onStage={(made) => {
            stage.current = made
          }}
        />
        {measure.value && <Hint role="status" text={sayNext(measure.value, marks.value.length)} />}
        {refusal.value !== null && <Hint role="alert" text={refusal.value} />}
        <ReadOut hit={hit.value} prepared={prepared} />
        <Notes model={model} client={client} roomId={roomId} />
      </div>
      {prepared && <Legend prepared={prepared} display={display} />}
      {prepared?.type === 'volume' && display.slices && (
        <div class="specimen-slices">
          <Slices prepared={prepared} display={display} onChange={(slices) => onDisplay({ slices })} />
        </div>
      )}
    </div>
  )
}

function usePointing({ prepared }: SpecimenModel): {
  readonly hit: Signal<Hit | null>
  readonly measure: Signal<Measure | null>
  readonly marks: Signal<readonly Vector3[]>
} {
  const hit = useSignal<Hit | null>(null)
  const measure = useSignal<Measure | null>(null)
  const marks = useSignal<readonly Vector3[]>([])
  // The place under the pointer belongs to the result before.
  useSignalEffect(() => {
    if (prepared.value) hit.value = null
  })
  return { hit, measure, marks }
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
