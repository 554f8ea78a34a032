import { randomBytes } from 'node:crypto'
import { WebSocketServer } from 'ws'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { type PeerMessage, roomProtocol } from '../../contract/wire/room-messages.ts'
import { Backlogs } from './backlogs.ts'
import type { JoinedPeer } from './joined-peer.ts'
import { roomLimits } from './limits.ts'
import { OpenRooms, type OpenRoomsOptions, stoppingError } from './open-rooms.ts'
import { PeerConnection, type PeerConnectionOptions, resetSocket } from './peer-connection.ts'
import type { Room } from './room.ts'
import { type PeerRequest, parseAddress, requireVersion } from './room-address.ts'
import type { AdmitPeer, RoomPort, ShownRoomResult } from './room-port.ts'
import { Turns } from './turns.ts'

/** The rooms of a host, and the entry of their peers by WebSocket. */
export class Rooms implements RoomPort {
  readonly #options: OpenRoomsOptions
  readonly #open: OpenRooms
  readonly #backlogs: Backlogs
  readonly #server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    perMessageDeflate: false,
    maxPayload: roomLimits.messageBytes,
    // A read brings hundreds of messages: other sockets have their turn between.
    allowSynchronousEvents: false,
    handleProtocols: () => roomProtocol, // found among those offered
  })
  readonly #turns: Turns

  constructor(options: OpenRoomsOptions) {
    const { account, clock: now } = options
    const { sliceMilliseconds } = roomLimits
    this.#options = options
    this.#open = new OpenRooms(options)
    this.#backlogs = new Backlogs(account)
    this.#turns = new Turns({ now, defer: setImmediate, sliceMilliseconds })
  }

  /** Opens the connection of a peer, which joins by its first message. @throws the refusal of the request */
  upgrade({ request, socket, head }: PeerRequest, admit: AdmitPeer): void {
    const roomId = parseAddress(request.url ?? '')
    requireVersion(request.headers['sec-websocket-protocol'])
    if (this.#open.isClosed) throw stoppingError()
    socket.on('error', () => socket.destroy())
    const reset = (): void => resetSocket(socket)
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#await({ webSocket, reset }, roomId, admit)
    })
  }

  /** Returns a result that a room shows, here or at another host. @throws `result.unknown`, `group.away` */
  async find(roomId: string, resultId: string): Promise<ShownRoomResult> {
    return await this.#open.findResult(roomId, resultId)
  }

  close(): void {
    this.#open.close()
    this.#server.close()
  }

  #await(
    { webSocket, reset }: Pick<PeerConnectionOptions, 'webSocket' | 'reset'>,
    roomId: string,
    admit: AdmitPeer,
  ): void {
    const { clock: now, log } = this.#options
    let joined: { readonly room: Room; readonly peer: JoinedPeer } | undefined
    let hasAsked = false
    const join = async (message: PeerMessage): Promise<void> => {
      if (message.type !== 'join') throw new SpecimenError('request.invalid', 'A peer sends join first.')
      hasAsked = true
      arrival.stop()
      const admission = await admit(message.token, roomId)
      if (webSocket.readyState !== webSocket.OPEN) return
      connection.holdBacklog(this.#backlogs.open(admission.client, () => connection.cutSlow()))
      const open = this.#open.find(roomId, admission.client)
      const { room } = open
      joined = { room, peer: await room.join(message, admission, connection).finally(() => open.keep()) }
      if (webSocket.readyState !== webSocket.OPEN) room.leave(joined.peer)
    }
    const connection = new PeerConnection({
      webSocket,
      reset,
      turns: this.#turns,
      createMark: () => randomBytes(8).toString('hex'),
      now,
      log,
      onMessage: async (message) => {
        if (joined) await joined.room.receive(joined.peer, message)
        else await join(message)
      },
      onFrame: (frame) => {
        joined?.room.receivePose(joined.peer, frame)
      },
      onEnd: () => {
        arrival.stop()
        joined?.room.leave(joined.peer)
      },
    })
    const refuse = (): void => {
      connection.close('request.slow', `No join has come within ${roomLimits.arrivalSeconds} s.`)
    }
    // A process that was stopped finds the time over before it has read what has come: it gets a second.
    const arrival = createDeadline(() => setTimeout(() => hasAsked || refuse(), 1000).unref())
    arrival.start(roomLimits.arrivalSeconds)
  }
}
