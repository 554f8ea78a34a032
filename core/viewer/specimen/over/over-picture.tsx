import type { ReadonlySignal } from '@preact/signals'
import type { RefObject } from 'preact'
import type { HostCalls } from '../../../client/client.ts'
import type { PageRoom } from '../../room/page-room.ts'
import type { Hit } from '../../stage/hit.ts'
import type { Stage } from '../../stage/stage.ts'
import type { ShownView } from '../../state/view-state.ts'
import type { SpecimenModel } from '../model/specimen-model.ts'
import { type NoteEditor, PinnedNotes } from './pinned-notes.tsx'
import { placeLabels } from './place-labels.ts'
import { Poster } from './poster.tsx'

interface OverPictureProps {
  readonly model: SpecimenModel
  readonly client: HostCalls
  readonly stage: RefObject<Stage | null>
  readonly room: PageRoom | null
  readonly view: ReadonlySignal<ShownView>
  /** The place under the pointer. */
  readonly hit: ReadonlySignal<Hit | null>
  readonly notes: NoteEditor
}

/** The layers that move with the picture: the others of a room, notes; first the poster. */
export function OverPicture(props: OverPictureProps) {
  const { model, client, stage, room, view, hit, notes } = props
  const [prepared, body] = [model.prepared.value, model.body.value]
  const onPlace = (layer: HTMLElement): void => {
    if (stage.current) placeLabels(layer, stage.current)
  }
  return (
    <>
      {prepared && room && <room.Presence prepared={prepared} view={view} hit={hit} onPlace={onPlace} />}
      {prepared && <PinnedNotes notes={notes} onPlace={onPlace} />}
      {body && <Poster body={body} client={client} />}
    </>
  )
}
