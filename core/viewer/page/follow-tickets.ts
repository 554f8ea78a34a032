import { takeTicket } from '../state/ticket-link.ts'
import type { AddressWindow } from './address.ts'

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
