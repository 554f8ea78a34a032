import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Client } from '../../client/client.ts'
import { saveFile } from '../parts/save.ts'
import { Slices } from '../slices/slices.tsx'
import type { Hit, Stage } from '../stage/stage.ts'
import type { Display, Vector3 } from '../state/display.ts'
import type { ViewState } from '../state/view-state.ts'
import { Legend } from './legend.tsx'
import { addPlace, type Measure, measurePlaces } from './measure.ts'
import { Notes } from './notes.tsx'
import { ReadOut } from './read-out.tsx'
import type { SpecimenModel } from './specimen-model.ts'
import { StageFrame } from './stage-frame.tsx'
import { Toolbar } from './toolbar.tsx'

/** What the picture shows and changes. */
export interface PictureProps {
  readonly model: SpecimenModel
  readonly client: Client
  readonly view: ReadonlySignal<ViewState>
  readonly onChange: (change: Partial<ViewState>) => void
  readonly onDisplay: (change: Partial<Display>) => void
}

/** The picture with all that lies on it: tools, read-out, colour bar, slices, the work on the next result. */
export function Picture({ model, client, view, onChange, onDisplay }: PictureProps) {
  const stage = useRef<Stage | null>(null)
  const { hit, measure, marks } = usePointing(model)
  const prepared = model.prepared.value
  const display = useComputed(() => view.value.display).value
  const { specimenId, roomId } = view.peek() // another one is another page
  const fit = (): void => {
    stage.current?.look(null) // also where nobody has moved it since it fitted another result
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
          onPicture={() => void savePicture(stage.current, specimenId ?? '')}
        />
      )}
      <div class="specimen-view">
        <StageFrame
          prepared={model.prepared}
          view={view}
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
        {measure.value && <MeasureHint measure={measure.value} count={marks.value.length} />}
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

/** What somebody points at and measures, which no link carries. */
function usePointing({ prepared }: SpecimenModel): {
  readonly hit: Signal<Hit | null>
  readonly measure: Signal<Measure | null>
  readonly marks: Signal<readonly Vector3[]>
} {
  const hit = useSignal<Hit | null>(null)
  const measure = useSignal<Measure | null>(null)
  const marks = useSignal<readonly Vector3[]>([])
  // What the pointer was on belongs to the result before.
  useSignalEffect(() => {
    if (prepared.value) hit.value = null
  })
  return { hit, measure, marks }
}

/** What to do next, where it is to be done. */
function MeasureHint({ measure, count }: { readonly measure: Measure; readonly count: number }) {
  const wanted = measurePlaces[measure] - count
  const text =
    wanted === 0
      ? 'Click to measure again.'
      : `Click ${wanted} ${count === 0 ? '' : 'more '}${wanted === 1 ? 'place' : 'places'}.`
  return (
    <p class="measure-hint" role="status">
      {text}
    </p>
  )
}

async function savePicture(stage: Stage | null, id: string): Promise<void> {
  if (stage) saveFile(`${id.replace(/^.*:/, '')}.png`, await stage.screenshot())
}
