/** A guest's ticket in a link: it is taken out, and the page is in its room. */
import { expect, it } from 'vitest'
import { writeClaims } from '../../../core/contract/domain/ticket.ts'
import { takeTicket } from '../../../core/viewer/state/ticket-link.ts'

const claims = { id: 'a', room: 'Labor & Ä', scopes: ['read'], specimens: null, ends: 1, by: null }
const ticket = `${writeClaims(claims)}.${'x'.repeat(43)}`

it.each([
  ['alone', `#/?~ticket=${ticket}`, '#/?~room=Labor+%26+%C3%84'],
  ['beside others', `#/gyroid?r=2&~ticket=${ticket}&~axes=1`, '#/gyroid?r=2&~axes=1&~room=Labor+%26+%C3%84'],
  ['with another room', `#/gyroid?~room=x&~ticket=${ticket}`, '#/gyroid?~room=Labor+%26+%C3%84'],
  ['escaped', `#/?%7Eticket=${encodeURIComponent(ticket)}`, '#/?~room=Labor+%26+%C3%84'],
])('is taken out %s', (_, fragment, rest) => {
  expect(takeTicket(fragment)).toEqual({ ticket, fragment: rest })
})

it('is taken out also when it is none, and then the link stays in its room', () => {
  expect(takeTicket('#/?~room=x&~ticket=cut')).toEqual({ ticket: 'cut', fragment: '#/?~room=x' })
  expect(takeTicket('#/?~ticket=')).toEqual({ ticket: '', fragment: '#/' })
})

it.each([
  '',
  '#',
  '#/',
  '#/gyroid?ticket=a',
  '#/gyroid?~~ticket=a',
  '#/~ticket=a',
  `#/a?x=~ticket=${ticket}`,
])('is not in %j', (fragment) => expect(takeTicket(fragment)).toBeNull())
