import { type ReadonlySignal, useComputed } from '@preact/signals'
import type { RefObject } from 'preact'
import { HandlesOver } from '../../handles/handles-over.tsx'
import type { Hit } from '../../stage/hit.ts'
import type { Stage } from '../../stage/stage.ts'
import type { OpenedView } from '../model/opened-view.ts'
import { type NoteEditor, PinnedNotes } from './pinned-notes.tsx'
import { placeLabels } from './place-labels.ts'
import { Poster } from './poster.tsx'

interface OverPictureProps {
  readonly opened: OpenedView
  readonly stage: RefObject<Stage | null>
  /** The place under the pointer. */
  readonly hit: ReadonlySignal<Hit | null>
  readonly notes: NoteEditor
}

/** The layers that move with the picture: handles, the others of a room, notes; first the poster. */
export function OverPicture(props: OverPictureProps) {
  const { opened, stage, hit, notes } = props
  const { model, client, room, shownView: view } = opened
  const pointed = useComputed(() => (opened.places.held.value === null ? hit.value : null))
  const [prepared, body] = [model.prepared.value, model.body.value]
  const onPlace = (layer: HTMLElement): void => {
    if (stage.current) placeLabels(layer, stage.current)
  }
  return (
    <>
      {prepared && <HandlesOver opened={opened} prepared={prepared} stage={stage} />}
      {prepared && room && <room.Presence prepared={prepared} view={view} hit={pointed} onPlace={onPlace} />}
      {prepared && <PinnedNotes notes={notes} onPlace={onPlace} />}
      {body && <Poster body={body} client={client} />}
    </>
  )
}
