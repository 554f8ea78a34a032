import type { ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { HostCalls } from '../../../client/client.ts'
import type { Bounds } from '../../../contract/look/box.ts'
import type { Stage } from '../../stage/stage.ts'
import type { ViewState } from '../../state/view-state.ts'
import { keepPicture } from '../model/keep-picture.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { ReadOut } from '../over/legend.tsx'
import { type Pointing, sayNext } from '../over/measure.ts'
import { Notes } from '../over/notes.tsx'
import { OverPicture } from '../over/over-picture.tsx'
import { type NoteEditor, NoteForm } from '../over/pinned-notes.tsx'
import type { SharedStage } from './shared-stage.ts'
import { StageFrame } from './stage-frame.tsx'

/** A view, and what its stage is made of. */
export interface DrawnView {
  readonly opened: OpenedView
  readonly client: HostCalls
  readonly sharedStage: SharedStage
  /** The box that an untouched camera fits in place of the result's own. */
  readonly space: ReadonlySignal<Bounds | null>
  readonly onChange: (change: Partial<ViewState>) => void
}

interface LayeredStageProps {
  readonly drawn: DrawnView
  /** Receives the stage; null while there is none. */
  readonly stage: RefObject<Stage | null>
  readonly pointing: Pointing
  readonly notes: NoteEditor
  readonly onFit: () => void
  /** The reason why the picture cannot be saved, or the headset entered; null for none. */
  readonly refusal: string | null
}

/** The stage with all that stands over it: layers that move with the picture, hints and messages. */
export function LayeredStage(props: LayeredStageProps) {
  const { drawn, stage, pointing, notes, onFit, refusal } = props
  const { opened, client } = drawn
  const { model, room, onDisplay } = opened
  const prepared = model.prepared.value
  const [display, meaning] = [opened.display.value, opened.meaning.value]
  const measure = pointing.measure.value
  const hit = pointing.hit.value
  const isPinning = notes.isPicking.value
  const { picking } = pointing
  return (
    <>
      <StageFrame
        prepared={model.prepared}
        view={opened.shownView}
        meaning={opened.meaning}
        space={drawn.space}
        sharedStage={drawn.sharedStage}
        onChange={drawn.onChange}
        marks={pointing.marks}
        ends={pointing.ends}
        measure={measure}
        isPicking={isPinning || picking !== null}
        onFit={onFit}
        onHover={pointing.onHover}
        onClick={picking?.onPick ?? (isPinning ? notes.pick : pointing.onClick)}
        onStage={(made) => {
          stage.current = made
        }}
        onDrawn={(made, content) => keepPicture(model, made, content)}
        clipped={opened.isClipping.value && prepared ? { prepared, display, onDisplay } : null}
      >
        <OverPicture opened={opened} stage={stage} notes={notes} hit={pointing.hit} />
      </StageFrame>
      {measure && <Hint role="status" text={sayNext(measure, pointing.marks.value.length)} />}
      {picking && <Hint role="status" text={picking.toHint('Click')} />}
      {isPinning && <Hint role="status" text="Click a place for the note." />}
      <NoteForm notes={notes} />
      {refusal !== null && <Hint role="alert" text={refusal} />}
      {hit && prepared && <ReadOut hit={hit} prepared={prepared} meaning={meaning} />}
      <Notes model={model} client={client} room={room} roomId={opened.view.peek().roomId} />
    </>
  )
}

function Hint({ role, text }: { readonly role: 'status' | 'alert'; readonly text: string }) {
  return (
    <p class="picture-hint" role={role}>
      {text}
    </p>
  )
}
