import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { FileBringer } from '../brought/brought-files.ts'
import type { DataSource } from '../data/data-source.ts'
import type { PageGallery } from '../gallery/gallery.tsx'
import type { OwnContent } from '../own-file/own-content.ts'
import type { PageRoom } from '../room/page-room.ts'
import type { Session } from '../session/session.ts'
import type { PageViews } from '../specimen/page-views.ts'
import { createSharedStage } from '../specimen/picture/shared-stage.ts'
import { toFragment } from '../state/link.ts'
import { initialView, ownFileId, type ViewState } from '../state/view-state.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { LazySpecimen } from './lazy-specimen.tsx'
import { RoomSlot } from './room-slot.tsx'

/** A view, what it is drawn of, and what it reports. */
export interface AppProps {
  readonly view: ReadonlySignal<ViewState>
  readonly onChange: (change: Partial<ViewState>) => void
  readonly session: Session
  /** True where the host draws pictures. */
  readonly isDrawing: boolean
  /** True in a chat. */
  readonly isInChat: boolean
  readonly source: DataSource
  readonly viewerId: string
  /** Brings files to the host; null where there is none. */
  readonly bringer: FileBringer | null
  /** The user's own file; null until one is opened. */
  readonly own: Signal<OwnContent | null>
  /** Holds the open page of a specimen. */
  readonly page: Signal<PageViews | null>
  /** The beginning of the page of a host; null for a view in a page of another. */
  readonly gallery: PageGallery | null
  /** Called with the sentence of a part that could not be drawn. */
  readonly onFailure: (message: string) => void
}

/** The gallery or a specimen, depending on the state, below the strip of the page's room. */
export function Content(props: AppProps) {
  const { view, onChange, session, gallery, source, viewerId, own, page, onFailure } = props
  // Computed one by one: the camera changes the view many times a second without a render of the page.
  const specimenId = useComputed(() => view.value.specimenId).value
  const roomId = useComputed(() => view.value.roomId).value
  const home = useRef('#/')
  const hasRooms = gallery !== null && !session.isStatic
  if (specimenId === null) home.current = toFragment(view.value)
  const sharedStage = useMemo(createSharedStage, [])
  useEffect(() => sharedStage.close, [])
  const draw = (room: PageRoom | null) => (
    <FailureBoundary key={specimenId} onFailure={onFailure}>
      {specimenId === null ? (
        gallery && (
          <gallery.Gallery
            state={gallery.state}
            filter={view.value}
            onFilter={onChange}
            toLink={(id) => toFragment({ ...initialView, specimenId: id ?? ownFileId, roomId })}
          />
        )
      ) : (
        <LazySpecimen
          id={specimenId}
          view={view}
          onChange={onChange}
          source={source}
          viewerId={viewerId}
          own={own}
          sharedStage={sharedStage}
          room={room}
          client={session.client}
          isDrawing={props.isDrawing}
          bringer={props.bringer}
          isInChat={props.isInChat}
          home={gallery && home.current}
          hasRooms={hasRooms}
          toAddress={() => new URL(toFragment(view.peek()), session.linkBase).href}
          onOpen={(opened) => {
            page.value = opened
          }}
        />
      )}
    </FailureBoundary>
  )
  return (
    <FailureBoundary key={roomId} onFailure={onFailure}>
      <RoomSlot
        view={view}
        roomId={roomId}
        session={session}
        draw={draw}
        isIn={hasRooms && roomId !== initialView.roomId}
        change={onChange}
      />
    </FailureBoundary>
  )
}
