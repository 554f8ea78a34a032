import { type ReadonlySignal, type Signal, useComputed } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { DataSource } from '../data/data-source.ts'
import { DevSlot } from '../dev/dev-slot.tsx'
import { Gallery } from '../gallery/gallery.tsx'
import type { GalleryState } from '../gallery/gallery-state.ts'
import { HostBanner } from '../session/host-banner.tsx'
import type { Session } from '../session/session.ts'
import { TokenDialog } from '../session/token-dialog.tsx'
import { createSharedStage } from '../specimen/shared-stage.ts'
import type { OpenPage } from '../specimen/specimen-page.tsx'
import { toFragment } from '../state/link.ts'
import { initialView, ownFileId, type ViewState } from '../state/view-state.ts'
import { FailureBoundary } from './failure-boundary.tsx'
import { LazySpecimen } from './lazy-specimen.tsx'

/** A whole view: the gallery or a specimen, depending on the state, and the dialogs above. */
export function App(props: {
  readonly view: ReadonlySignal<ViewState>
  readonly onChange: (change: Partial<ViewState>) => void
  readonly session: Session
  readonly gallery: GalleryState
  readonly source: DataSource
  readonly viewerId: string
  readonly own: Parameters<typeof LazySpecimen>[0]['own']
  /** Holds the open page of a specimen. */
  readonly page: Signal<OpenPage | null>
  /** False for a view in a page of another. */
  readonly isPage: boolean
}) {
  const { view, onChange, session, gallery, page, isPage } = props
  // Computed one by one: the camera changes the view many times a second without a render of the page.
  const specimenId = useComputed(() => view.value.specimenId).value
  const roomId = useComputed(() => view.value.roomId).value
  const home = useRef('#/')
  if (specimenId === null) home.current = toFragment(view.value)
  const sharedStage = useMemo(createSharedStage, [])
  useEffect(() => sharedStage.close, [])
  return (
    <>
      <HostBanner session={session} />
      <FailureBoundary key={JSON.stringify([specimenId, roomId])}>
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
            id={specimenId}
            client={session.client}
            isDrawing={gallery.isDrawing}
            sharedStage={sharedStage}
            home={isPage ? home.current : null}
            toAddress={() => `${session.baseUrl}/${toFragment(view.peek())}`}
            onOpen={(opened) => {
              page.value = opened
            }}
          />
        )}
      </FailureBoundary>
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
