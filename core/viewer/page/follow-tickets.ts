import { takeTicket } from '../state/ticket-link.ts'
import type { AddressWindow } from './address.ts'

/**
 * Hands the ticket of the page's address on, and that of every link that is followed, and takes it out of the
 * address before anybody copies it. To be called before the view follows the address.
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
