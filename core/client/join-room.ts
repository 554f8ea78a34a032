import type { Result } from '../contract/domain/result/result.ts'
import type { Json } from '../contract/values/json.ts'
import { bodyKind, decodeBodies, encodeBodies, type PeerBody } from '../contract/wire/room-bodies.ts'
import {
  type PeerMessage,
  type RoomClosing,
  type RoomFields,
  type RoomMessage,
  type RoomPeer,
  type RoomWelcome,
  roomProtocol,
} from '../contract/wire/room-messages.ts'
import { decodePoses, encodePoses, type PeerPose, poseKind } from '../contract/wire/room-poses.ts'
import { type ClientOptions, toResultTransport } from './host-calls.ts'
import { Reconnection } from './reconnection.ts'
import { type ResultTransport, readRoomResult } from './room-result.ts'
import type { JoinOptions, RoomEvent, RoomSession } from './room-session.ts'

export type { JoinOptions, RoomEvent, RoomSession }

const paceMilliseconds = 50

/** The state of a room as the host orders it, and over it own changes that are on their way. */
class Peer implements RoomSession {
  peer = 0
  mayUnlock = false
  readonly peers = new Map<number, RoomPeer>()
  readonly fields = new Map<string, Json>()
  /** The state without own changes that are on their way. */
  readonly #ordered = new Map<string, Json>()
  readonly #options: JoinOptions
  readonly #readResult: (id: string, signal: AbortSignal | undefined) => Promise<Result>
  readonly #connection: Reconnection
  /** Own changes that were sent and are not acknowledged, by their numbers. */
  readonly #sent = new Map<number, RoomFields>()
  #waiting: { [name: string]: Json } = {}
  #pose: Omit<PeerPose, 'peer'> | undefined
  #body: Omit<PeerBody, 'peer'> | undefined
  /** True for a host that takes bodies: one before them would end the connection. */
  #takesBodies = false
  #pace: ReturnType<typeof setTimeout> | undefined
  #seq = 0

