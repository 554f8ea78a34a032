import type { IncomingMessage } from 'node:http'
import {
  type InnerSocket,
  type InnerSocketEvents,
  openInnerSocket,
  type TakeUpgrade,
} from '../rooms/inner-socket.ts'
import { answerRefusal, findRoom, type RoomEntry } from './room-upgrades.ts'

/** The way into a room for a peer in this process, which counts as the sender of a request. */
export type OpenInnerPeer = (
  roomId: string,
  sender: IncomingMessage,
  events: InnerSocketEvents,
) => InnerSocket

/** Opens the connection of a peer in this process: the guard has checked the request that it comes with. */
export function openInnerPeer(
  entry: RoomEntry,
  roomId: string,
  sender: IncomingMessage,
  events: InnerSocketEvents,
): InnerSocket {
  const { proxies } = entry.network
  const address = proxies.addressOf(sender)
  const take: TakeUpgrade = (request, socket, head) => {
    proxies.believe(request, address)
    answerRefusal(entry, socket, () => findRoom(entry, request, socket, head))
  }
  return openInnerSocket(roomId, take, events)
}
