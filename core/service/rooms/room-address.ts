import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { isRoomId, roomIdRule } from '../../contract/domain/invocation.ts'
import { decodePercent } from '../../contract/text/decode-percent.ts'
import { roomProtocol } from '../../contract/wire/room-messages.ts'

const address = /^\/ws\/rooms\/([^/?]*)\/?(?:\?.*)?$/

/** The request of a peer for a WebSocket, with the bytes that came behind it. */
export interface PeerRequest {
  readonly request: IncomingMessage
  readonly socket: Duplex
  readonly head: Buffer
}

/** Returns true for the addresses of rooms, rightly spelt or not. */
export function isRoomAddress(url: string): boolean {
  return url.startsWith('/ws/rooms/')
}

/** Returns the room id of an address. @throws `route.unknown`, `room.invalid` */
export function parseAddress(url: string): string {
  const given = decodePercent(address.exec(url)?.[1])
  if (given === undefined)
    throw new SpecimenError('route.unknown', 'Peers of a room connect to /ws/rooms/{room_id}.')
  if (isRoomId(given)) return given
  throw new SpecimenError('room.invalid', `The room id in the address must be ${roomIdRule}.`)
}

/** Checks that a peer offers this version. @throws `protocol.unsupported` */
export function requireVersion(offered: string | undefined): void {
  const versions = (offered ?? '').split(',').map((version) => version.trim())
  if (versions.includes(roomProtocol)) return
  throw new SpecimenError(
    'protocol.unsupported',
    `A peer must offer ${roomProtocol} as a subprotocol of its WebSocket; update the older side.`,
  )
}
