import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { Access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import { isTicket } from '../domain/ticket.ts'
import type { PeerAdmission } from '../rooms/joined-peer.ts'
import type { AdmitPeer, Rooms } from '../rooms/rooms.ts'
import { roomProtocol } from '../wire/room-messages.ts'
import { toRawAnswer } from './answer/errors.ts'
import { type Guard, judgeToken } from './guard.ts'
import type { Network } from './network.ts'
import { checkScope, readRoom } from './routes/access.ts'

/** The entry of rooms: who may come in is decided as for the API. */
export interface RoomEntry {
  readonly rooms: Rooms
  readonly network: Network
  readonly guard: Guard
  readonly access: Pick<Access, 'authenticate' | 'asksToken'>
}

/** Hands the WebSocket request of a peer to the rooms, or refuses it as HTTP. */
export function openRoomConnection(
  { rooms, ...entry }: RoomEntry,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const admit: AdmitPeer = async (token, roomId) => await admitPeer(entry, request, { token, roomId })
  try {
    rooms.upgrade(request, socket, head, admit)
  } catch (error) {
    const { base } = entry.network.publicPath
    const answer = toRawAnswer(toSpecimenError(error), base, { 'sec-websocket-protocol': roomProtocol })
    socket.on('error', () => socket.destroy()).end(answer)
  }
}

/** A browser sets no headers of a WebSocket, so that the token comes in the first message. */
async function admitPeer(
  { network, guard, access }: Omit<RoomEntry, 'rooms'>,
  request: IncomingMessage,
  { token, roomId }: { readonly token: string; readonly roomId: string },
): Promise<PeerAdmission> {
  const authorization = token === '' ? undefined : `Bearer ${token}`
  const caller = await judgeToken(network, request, access.authenticate, authorization)
  checkScope(caller, 'read')
  readRoom(caller, roomId)
  const client = guard.clientOf(request, caller)
  const recheck = async (): Promise<void> => {
    const present = await access.authenticate(authorization)
    checkScope(present, 'read')
    readRoom(present, roomId)
    if (describeRights(present) !== describeRights(caller)) throw changedError()
  }
  const { scopes, tokenId } = caller
  const isGuest = isTicket(token)
  return {
    caller,
    client,
    countRun: () => network.limits.takeRun(client),
    recheck,
    isAdmin: access.asksToken && scopes.has('admin'),
    givesAs: isGuest ? null : tokenId,
    guestOf: isGuest ? tokenId : null,
  }
}

function describeRights({ scopes, specimens }: Caller): string {
  return JSON.stringify([scopes.has('invoke'), scopes.has('admin'), specimens && [...specimens]])
}

function changedError(): SpecimenError {
  return new SpecimenError('token.refused', 'The token allows something else by now; enter the room again.')
}
