/** A guest's ticket leaves the address before the view follows it, at the start and with every link. */
import { signal } from '@preact/signals'
import { expect, it } from 'vitest'
import { writeClaims } from '../../../core/contract/domain/ticket.ts'
import { type AddressWindow, followAddress, followTickets } from '../../../core/viewer/page/address.ts'
import { initialView } from '../../../core/viewer/state/view-state.ts'

function makeTicket(room: string): string {
  const claims = { id: room, room, scopes: ['read'], specimens: null, ends: 1, by: null }
  return `${writeClaims(claims)}.${'x'.repeat(43)}`
}

it('is handed on, and the page is in its room', () => {
  const listeners: (() => void)[] = []
  const location = { hash: `#/gyroid?~ticket=${makeTicket('lab')}` }
  const parts: unknown = {
    location,
    history: {
      replaceState: (_state: unknown, _title: string, hash: string) => {
        location.hash = hash
      },
    },
    addEventListener: (type: string, listener: () => void) => {
      if (type === 'hashchange') listeners.push(listener)
    },
    removeEventListener: () => {},
    setTimeout: () => 1,
    clearTimeout: () => {},
  }
  const window = parts as AddressWindow // as far as the two use it
  const taken: string[] = []
  const view = signal(initialView)
  followTickets(window, (ticket) => taken.push(ticket))
  followAddress(view, window)
  expect([location.hash, view.value.specimenId, view.value.roomId]).toEqual([
    '#/gyroid?~room=lab',
    'gyroid',
    'lab',
  ])
  location.hash = `#/?~ticket=${makeTicket('hall')}`
  for (const listener of listeners) listener()
  expect([location.hash, view.value.specimenId, view.value.roomId]).toEqual(['#/?~room=hall', null, 'hall'])
  expect(taken).toEqual([makeTicket('lab'), makeTicket('hall')])
})
