import { isTicket } from '../contract/domain/ticket.ts'
import { ProblemError } from './problem-error.ts'
import type { SaveOptions } from './specimens.ts'
import { type Transport, toSegment } from './transport.ts'

/**
 * Returns the address of a specimen as a store of OME-Zarr, for programs that send no headers and drop
 * queries: parameters, room and part stand in its path, and where the host asks for a token a ticket to that
 * room, which whoever has the address has as well. @throws {ProblemError} when no ticket can be had
 */
export async function toZarrAddress(
  transport: Transport,
  id: string,
  { params, roomId, part, signal }: SaveOptions = {},
): Promise<string> {
  const given = await transport.values.take(params ?? {})
  const ticket = await findTicket(transport, roomId, signal)
  const settings = [
    ['room_id', roomId && encodeURIComponent(roomId)],
    ['part', part && encodeURIComponent(part)],
    ['params', Object.keys(given).length > 0 && toBase64Url(JSON.stringify(given))],
    ['ticket', ticket],
  ] as const
  const segments = settings.flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  // Some programs take only what is named so for Zarr.
  const name = `${id.replace(/[^A-Za-z0-9_-]+/g, '-')}.zarr`
  return transport.toUrl(`/api/specimens/${toSegment(id)}/zarr/${[...segments, name].join('/')}`)
}

/** Returns a ticket to a room; undefined for a host that asks for no token. */
async function findTicket(
  { token, readBody }: Transport,
  roomId: string | undefined,
  signal: AbortSignal | undefined,
): Promise<string | undefined> {
  if (token === undefined || isTicket(token)) return token
  try {
    const body = roomId === undefined ? {} : { room_id: roomId }
    return (await readBody<{ readonly ticket: string }>('/api/tickets', { body, signal })).ticket
  } catch (error) {
    // An open host hands out none, as its guests need none.
    if (error instanceof ProblemError && error.code === 'request.invalid') return undefined
    throw error
  }
}

function toBase64Url(text: string): string {
  const bytes = Array.from(new TextEncoder().encode(text), (byte) => String.fromCharCode(byte))
  return btoa(bytes.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
