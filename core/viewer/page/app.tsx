import { type Signal, useComputed } from '@preact/signals'
import { useMemo, useRef } from 'preact/hooks'
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

/** Everything on the page: the gallery or a specimen, depending on the view, and the dialogs above. */
export function App(props: {
  readonly view: Signal<ViewState>
  readonly session: Session
  readonly gallery: GalleryState
  readonly source: DataSource
  readonly viewerId: string
  readonly own: Parameters<typeof LazySpecimen>[0]['own']
  /** Holds the open page of a specimen. */
  readonly page: { current: OpenPage | null }
}) {
  const { view, session, gallery, source, viewerId, own, page } = props
  // Computed one by one: the camera changes the view many times a second without a render of the page.
  const specimenId = useComputed(() => view.value.specimenId).value
  const roomId = useComputed(() => view.value.roomId).value
  const home = useRef('#/')
  if (specimenId === null) home.current = toFragment(view.value)
  const sharedStage = useMemo(createSharedStage, [])
  const change = (part: Partial<ViewState>): void => {
    view.value = { ...view.value, ...part }
  }
  return (
    <>
      <HostBanner session={session} />
      <FailureBoundary key={JSON.stringify([specimenId, roomId])}>
        {specimenId === null ? (
          <Gallery
            state={gallery}
            filter={view.value}
            onFilter={change}
            toLink={(id) => toFragment({ ...initialView, specimenId: id ?? ownFileId, roomId })}
          />
        ) : (
          <LazySpecimen
            id={specimenId}
            own={own}
            view={view}
            client={session.client}
            source={source}
            sharedStage={sharedStage}
            home={home.current}
            viewerId={viewerId}
            onChange={change}
            onOpen={(opened) => {
              page.current = opened
            }}
          />
        )}
      </FailureBoundary>
      <TokenDialog session={session} />
      <DevSlot
        token={session.token.value}
        onServed={(functions) => {
          void gallery.catalog.refresh()
          void page.current?.reload(functions)
        }}
      />
    </>
  )
}
