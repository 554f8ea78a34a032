import type { Json } from '../domain/json.ts'
import type { Result } from '../domain/result/result.ts'
import {
  type PeerMessage,
  type RoomClosing,
  type RoomFields,
  type RoomMessage,
  type RoomPeer,
  roomProtocol,
} from '../wire/room-messages.ts'
import { decodePoses, encodePoses, type PeerPose } from '../wire/room-poses.ts'
import { Reconnection } from './reconnection.ts'
import type { JoinOptions, RoomSession } from './room-session.ts'
import { readResultAt } from './specimens.ts'
import type { Transport } from './transport.ts'

/** A transport with the host's name for the envelope. */
interface ResultTransport {
  readonly transport: Transport
  readonly envelopeMediaType: string
}

const paceMilliseconds = 50

/** The state of a room as the host orders it, and over it own changes that are on their way. */
class Peer implements RoomSession {
  peer = 0
  readonly peers = new Map<number, RoomPeer>()
  readonly fields = new Map<string, Json>()
  readonly #options: JoinOptions
  readonly #readResult: (id: string, signal: AbortSignal | undefined) => Promise<Result>
  readonly #connection: Reconnection
  /** Own changes that were sent and are not acknowledged, by their numbers. */
  readonly #sent = new Map<number, RoomFields>()
  #waiting: { [name: string]: Json } = {}
  #pose: Omit<PeerPose, 'peer'> | undefined
  #pace: ReturnType<typeof setTimeout> | undefined
  #seq = 0

  constructor({ transport, envelopeMediaType }: ResultTransport, room: string, options: JoinOptions) {
    const { name, color, openSocket = (url, protocol) => new WebSocket(url, protocol) } = options
    this.#options = options
    this.#readResult = (id, signal) => readRoomResult({ transport, envelopeMediaType }, { room, id, signal })
    const join: PeerMessage = { type: 'join', name, color, key: createKey(), token: transport.token ?? '' }
    this.#connection = new Reconnection({
      open: () => openSocket(transport.toSocketUrl(`/ws/rooms/${encodeURIComponent(room)}`), roomProtocol),
      onOpen: (send) => send(JSON.stringify(join)),
      onText: (text) => this.#receive(JSON.parse(text)),
      onBytes: (bytes) => this.#receivePoses(bytes),
      onLost: (detail) => options.onEvent({ type: 'away', detail }),
    })
  }

  set(fields: RoomFields): void {
    this.#waiting = { ...this.#waiting, ...fields }
    this.#apply(fields)
    this.#flush()
  }

  pose(pose: Omit<PeerPose, 'peer'>): void {
    this.#pose = pose
    this.#flush()
  }

  cancel(view: number): void {
    this.#send({ type: 'cancel', view })
  }

  async result(view: number, signal?: AbortSignal): Promise<Result | undefined> {
    const result = this.fields.get(`views/${view}/result`)
    const id = typeof result === 'object' && result !== null && 'id' in result ? result.id : undefined
    return typeof id === 'string' ? await this.#readResult(id, signal) : undefined
  }

  leave(): void {
    clearTimeout(this.#pace)
    this.#pace = undefined
    this.#flush()
    clearTimeout(this.#pace)
    this.#connection.end()
  }

  /** Sends what waits, at once when nothing was sent lately. */
  #flush(): void {
    if (this.#pace !== undefined || !this.#connection.isJoined) return
    const isEmpty = Object.keys(this.#waiting).length === 0
    if (isEmpty && !this.#pose) return
    if (!isEmpty) {
      const fields = this.#waiting
      this.#waiting = {}
      this.#sent.set(++this.#seq, fields)
      this.#send({ type: 'set', seq: this.#seq, fields })
    }
    if (this.#pose) this.#connection.send(encodePoses([{ peer: 0, ...this.#pose }]))
    this.#pose = undefined
    this.#pace = setTimeout(() => {
      this.#pace = undefined
      this.#flush()
    }, paceMilliseconds)
  }

  #send(message: PeerMessage): void {
    this.#connection.send(JSON.stringify(message))
  }

  #receive(message: RoomMessage): void {
    const { onEvent } = this.#options
    switch (message.type) {
      case 'ping':
        this.#send({ type: 'pong' })
        break
      case 'came': {
        const { type: _, ...peer } = message
        this.peers.set(peer.peer, peer)
        onEvent({ type: 'peers' })
        break
      }
      case 'left':
        this.peers.delete(message.peer)
        onEvent({ type: 'peers' })
        break
      case 'welcome':
        this.#enter(message)
        break
      case 'changed': {
        const { by, seq, fields } = message
        if (by === this.peer && seq !== null) this.#sent.delete(seq)
        const changed = this.#apply(this.#withoutOwn(fields))
        if (Object.keys(changed).length > 0) onEvent({ type: 'changed', by, fields: changed })
        break
      }
      case 'refused': {
        const { seq, code, detail } = message
        this.#sent.delete(seq)
        onEvent({ type: 'refused', code, detail, fields: this.#apply(this.#withoutOwn(message.fields)) })
        break
      }
      case 'closing':
        this.#close(message)
    }
  }

  #enter({ peer, peers, fields, dead_seconds }: Extract<RoomMessage, { type: 'welcome' }>): void {
    this.peer = peer
    this.peers.clear()
    for (const other of peers) this.peers.set(other.peer, other)
    this.fields.clear()
    this.#apply(fields)
    // What was not acknowledged goes again, over what others have set meanwhile.
    this.#waiting = Object.assign({}, ...this.#sent.values(), this.#waiting)
    this.#sent.clear()
    this.#apply(this.#waiting)
    this.#connection.joined(dead_seconds)
    this.#options.onEvent({ type: 'entered' })
    this.#flush()
  }

  #close({ code, detail, retry_seconds }: RoomClosing): void {
    this.#connection.endOrWait(retry_seconds)
    if (retry_seconds === null) this.#options.onEvent({ type: 'ended', code, detail })
  }

  /** Returns the fields that no own change lies over, which the host has yet to order. */
  #withoutOwn(fields: RoomFields): RoomFields {
    const own = [this.#waiting, ...this.#sent.values()]
    const others = Object.entries(fields).filter(([name]) => !own.some((change) => name in change))
    return Object.fromEntries(others)
  }

  /** Applies fields, and returns those that it has changed. */
  #apply(fields: RoomFields): RoomFields {
    const changed = Object.entries(fields).filter(([name, value]) => {
      return JSON.stringify(this.fields.get(name) ?? null) !== JSON.stringify(value)
    })
    for (const [name, value] of changed) {
      if (value === null) this.fields.delete(name)
      else this.fields.set(name, value)
    }
    return Object.fromEntries(changed)
  }

  #receivePoses(bytes: Uint8Array): void {
    const poses = decodePoses(bytes).filter(({ peer }) => peer !== this.peer)
    if (poses.length > 0) this.#options.onEvent({ type: 'poses', poses })
  }
}

/** Enters a room of the transport's host. */
export function joinRoom(results: ResultTransport, room: string, options: JoinOptions): RoomSession {
  return new Peer(results, room, options)
}

/** Returns a result that a room shows. @throws as `data`; `result.unknown` */
export async function readRoomResult(
  { transport, envelopeMediaType }: ResultTransport,
  result: { readonly room: string; readonly id: string; readonly signal: AbortSignal | undefined },
): Promise<Result> {
  const { room, id, signal } = result
  const path = `/api/rooms/${encodeURIComponent(room)}/results/${encodeURIComponent(id)}`
  return await readResultAt(transport, { path, envelopeMediaType, signal })
}

function createKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
