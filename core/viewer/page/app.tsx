import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import { DevSlot } from '../dev/dev-slot.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import type { GalleryState } from '../gallery/gallery-state.ts'
import { HostBanner } from '../session/host-banner.tsx'
import type { Session } from '../session/session.ts'
import { TokenDialog } from '../session/token-dialog.tsx'
import type { PageViews } from '../specimen/page-views.ts'
import { createSharedStage } from '../specimen/shared-stage.ts'
import { toFragment } from '../state/link.ts'
import { initialView, ownFileId, type ViewState } from '../state/view-state.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { LazySpecimen } from './lazy-specimen.tsx'
import { RoomSlot } from './room-slot.tsx'

type SpecimenProps = Parameters<typeof LazySpecimen>[0]

/** A whole view: its content, and the dialogs above. */
export function App(
  props: Omit<Parameters<typeof Content>[0], 'onOpen'> & {
    /** Holds the open page of a specimen. */
    readonly page: Signal<PageViews | null>
  },
) {
  const { session, gallery, page } = props
  return (
    <>
      <HostBanner session={session} />
      <Content
        {...props}
        onOpen={(opened) => {
          page.value = opened
        }}
      />
      <TokenDialog session={session} />
      <DevSlot
        token={session.token.value}
        onServed={(functions) => {
          void gallery.catalog.refresh()
          void page.peek()?.reload(functions)
        }}
      />
    </>
  )
}

/** The gallery or a specimen, depending on the state, below the strip of the page's room. */
function Content(
  props: Pick<SpecimenProps, 'source' | 'viewerId' | 'own' | 'onOpen'> & {
    readonly view: ReadonlySignal<ViewState>
    readonly onChange: (change: Partial<ViewState>) => void
    readonly session: Session
    readonly gallery: GalleryState
    /** False for a view in a page of another. */
    readonly isPage: boolean
    /** Called with the sentence of a part that could not be drawn. */
    readonly onFailure: (message: string) => void
  },
) {
  const { view, onChange, session, gallery, isPage, onFailure } = props
  // Computed one by one: the camera changes the view many times a second without a render of the page.
  const specimenId = useComputed(() => view.value.specimenId).value
  const roomId = useComputed(() => view.value.roomId).value
  const home = useRef('#/')
  const hasRooms = isPage && !session.isStatic
  const base = session.isStatic ? document.baseURI : `${session.baseUrl}/`
  if (specimenId === null) home.current = toFragment(view.value)
  const sharedStage = useMemo(createSharedStage, [])
  useEffect(() => sharedStage.close, [])
  const draw = (room: SpecimenProps['room']) => (
    <FailureBoundary key={specimenId} onFailure={onFailure}>
      {specimenId === null ? (
        <Gallery
          state={gallery}
          filter={view.value}
          onFilter={onChange}
          toLink={(id) => toFragment({ ...initialView, specimenId: id ?? ownFileId, roomId })}
        />
      ) : (
        <LazySpecimen
          {...props}
          {...{ sharedStage, room }}
          id={specimenId}
          client={session.client}
          isDrawing={gallery.isDrawing}
          home={isPage ? home.current : null}
          hasRooms={hasRooms}
          toAddress={() => new URL(toFragment(view.peek()), base).href}
        />
      )}
    </FailureBoundary>
  )
  return (
    <FailureBoundary key={roomId} onFailure={onFailure}>
      <RoomSlot
        {...{ view, roomId, session, draw }}
        isIn={hasRooms && roomId !== initialView.roomId}
        change={onChange}
      />
    </FailureBoundary>
  )
}
