import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { SpecimenError } from '../../../contract/domain/errors.ts'
import type { Ledger } from '../../account/ledger.ts'
import { quote } from '../answers/data-words.ts'
import { AgentPeer, type RoomVisitor, toEndError } from './agent-peer.ts'

/** The parameters of a {@link RoomSeat}. */
export interface RoomSeatOptions {
  /** The account of the states of rooms. */
  readonly states: Pick<Ledger, 'take'>
  /** The name for limits. */
  readonly client: string
  /** A secret of the session, by which it is one peer however often it comes. */
  readonly key: string
}

/** The place of a session in a room: one at a time, until it leaves or the session ends. */
export class RoomSeat {
  readonly #options: RoomSeatOptions
  #peer: AgentPeer | undefined
  #turn: Promise<unknown> = Promise.resolve()
  #isClosed = false

  constructor(options: RoomSeatOptions) {
    this.#options = options
  }

  /** The peer of the session, which may have ended meanwhile. */
  get peer(): AgentPeer | undefined {
    return this.#peer
  }

  /** Enters a room, and leaves another; who is in it stays there. @throws the refusal of the room */
  async join(visitor: RoomVisitor, roomId: string, signal: AbortSignal): Promise<AgentPeer> {
    const joined = this.#turn.then(async () => {
      const former = this.#peer
      if (former?.roomId === roomId && !former.ending) return former
      this.leave()
      return await this.#enter(visitor, roomId, signal)
    })
    this.#turn = joined.catch(() => {}) // whoever has asked is told
    return await joined
  }

  /**
   * Returns the peer of the session; one whose connection was lost has entered again.
   * @throws `request.invalid` for none, the reason of an end that lasts
   */
  async find(visitor: RoomVisitor, signal: AbortSignal): Promise<AgentPeer> {
    const peer = this.#peer
    if (!peer) throw new SpecimenError('request.invalid', 'This session is in no room; join_room enters one.')
    if (!peer.ending) return peer
    if (peer.ending.retry_seconds !== null) return await this.join(visitor, peer.roomId, signal)
    this.#peer = undefined
    throw toEndError(peer.ending)
  }

  /** Leaves the room; returns its id, undefined where there was none. */
  leave(): string | undefined {
    const peer = this.#peer
    this.#peer = undefined
    peer?.leave()
    return peer?.roomId
  }

  /** Leaves for good. */
  close(): void {
    this.#isClosed = true
    this.leave()
  }

  /** Returns an answer with what others have done in the room since the last one. */
  addNews(answer: CallToolResult): CallToolResult {
    const peer = this.#peer
    const news = peer ? this.#takeNews(peer) : []
    if (!peer || news.length === 0) return answer
    const text = `Meanwhile in the room ${quote(peer.roomId)}: ${news.join('; ')}.`
    return { ...answer, content: [...answer.content, { type: 'text', text }] }
  }

  /** Returns the news, and the end of the own part in the room. */
  #takeNews(peer: AgentPeer): readonly string[] {
    const told = peer.news.take()
    const { ending } = peer
    if (!ending) return told
    if (ending.retry_seconds === null) this.#peer = undefined
    return [...told, `you are in it no more: ${ending.detail}`]
  }

  async #enter(visitor: RoomVisitor, roomId: string, signal: AbortSignal): Promise<AgentPeer> {
    const { states, client, key } = this.#options
    const hold = states.take(client, 0)
    const peer = new AgentPeer({ roomId, visitor, key, hold })
    try {
      await peer.waitFor(() => peer.peer || undefined, signal)
      if (this.#isClosed) throw new SpecimenError('session.unknown', 'The session has ended.')
    } catch (error) {
      peer.leave()
      throw error
    }
    this.#peer = peer
    return peer
  }
}
