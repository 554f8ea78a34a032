import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { isTicket } from '../../contract/domain/ticket.ts'
import { roomProtocol } from '../../contract/wire/room-messages.ts'
import type { Access } from '../access/access.ts'
import type { Caller } from '../access/caller.ts'
import { checkScope, readRoom } from '../access/rights.ts'
import { parseAddress } from '../rooms/room-address.ts'
import type { AdmitPeer, PeerAdmission, RoomPort } from '../rooms/room-port.ts'
import { toRawAnswer } from './answer/errors.ts'
import { type Guard, judgeToken } from './guard.ts'
import type { Network } from './network.ts'
import type { RoomPassage } from './routes/peer-answers.ts'

/** The entry of rooms: who may come in is decided as for the API. */
export interface RoomEntry {
  readonly rooms: Pick<RoomPort, 'upgrade'>
  readonly network: Network
  readonly guard: Guard
  readonly access: Pick<Access, 'authenticate' | 'asksToken'>
  /** The way to rooms of other hosts; undefined for a single host. */
  readonly passage: RoomPassage | undefined
  /** Has the connection of a peer that another host passes on count by no address. */
  readonly uncount: (socket: IncomingMessage['socket']) => void
}

/** Hands the WebSocket request of a peer to the host that has its room, or refuses it as HTTP. */
export function openRoomConnection(
  entry: RoomEntry,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const { network, guard, uncount } = entry
  answerRefusal(entry, socket, () => {
    const client = admitPassed(entry, request)
    if (client !== undefined) {
      network.proxies.believe(request, client)
      uncount(request.socket)
      enterRoom(entry, request, socket, head)
      return
    }
    const refusal = guard.findRefusal(request)
    if (refusal) throw refusal
    findRoom(entry, request, socket, head)
  })
}

/**
 * Returns the address of a peer that another host passes on. One whose signature is wrong counts as a request
 * of nobody; those with a right one are not looked for among them, as hosts may share an address with
 * clients.
 */
function admitPassed({ guard, passage }: RoomEntry, request: IncomingMessage): string | undefined {
  try {
    return passage?.admit(request)
  } catch (error) {
    guard.countStranger(request)
    throw error
  }
}

/** Calls a function that owns a connection; what it throws is answered as HTTP. */
export function answerRefusal({ network }: RoomEntry, socket: Duplex, enter: () => void): void {
  try {
    enter()
  } catch (error) {
    const { base } = network.publicPath
    const answer = toRawAnswer(toSpecimenError(error), base, { 'sec-websocket-protocol': roomProtocol })
    socket.on('error', () => socket.destroy()).end(answer)
  }
}

/** Brings a peer into its room, here or at another host. */
export function findRoom(entry: RoomEntry, request: IncomingMessage, socket: Duplex, head: Buffer): void {
  const { network, passage } = entry
  const enter = (): void => answerRefusal(entry, socket, () => enterRoom(entry, request, socket, head))
  const [roomId, client] = [parseAddress(request.url ?? ''), network.proxies.addressOf(request)]
  if (passage) passage.pass({ roomId, request, socket, head, client }, enter)
  else enter()
}

function enterRoom(
  { rooms, ...entry }: RoomEntry,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): void {
  const admit: AdmitPeer = async (token, roomId) => await admitPeer(entry, request, { token, roomId })
  rooms.upgrade({ request, socket, head }, admit)
}

/** A browser sets no headers of a WebSocket, so that the token comes in the first message. */
async function admitPeer(
  { network, guard, access }: Omit<RoomEntry, 'rooms' | 'passage' | 'uncount'>,
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
