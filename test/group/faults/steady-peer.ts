/** A peer that comes again whenever its connection is lost, at any host of a group, and looks at what it is sent. */
import { WebSocket } from 'ws'
import type { Json } from '../../../core/contract/values/json.ts'
import type { RoomMessage, RoomViewResult } from '../../../core/contract/wire/room-messages.ts'

/** Reasons for which a host may send a peer away, or refuse a change of it, for a while. */
const passing = ['group.away', 'host.busy', 'host.stopping', 'replaced']
/** Milliseconds for which a host may take to let a peer in: beyond them it asks another. */
const patience = 5000
/** Milliseconds until it comes again. */
const pause = 50

/** What a peer is opened with. */
export interface SteadyPeerOptions {
  readonly room: string
  readonly key: string
  /** Returns the address of a host, another one at each call. */
  readonly pickUrl: () => string
}

/** A change that no host has acknowledged yet. */
interface OpenChange {
  readonly sentAt: number
  readonly settle: (version: number | undefined) => void
}

/** The progress of a run, as a peer is told of it. */
interface ShownRun {
  readonly text?: string
  readonly fraction?: number
}

/** A peer with the state of its room as it was sent; what it should not have been sent is in `faults`. */
export class SteadyPeer {
  readonly fields = new Map<string, Json>()
  readonly faults: string[] = []
  /** Milliseconds until the slowest of its changes was acknowledged. */
  longest = 0
  readonly #options: SteadyPeerOptions
  readonly #open = new Map<number, OpenChange>()
  #socket: WebSocket | undefined
  #version = 0
  #number = 0
  #seq = 0
  #isClosed = false

  constructor(options: SteadyPeerOptions) {
    this.#options = options
    this.#connect()
  }

  /** The result of the first view. */
  get result(): RoomViewResult | undefined {
    return this.fields.get('views/1/result') as RoomViewResult | undefined // as the protocol has it
  }

  /** The run of the first view. */
  get run(): ShownRun | undefined {
    return this.fields.get('views/1/run') as ShownRun | undefined // as the protocol has it
  }

  /** Its state as text, the same for all peers that have the same. */
  get state(): string {
    return JSON.stringify([...this.fields].sort(([a], [b]) => (a < b ? -1 : 1)))
  }

  /** Resolves with the version of a change; with undefined where it was lost, or refused for the moment. */
  async set(fields: { readonly [name: string]: Json }): Promise<number | undefined> {
    const socket = this.#socket
    if (!socket || this.#number === 0) return await new Promise((resolve) => setTimeout(resolve, pause))
    const seq = ++this.#seq
    return await new Promise((resolve) => {
      this.#open.set(seq, { sentAt: performance.now(), settle: resolve })
      socket.send(JSON.stringify({ type: 'set', seq, fields }))
    })
  }

  /** Resolves with the version of a change once it was acknowledged. */
  async insist(fields: { readonly [name: string]: Json }): Promise<number> {
    for (;;) {
      const version = await this.set(fields)
      if (version !== undefined) return version
      if (this.#isClosed) throw new Error('the peer was closed')
    }
  }

  /** Comes again at another host. */
  move(): void {
    this.#socket?.terminate()
  }

  close(): void {
    this.#isClosed = true
    this.#socket?.terminate()
  }

  #connect(): void {
    const { room, key, pickUrl } = this.#options
    const address = `${pickUrl().replace('http', 'ws')}/ws/rooms/${encodeURIComponent(room)}`
    const socket = new WebSocket(address, 'specimen-room.v1', { handshakeTimeout: patience })
    const join = { type: 'join', name: key, color: '#336699', key: `the-secret-of-${key}`, token: '' }
    socket.on('open', () => socket.send(JSON.stringify(join)))
    socket.on('message', (data: Buffer, isBinary) => {
      if (!isBinary) this.#take(JSON.parse(data.toString()), socket)
    })
    socket.on('error', () => {}) // the close follows
    socket.on('close', () => {
      this.#socket = undefined
      this.#number = 0
      for (const { settle } of this.#open.values()) settle(undefined)
      this.#open.clear()
      if (!this.#isClosed) setTimeout(() => this.#connect(), pause)
    })
    this.#socket = socket
  }

  #take(message: RoomMessage, socket: WebSocket): void {
    if (message.type === 'ping') socket.send(JSON.stringify({ type: 'pong' }))
    if (message.type === 'closing' && !passing.includes(message.code))
      this.faults.push(`it was sent away: ${message.code}`)
    if (message.type === 'welcome') {
      this.#number = message.peer
      this.#follow(message.version, message.version < this.#version)
      this.fields.clear()
      this.#apply(message.fields)
    }
    if (message.type === 'changed') {
      this.#follow(message.version, message.version <= this.#version)
      this.#apply(message.fields)
      if (message.by === this.#number && message.seq !== null) this.#settle(message.seq, message.version)
    }
    if (message.type !== 'refused') return
    if (!passing.includes(message.code)) this.faults.push(`a change was refused: ${message.code}`)
    this.#settle(message.seq, undefined)
  }

  #follow(version: number, isBack: boolean): void {
    if (isBack) this.faults.push(`it had version ${this.#version}, and then came ${version}`)
    this.#version = version
  }

  #apply(fields: { readonly [name: string]: Json }): void {
    for (const [name, value] of Object.entries(fields))
      if (value === null) this.fields.delete(name)
      else this.fields.set(name, value)
  }

  #settle(seq: number, version: number | undefined): void {
    const change = this.#open.get(seq)
    if (!change) return
    this.#open.delete(seq)
    if (version !== undefined) this.longest = Math.max(this.longest, performance.now() - change.sentAt)
    change.settle(version)
  }
}
