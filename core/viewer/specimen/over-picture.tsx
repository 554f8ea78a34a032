import type { RefObject } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import type { Client, SpecimenBody } from '../../client/client.ts'
import type { PageRoom, PresenceProps } from '../room/page-room.ts'
import type { Stage } from '../stage/stage.ts'
import { ClipHandles } from './clip-handles.tsx'
import { placeLabels } from './labels.tsx'
import { PinnedNotes } from './pinned-notes.tsx'
import type { SpecimenModel } from './specimen-model.ts'

/** The layers that move with the picture: handles, the others of a room, notes; first the poster. */
export function OverPicture(
  props: Pick<PresenceProps, 'view' | 'hit'> &
    Pick<Parameters<typeof PinnedNotes>[0], 'notes'> & {
      readonly model: SpecimenModel
      readonly client: Client
      readonly stage: RefObject<Stage | null>
      readonly room: PageRoom | null
      /** The content of the handles; null for none. */
      readonly clipped: Omit<Parameters<typeof ClipHandles>[0], 'stage'> | null
    },
) {
  const { model, client, stage, room, clipped, view, hit, notes } = props
  const [prepared, body] = [model.prepared.value, model.body.value]
  const onPlace = (layer: HTMLElement): void => {
    if (stage.current) placeLabels(layer, stage.current)
  }
  return (
    <>
      {clipped && <ClipHandles {...clipped} stage={stage} />}
      {prepared && room && <room.Presence {...{ prepared, view, hit, onPlace }} />}
      {prepared && <PinnedNotes {...{ notes, onPlace }} />}
      {body && <Poster body={body} client={client} />}
    </>
  )
}

/** Milliseconds in which most results are there. */
const patience = 300

/** The card's picture on the stage, until a first result is drawn there; not fetched for a quick one. */
function Poster({ body, client }: { readonly body: SpecimenBody; readonly client: Client }) {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (body.thumbnail_url === null) return
    let held: string | undefined
    let isClosed = false
    const load = async (): Promise<void> => {
      const picture = await client.thumbnail(body.id)
      if (isClosed) return
      held = URL.createObjectURL(picture)
      setAddress(held)
    }
    // The page is complete without it.
    const timer = setTimeout(() => void load().catch(() => {}), patience)
    return () => {
      isClosed = true
      clearTimeout(timer)
      if (held !== undefined) URL.revokeObjectURL(held)
    }
  }, [body.id])
  return address === null ? null : <img class="stage-poster" src={address} alt="" />
}
