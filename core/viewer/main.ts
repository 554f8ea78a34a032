import { effect, signal } from '@preact/signals'
import { mountView } from './module/mount-view.tsx'
import { followAddress, followTickets } from './page/address.ts'
import { toBaseUrl } from './session/session.ts'
import { initialView } from './state/view-state.ts'

const place = document.getElementById('app')
if (!place) throw new Error('The page has no element #app.')

// A path such as /s/gyroid?cells=4, for programs that make a card of a link, is the fragment of that.
const [, path] = /\/s\/([^/]+)$/.exec(location.pathname) ?? []
if (path !== undefined)
  history.replaceState(null, '', new URL(location.hash || `#/${path}${location.search}`, document.baseURI))
const ticket = signal<string | undefined>(undefined)
followTickets(window, (taken) => {
  ticket.value = taken
})
const view = signal(initialView)
followAddress(view, window)
const page = mountView(place, {
  source: toBaseUrl(document.baseURI),
  specimen: null,
  state: view.peek(),
  token: ticket.peek(),
  onState: (state) => {
    view.value = state
  },
})
effect(() => {
  page.state = view.value
})
effect(() => {
  if (ticket.value !== undefined) page.useToken(ticket.value)
})
