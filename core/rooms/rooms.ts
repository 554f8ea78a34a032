import { randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { createDeadline, type Deadline } from '../domain/deadline.ts'
import { SpecimenError } from '../domain/errors.ts'
import { Shares } from '../domain/shares.ts'
import { type PeerMessage, roomProtocol } from '../wire/room-messages.ts'
import type { JoinedPeer, PeerAdmission } from './joined-peer.ts'
import { roomLimits } from './limits.ts'
import { PeerConnection, type PeerConnectionOptions, resetSocket } from './peer-connection.ts'
import { Room, type RoomOptions, type ShownRoomResult } from './room.ts'
import { parseAddress, requireVersion } from './room-address.ts'
import { Turns } from './turns.ts'
import { findShown } from './view-fields.ts'

/** The dependencies of {@link Rooms}. */
export interface RoomsOptions extends Omit<RoomOptions, 'id' | 'hold' | 'onLeft'> {
  /** Bytes of all results that rooms show. */
  readonly heldBytes: number
}

/** Returns what a token permits in a room. @throws the errors of the API, `room.refused` among them */
export type AdmitPeer = (token: string, roomId: string) => Promise<PeerAdmission>

interface OpenRoom {
  readonly room: Room
  /** The client that it was opened for, in whose share it counts. */
  readonly owner: string
  readonly kept: Deadline
  /** Has a room without peers end in time. */
  readonly keep: () => void
}

/**
 * The rooms of a host, for as long as peers are in them and a while longer. WebSockets of peers come in here.
 */
export class Rooms {
  readonly #options: RoomsOptions
  readonly #open = new Map<string, OpenRoom>()
  readonly #owners = new Shares()
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
  #timer: NodeJS.Timeout | undefined
  #heldBytes = 0
  #isClosed = false

  constructor(options: RoomsOptions) {
    const { clock: now } = options
    const { sliceMilliseconds } = roomLimits
    this.#options = options
    this.#turns = new Turns({ now, defer: setImmediate, sliceMilliseconds })
  }

  /** Opens the connection of a peer, which joins by its first message. @throws the refusal of the request */
  upgrade(request: IncomingMessage, socket: Duplex, head: Buffer, admit: AdmitPeer): void {
    const roomId = parseAddress(request.url ?? '')
    requireVersion(request.headers['sec-websocket-protocol'])
    if (this.#isClosed) throw stoppingError()
    socket.on('error', () => socket.destroy())
    const reset = (): void => resetSocket(socket)
    this.#server.handleUpgrade(request, socket, head, (webSocket) => {
      this.#await({ webSocket, reset }, roomId, admit)
    })
  }

  /** Returns a result that a room shows, here or at another host. @throws `result.unknown`, `group.away` */
  async find(roomId: string, resultId: string): Promise<ShownRoomResult> {
    const here = this.#open.get(roomId)?.room.find(resultId)
    if (here) return here
    const state = await this.#options.states.read(roomId)
    const shown = state && findShown(state.fields, resultId)
    const entry = shown && state.find(shown.pointer)
    if (entry) return { entry, specimenId: shown.specimenId }
    const detail = 'The room does not show this result, or no longer; the state of the room names the newest.'
    throw new SpecimenError('result.unknown', detail)
  }

  close(): void {
    this.#isClosed = true
    clearInterval(this.#timer)
    for (const id of [...this.#open.keys()]) this.#drop(id)
    this.#server.close()
  }

  #await(
    { webSocket, reset }: Pick<PeerConnectionOptions, 'webSocket' | 'reset'>,
    roomId: string,
    admit: AdmitPeer,
  ): void {
    const { clock: now, log } = this.#options
    let joined: { readonly room: Room; readonly peer: JoinedPeer } | undefined
    const join = async (message: PeerMessage): Promise<void> => {
      if (message.type !== 'join') throw new SpecimenError('request.invalid', 'A peer sends join first.')
      const admission = await admit(message.token, roomId)
      if (webSocket.readyState !== webSocket.OPEN) return
      const { room, keep } = this.#find(roomId, admission.client)
      joined = { room, peer: await room.join(message, admission, connection).finally(keep) }
      arrival.stop()
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
    const arrival = createDeadline(() => {
      connection.close('request.slow', `No join has come within ${roomLimits.arrivalSeconds} s.`)
    })
    arrival.start(roomLimits.arrivalSeconds)
  }

  /** Returns the room of an id, opened when it is not. @throws `host.busy`, `host.stopping` */
  #find(id: string, owner: string): OpenRoom {
    const known = this.#open.get(id)
    if (this.#isClosed) throw stoppingError()
    known?.kept.stop()
    if (known) return known
    if (this.#open.size >= roomLimits.rooms) this.#dropLeft()
    if (!this.#owners.admits(owner, roomLimits.rooms))
      throw new SpecimenError('host.busy', 'This host has as many rooms as it keeps; try again later.')
    const kept = createDeadline(() => {
      if (room.isUsed) kept.start(roomLimits.keptSeconds)
      else if (this.#open.get(id)?.room === room) this.#drop(id)
    })
    // A room with nothing in it, as readers leave it, is not kept.
    const keep = (): void => {
      if (!room.isOccupied && !this.#isClosed) kept.start(room.isEmpty ? 0 : roomLimits.keptSeconds)
    }
    const room = new Room({ ...this.#options, id, hold: (bytes) => this.#hold(bytes), onLeft: keep })
    const open: OpenRoom = { room, owner, kept, keep }
    this.#open.set(id, open)
    this.#owners.add(owner, 1)
    this.#timer ??= setInterval(() => this.#watch(), roomLimits.pingSeconds * 1000).unref()
    return open
  }

  #watch(): void {
    for (const { room } of this.#open.values()) room.watch()
  }

  #hold(bytes: number): boolean {
    const fits = (): boolean => this.#heldBytes + bytes <= this.#options.heldBytes
    while (bytes > 0 && !fits() && this.#dropLeft());
    if (bytes > 0 && !fits()) return false
    this.#heldBytes += bytes
    return true
  }

  /** Drops the oldest room without peers of the owner that has most of them; returns false without any. */
  #dropLeft(): boolean {
    const left = [...this.#open].filter(([, { room }]) => !room.isOccupied)
    const shares = new Shares()
    for (const [, { owner }] of left) shares.add(owner, 1)
    const most = Math.max(...left.map(([, { owner }]) => shares.of(owner)))
    const [id] = left.find(([, { owner }]) => shares.of(owner) === most) ?? []
    if (id !== undefined) this.#drop(id)
    return id !== undefined
  }

  #drop(id: string): void {
    const open = this.#open.get(id)
    if (!open) return
    this.#open.delete(id)
    this.#owners.add(open.owner, -1)
    open.kept.stop()
    open.room.close(stoppingError())
    if (this.#open.size > 0) return
    clearInterval(this.#timer)
    this.#timer = undefined
  }
}

function stoppingError(): SpecimenError {
  return new SpecimenError('host.stopping', 'The host is stopping; the peer may come again in a few seconds.')
}
