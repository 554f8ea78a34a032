import { SpecimenError } from '../../../contract/domain/errors.ts'
import type {
  PeerMessage,
  RoomChanged,
  RoomClosing,
  RoomFields,
  RoomMessage,
  RoomPeer,
} from '../../../contract/wire/room-messages.ts'
import { encodePoses, type PeerPose } from '../../../contract/wire/room-poses.ts'
import { withdrawnError } from '../../../engine/run/run-failure.ts'
import type { Hold } from '../../account/ledger.ts'
import type { InnerSocket, InnerSocketEvents } from '../../rooms/inner-socket.ts'
import { BoundedFields, type StateFields } from '../../rooms/room-fields.ts'
import { RoomNews } from './room-news.ts'

/** An agent at the door of a room. */
export interface RoomVisitor {
  /** Opens the connection of a peer. */
  readonly openSocket: (roomId: string, events: InnerSocketEvents) => InnerSocket
  /** Returns the first message, which has the token of the visitor. */
  readonly writeJoin: (key: string) => Extract<PeerMessage, { type: 'join' }>
}

/** The parameters of an {@link AgentPeer}. */
export interface AgentPeerOptions {
  readonly roomId: string
  readonly visitor: RoomVisitor
  /** A secret by which it is the same peer when it comes again. */
  readonly key: string
  /** Its place in the account; released at the end. */
  readonly hold: Hold
}

/** The end of a peer's part in a room, as the host has it. */
type RoomEnding = Pick<RoomClosing, 'code' | 'detail' | 'retry_seconds'>

/** The bytes that a copy of a room's state takes beside its fields. */
const emptyBytes = 16 * 1024

/**
 * An agent as a peer of a room: it sends and hears what a page does, by a connection of its own, and has a
 * copy of the state, whose bytes are of the account.
 */
export class AgentPeer {
  readonly roomId: string
  readonly peers = new Map<number, RoomPeer>()
  readonly news = new RoomNews()
  /** The own number; 0 before the first welcome. */
  peer = 0
  readonly #socket: InnerSocket
  readonly #hold: Hold
  readonly #fields: BoundedFields
  /** The versions of the last change of each view's specimen and parameters. */
  readonly #changedAt = new Map<number, number>()
  /** Own changes by their numbers, and how each was answered. */
  readonly #asked = new Map<number, number | SpecimenError | undefined>()
  readonly #waiting = new Set<() => void>()
  #seq = 0
  #ending: RoomEnding | undefined

  constructor({ roomId, visitor, key, hold }: AgentPeerOptions) {
    this.roomId = roomId
    this.#hold = hold
    this.#fields = new BoundedFields((bytes) => hold.resize(emptyBytes + bytes))
    this.#socket = visitor.openSocket(roomId, {
      onOpen: () => this.#send(visitor.writeJoin(key)),
      onText: (text) => this.#hear(text),
      onClose: (fault) => {
        const detail = `The connection to the room was lost${fault === '' ? '' : ` (${fault})`}.`
        this.#end({ code: 'group.away', detail, retry_seconds: 1 })
      },
    })
  }

  get fields(): StateFields {
    return this.#fields.map
  }

  /** The reason why it is not in the room any more. */
  get ending(): RoomEnding | undefined {
    return this.#ending
  }

  /** Returns the version since which a view has its specimen and parameters; 0 where it was not seen. */
  changedAt(view: number): number {
    return this.#changedAt.get(view) ?? 0
  }

  /** Changes fields for all; returns the version. @throws the refusal of the room, `run.cancelled` */
  async set(fields: RoomFields, signal: AbortSignal): Promise<number> {
    const seq = ++this.#seq
    this.#asked.set(seq, undefined)
    this.#send({ type: 'set', seq, fields })
    try {
      const answer = await this.waitFor(() => this.#asked.get(seq), signal)
      if (typeof answer === 'number') return answer
      throw answer
    } finally {
      this.#asked.delete(seq)
    }
  }

  /** Shows the others where it points. */
  pose(pose: Omit<PeerPose, 'peer'>): void {
    this.#socket.send(encodePoses([{ peer: 0, ...pose }]))
  }

  /** Ends the run of a view. */
  cancel(view: number): void {
    this.#send({ type: 'cancel', view })
  }

  leave(): void {
    this.#end({ code: 'request.invalid', detail: 'This session has left the room.', retry_seconds: null })
  }

  /**
   * Resolves with what `find` returns, once it returns something; it is asked again after each message.
   * @throws the reason why the peer is not in the room any more, `run.cancelled` when the signal aborts
   */
  async waitFor<Found>(find: () => Found | undefined, signal: AbortSignal): Promise<Found> {
    for (;;) {
      const found = find()
      if (found !== undefined) return found
      if (this.#ending) throw toEndError(this.#ending)
      if (signal.aborted) throw withdrawnError()
      await new Promise<void>((resolve) => {
        const done = (): void => {
          signal.removeEventListener('abort', done)
          this.#waiting.delete(done)
          resolve()
        }
        signal.addEventListener('abort', done)
        this.#waiting.add(done)
      })
    }
  }

  #send(message: PeerMessage): void {
    this.#socket.send(JSON.stringify(message))
  }

  #hear(text: string): void {
    if (this.#ending) return
    try {
      this.#receive(JSON.parse(text)) // of this group of hosts, as by the protocol
    } catch (error) {
      if (!(error instanceof SpecimenError)) throw error
      this.#end({ code: error.code, detail: error.message, retry_seconds: null })
    }
    this.#wake()
  }

  /** @throws `host.busy` where the account has no place for the state */
  #receive(message: RoomMessage): void {
    switch (message.type) {
      case 'ping':
        this.#send({ type: 'pong' })
        break
      case 'came': {
        const { type: _, ...other } = message
        if (!this.peers.has(other.peer)) this.news.meet(other, 'has come')
        this.peers.set(other.peer, other)
        break
      }
      case 'left': {
        const other = this.peers.get(message.peer)
        if (other) this.news.meet(other, 'has left')
        this.peers.delete(message.peer)
        break
      }
      case 'welcome': {
        const { peer, peers, fields } = message
        for (const other of peers) this.peers.set(other.peer, other)
        this.#fields.apply(fields, true)
        this.peer = peer
        break
      }
      case 'changed':
        this.#follow(message)
        break
      case 'refused': {
        const { seq, code, detail } = message
        if (this.#asked.has(seq)) this.#asked.set(seq, new SpecimenError(code, detail))
        break
      }
      case 'closing':
        this.#end(message)
    }
  }

  #follow(change: RoomChanged): void {
    const { version, by, seq, fields } = change
    this.#fields.apply(fields, true)
    for (const name of Object.keys(fields)) {
      const [, view] = /^views\/(\d)\/(?:specimen$|params\/)/.exec(name) ?? []
      if (view !== undefined) this.#changedAt.set(Number(view), version)
    }
    if (by !== this.peer) this.news.follow(change, this.peers.get(by))
    else if (seq !== null && this.#asked.has(seq)) this.#asked.set(seq, version)
  }

  #end(ending: RoomEnding): void {
    if (this.#ending) return
    this.#ending = ending
    this.#hold.release()
    this.#socket.close()
    this.#wake()
  }

  #wake(): void {
    for (const wake of [...this.#waiting]) wake()
  }
}

/** Returns the reason of an end as a refusal. */
export function toEndError({ code, detail }: Pick<RoomEnding, 'code' | 'detail'>): SpecimenError {
  return new SpecimenError(code === 'replaced' ? 'group.away' : code, `${detail} join_room enters a room.`)
}
