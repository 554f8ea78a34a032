import { effect, signal } from '@preact/signals'
import { Gallery } from './gallery/gallery.tsx'
import { GalleryState } from './gallery/gallery-state.ts'
import type { Connection } from './module/connect.ts'
import { mountView } from './module/mount-view.tsx'
import { followAddress, followTickets } from './page/address.ts'
import { type Session, toBaseUrl } from './session/session.ts'
import { initialView, type ViewState } from './state/view-state.ts'

/** Draws the view of the page's address into its element `#app`, by default of the host that has sent it. */
export function openPage(connection?: Connection): void {
  const place = document.getElementById('app')
  if (!place) throw new Error('The page has no element #app.')
  const ticket = signal<string | undefined>(undefined)
  followTickets(window, (taken) => {
    ticket.value = taken
  })
  const view = signal(initialView)
  followAddress(view, window)
  const options = {
    source: toBaseUrl(document.baseURI),
    specimen: null,
    openGallery: (session: Session, isDrawing: boolean) => ({
      state: new GalleryState(session, isDrawing),
      Gallery,
    }),
    state: view.peek(),
    token: ticket.peek(),
    onState: (state: ViewState) => {
      view.value = state
    },
  }
  const page = mountView(place, options, connection)
  effect(() => {
    page.state = view.value
  })
  effect(() => {
    if (ticket.value !== undefined) page.useToken(ticket.value)
  })
}
