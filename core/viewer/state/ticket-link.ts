import { parseTicket } from '../../contract/domain/ticket.ts'
import { decodeText, encodeText } from '../../contract/look/link-values.ts'

/**
 * Returns the ticket of a fragment, `#/gyroid?~ticket=…`, and the fragment without it in the ticket's room,
 * whatever room the link named; null when there is none.
 */
export function takeTicket(fragment: string): { readonly ticket: string; readonly fragment: string } | null {
  const [, path = '', query = ''] = /^#?(\/[^?]*)\?(.*)$/su.exec(fragment) ?? []
  const pairs = query.split('&').map((pair) => {
    const [name = ''] = pair.split('=', 1)
    return { name: decodeText(name), pair, text: decodeText(pair.slice(name.length + 1)) }
  })
  const ticket = pairs.find(({ name }) => name === '~ticket')?.text
  if (ticket === undefined) return null
  const room = parseTicket(ticket)?.claims.room
  const others = pairs.filter(({ name }) => name !== '~ticket' && (room === undefined || name !== '~room'))
  const rest = others.map(({ pair }) => pair)
  if (room !== undefined) rest.push(`~room=${encodeText(room)}`)
  return { ticket, fragment: `#${path}${rest.length === 0 ? '' : `?${rest.join('&')}`}` }
}
