import { useComputed } from '@preact/signals'
import { useRef } from 'preact/hooks'
import type { Display } from '../../look/display.ts'
import { Slices } from '../slices/slices.tsx'
import type { Stage } from '../stage/stage.ts'
import { keepPicture } from './keep-picture.ts'
import { Legend, ReadOut } from './legend.tsx'
import { sayNext, usePointing } from './measure.ts'
import { Notes } from './notes.tsx'
import { OverPicture } from './over-picture.tsx'
import { NoteForm, useNotes } from './pinned-notes.tsx'
import { StageFrame } from './stage-frame.tsx'
import { Toolbar } from './toolbar.tsx'
import { useFigure } from './use-figure.tsx'
import { useWindowing } from './use-windowing.ts'

interface PictureProps
  extends Pick<Parameters<typeof StageFrame>[0], 'view' | 'space' | 'sharedStage' | 'onChange' | 'meaning'>,
    Pick<Parameters<typeof OverPicture>[0], 'model' | 'client' | 'room'> {
  readonly onDisplay: (change: Partial<Display>) => void
  /** True while the planes are set in the panel: they then have handles in the picture. */
  readonly isClipping: boolean
  /** False for a view beside the active one, which alone has tools. */
  readonly isActive: boolean
  /** Returns what stands below the picture. */
  readonly below: (stage: () => Stage | null) => Parameters<typeof StageFrame>[0]['children']
}

/** The picture with its overlays: tools, read-out, colour bar, slices, the work on the next result. */
export function Picture(props: PictureProps) {
  const { model, client, view, onChange, onDisplay, isClipping, isActive, room } = props
  const stage = useRef<Stage | null>(null)
  const { hit, measure, marks, startMeasure, ...pointing } = usePointing(model)
  const notes = useNotes(view, onChange)
  const isPinning = notes.isPicking.value
  const figure = useFigure({ model, view })
  const prepared = model.prepared.value
  const meaning = props.meaning.value
  const display = useComputed(() => view.value.display).value
  const shown = prepared && { prepared, display, meaning, onDisplay }
  const windowing = useWindowing(shown, onDisplay)
  const onFit = (): void => {
    stage.current?.look(null) // also while it still fits an earlier result
    onChange({ camera: null })
  }
  return (
    <div class="specimen-picture" ref={figure.root}>
      {shown && isActive && (
        <Toolbar
          {...{ ...shown, ...windowing.tool }}
          measure={measure.value}
          onMeasure={startMeasure}
          isPinning={isPinning}
          onPin={notes.toggle}
          onFit={onFit}
          onPicture={() => void figure.open()}
        />
      )}
      <div class="specimen-view" {...windowing.listeners}>
        <StageFrame
          {...props}
          {...{ onFit, ...pointing, ...(isPinning && { onClick: notes.pick }) }}
          {...{ prepared: model.prepared, marks, measure: measure.value, isPinning }}
          onStage={(made) => {
            stage.current = made
          }}
          onDrawn={(made, drawn) => keepPicture(model, made, drawn)}
        >
          <OverPicture
            {...{ model, client, stage, room, view, hit, notes }}
            clipped={isClipping ? shown : null}
          />
        </StageFrame>
        {measure.value && <Hint role="status" text={sayNext(measure.value, marks.value.length)} />}
        {isPinning && <Hint role="status" text="Click a place for the note." />}
        <NoteForm notes={notes} />
        {figure.refusal.value !== null && <Hint role="alert" text={figure.refusal.value} />}
        {hit.value && shown && <ReadOut hit={hit.value} {...shown} />}
        <Notes {...{ model, client, room }} roomId={view.peek().roomId} />
      </div>
      {shown && <Legend {...shown} />}
      {prepared?.type === 'volume' && display.slices && (
        <Slices {...{ prepared, display, meaning }} onChange={onDisplay} />
      )}
      {props.below(() => stage.current)}
      {figure.draw(stage.current)}
    </div>
  )
}

function Hint({ role, text }: { readonly role: 'status' | 'alert'; readonly text: string }) {
  return (
    <p class="picture-hint" role={role}>
      {text}
    </p>
  )
}
