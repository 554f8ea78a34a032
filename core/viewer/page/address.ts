import type { Signal } from '@preact/signals'
import { parseFragment, toFragment } from '../state/link.ts'
import { takeTicket } from '../state/ticket-link.ts'
import type { ViewState } from '../state/view-state.ts'

/** Milliseconds between two changes of the address: browsers refuse more than about 100 in 10 seconds. */
const pauseMilliseconds = 250

/** The used part of a window. */
export type AddressWindow = Pick<
  Window,
  'location' | 'history' | 'addEventListener' | 'removeEventListener' | 'setTimeout' | 'clearTimeout'
>

/** Synchronises the view and the page's address, which is replaced. Returns the function that stops it. */
export function followAddress(view: Signal<ViewState>, window: AddressWindow): () => void {
  let timer: number | undefined
  let written = window.location.hash
  const read = (): void => {
    if (window.location.hash === written) return
    window.clearTimeout(timer)
    timer = undefined
    written = window.location.hash
    view.value = parseFragment(written)
  }
  const write = (): void => {
    timer = undefined
    if (window.location.hash !== written) {
      read() // a navigation has begun, and its event is still to come
      return
    }
    const wanted = toFragment(view.value)
    if (wanted !== written) window.history.replaceState(null, '', wanted)
    written = window.location.hash
  }
  view.value = parseFragment(written)
  // Computes the address only when it is written: a moving camera changes the view with every frame.
  const stop = view.subscribe(() => {
    timer ??= window.setTimeout(write, pauseMilliseconds)
  })
  // The page that is left keeps its current address.
  const leave = (): void => {
    if (timer === undefined) return
    window.clearTimeout(timer)
    write()
  }
  window.addEventListener('click', leave, { capture: true })
  window.addEventListener('hashchange', read)
  return () => {
    stop()
    window.clearTimeout(timer)
    window.removeEventListener('click', leave, { capture: true })
    window.removeEventListener('hashchange', read)
  }
}

/**
 * Takes the ticket out of the page's address, and of every followed link, and passes it on. Call it before
 * the view follows the address.
 */
export function followTickets(window: AddressWindow, useTicket: (ticket: string) => void): void {
  const take = (): void => {
    const taken = takeTicket(window.location.hash)
    if (!taken) return
    window.history.replaceState(null, '', taken.fragment)
    useTicket(taken.ticket)
  }
  take()
  window.addEventListener('hashchange', take)
}