  constructor({ transport, envelopeMediaType }: ResultTransport, room: string, options: JoinOptions) {
    const { name, color, person, key = createRoomSecret(), openSocket = openOwnSocket } = options
    this.#options = options
    this.#readResult = (id, signal) => readRoomResult({ transport, envelopeMediaType }, { room, id, signal })
    const token = transport.token ?? ''
    const join: PeerMessage = {
      type: 'join',
      name,
      color,
      key,
      token,
      frames: [poseKind, bodyKind],
      ...(person !== undefined && { person }),
    }
    this.#connection = new Reconnection({
      open: () => openSocket(transport.toSocketUrl(`/ws/rooms/${encodeURIComponent(room)}`), roomProtocol),
      onOpen: (send) => send(JSON.stringify(join)),
      onText: (text) => this.#receive(JSON.parse(text)),
      onBytes: (bytes) => this.#receiveFrame(bytes),
      onLost: (detail) => options.onEvent({ type: 'away', detail }),
    })
  }

  set(fields: RoomFields): void {
    this.#waiting = { ...this.#waiting, ...fields }
    applyFields(this.fields, fields)
    this.#flush()
  }

  pose(pose: Omit<PeerPose, 'peer'>): void {
    this.#pose = pose
    this.#flush()
  }

  body(body: Omit<PeerBody, 'peer'>): void {
    this.#body = body
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
    const body = this.#takesBodies ? this.#body : undefined
    if (isEmpty && !this.#pose && !body) return
    if (!isEmpty) {
      const fields = this.#waiting
      this.#waiting = {}
      this.#sent.set(++this.#seq, fields)
      this.#send({ type: 'set', seq: this.#seq, fields })
    }
    if (this.#pose) this.#connection.send(encodePoses([{ peer: 0, ...this.#pose }]))
    if (body) this.#connection.send(encodeBodies([{ peer: 0, ...body }]))
    this.#pose = undefined
    this.#body = undefined
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
        applyFields(this.#ordered, fields)
        const changed = this.#show(Object.keys(fields))
        if (Object.keys(changed).length > 0) onEvent({ type: 'changed', by, fields: changed })
        break
      }
      case 'refused': {
        const { seq, code, detail, fields } = message
        const refused = this.#sent.get(seq) ?? {}
        this.#sent.delete(seq)
        applyFields(this.#ordered, fields)
        const changed = this.#show(Object.keys({ ...refused, ...fields }))
        onEvent({ type: 'refused', code, detail, fields: changed })
        break
      }
      case 'closing':
        this.#close(message)
    }
  }

  #enter({ peer, peers, fields, dead_seconds, may_unlock = false, frames = [] }: RoomWelcome): void {
    this.peer = peer
    this.#takesBodies = frames.includes(bodyKind)
    this.mayUnlock = may_unlock
    this.peers.clear()
    for (const other of peers) this.peers.set(other.peer, other)
    this.fields.clear()
    this.#ordered.clear()
    applyFields(this.#ordered, fields)
    applyFields(this.fields, fields)
    // Changes that were not acknowledged go again, over what others have set meanwhile.
    this.#waiting = Object.assign({}, ...this.#sent.values(), this.#waiting)
    this.#sent.clear()
    applyFields(this.fields, this.#waiting)
    this.#connection.joined(dead_seconds)
    this.#options.onEvent({ type: 'entered' })
    this.#flush()
  }

  #close({ code, detail, retry_seconds }: RoomClosing): void {
    this.#connection.endOrWait(retry_seconds)
    if (retry_seconds === null) this.#options.onEvent({ type: 'ended', code, detail })
  }

  /** Shows fields as the host has them, but for those over which an own change lies; returns what is new. */
  #show(names: readonly string[]): RoomFields {
    const own = [this.#waiting, ...this.#sent.values()]
    const changed: { [name: string]: Json } = {}
    for (const name of names) {
      const value = this.#ordered.get(name) ?? null
      const isNew = JSON.stringify(this.fields.get(name) ?? null) !== JSON.stringify(value)
      if (isNew && !own.some((change) => name in change)) changed[name] = value
    }
    applyFields(this.fields, changed)
    return changed
  }

  /** Takes a frame; one of an unknown kind has neither poses nor bodies. */
  #receiveFrame(bytes: Uint8Array): void {
    const isOther = ({ peer }: { readonly peer: number }): boolean => peer !== this.peer
    const [poses, bodies] = [decodePoses(bytes).filter(isOther), decodeBodies(bytes).filter(isOther)]
    if (poses.length > 0) this.#options.onEvent({ type: 'poses', poses })
    if (bodies.length > 0) this.#options.onEvent({ type: 'bodies', bodies })
  }
}

/** @throws Error where the runtime has no WebSocket, as Node before version 22 */
function openOwnSocket(url: string, protocol: string): WebSocket {
  if (typeof WebSocket === 'function') return new WebSocket(url, protocol)
  throw new Error(
    'This runtime has no WebSocket (Node has one from version 22 on). Give joinRoom one, such as that of ' +
      'the package ws: openSocket: (url, protocol) => new WebSocket(url, protocol).',
  )
}

/** Enters a room of the transport's host. @throws Error where nothing opens a WebSocket */
export function joinRoom(results: ResultTransport, room: string, options: JoinOptions): RoomSession {
  return new Peer(results, room, options)
}

/** Enters a room of the host at `baseUrl`. @throws Error where nothing opens a WebSocket */
export function joinHostRoom(
  baseUrl: string,
  client: ClientOptions,
  room: string,
  options: JoinOptions,
): RoomSession {
  return joinRoom(toResultTransport(baseUrl, client), room, options)
}

function applyFields(state: Map<string, Json>, fields: RoomFields): void {
  for (const [name, value] of Object.entries(fields)) {
    if (value === null) state.delete(name)
    else state.set(name, value)
  }
}

/** Returns a secret for `key` or `person`. */
export function createRoomSecret(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('')
}
