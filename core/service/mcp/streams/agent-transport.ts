import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js'
import type { Transport, TransportSendOptions } from '@modelcontextprotocol/sdk/shared/transport.js'
import type {
  JSONRPCMessage,
  JSONRPCRequest,
  MessageExtraInfo,
  RequestId,
} from '@modelcontextprotocol/sdk/types.js'
import type { FastifyReply } from 'fastify'
import { hasCode } from '../../../contract/domain/errors.ts'
import type { Ledger } from '../../account/ledger.ts'
import { CallStreams, type OpenCall, readerSeconds } from './call-streams.ts'
import { LargeTexts } from './encode-message.ts'
import type { EventStream } from './event-stream.ts'
import { refuseMessage } from './refuse-message.ts'
import { ReplayLog } from './replay-log.ts'

/** The stream of a session's news, which belong to no call. */
const newsId = 'news'
/** The first version whose clients take an event without data, which begins a stream: all can be resumed. */
const beginningVersion = '2025-11-25'

/** The parameters of an {@link AgentTransport}. */
export interface AgentTransportOptions {
  readonly id: string
  /** The name for limits. */
  readonly client: string
  readonly answers: Ledger
  readonly replays: Ledger
  readonly createId: () => string
}

/** A request of a client, with the stream that answers it. */
export interface AgentExchange {
  readonly reply: FastifyReply
  readonly stream: EventStream
  readonly texts: LargeTexts
  readonly authInfo: AuthInfo
  /** The version of the protocol that the client speaks. */
  readonly protocolVersion: string
}

/**
 * The streams of a session (Streamable HTTP). A message is written once, as bytes; those are counted before
 * they go into a stream (`answers`), and kept for a client that loses its connection (`replays`). Each stream
 * has one reader at a time, and progress is left out where that has not taken what came before.
 */
export class AgentTransport implements Transport {
  readonly sessionId: string
  onclose?: () => void
  onerror?: (error: Error) => void
  onmessage?: <Message extends JSONRPCMessage>(message: Message, extra?: MessageExtraInfo) => void
  readonly #log: ReplayLog
  readonly #streams: CallStreams
  #isClosed = false

  constructor({ id, client, answers, replays, createId }: AgentTransportOptions) {
    this.sessionId = id
    this.#log = new ReplayLog(replays, client)
    const onUnread = ({ requestId }: OpenCall): void => {
      this.#cancel(requestId, `Nobody has read its stream for ${readerSeconds} s.`)
    }
    this.#streams = new CallStreams({ ledger: answers, client, createId, onUnread })
  }

  async start(): Promise<void> {}

  /** Takes a request of the client, whose stream then carries the answer. @throws `host.busy` */
  async receiveRequest(message: JSONRPCRequest, exchange: AgentExchange): Promise<FastifyReply> {
    const { reply, stream, authInfo, protocolVersion } = exchange
    if (this.#streams.find(message.id))
      return await refuseMessage(reply, 409, `A call with the id ${JSON.stringify(message.id)} is under way.`)
    const call = this.#streams.begin(message, exchange)
    this.#streams.read(call.streamId, stream)
    try {
      if (protocolVersion >= beginningVersion) stream.write(this.#log.begin(call.streamId))
    } catch (error) {
      this.#streams.end(call)
      throw error
    }
    this.onmessage?.(message, { authInfo })
    return await stream.open(this.#headers)
  }

  /** Takes a notification of the client. */
  receiveNotification(message: JSONRPCMessage): void {
    this.onmessage?.(message)
    if (!('method' in message) || message.method !== 'notifications/cancelled') return
    const id: unknown = message.params?.requestId
    if (typeof id === 'string' || typeof id === 'number') this.#endCancelled(id)
  }

  /** Opens the stream of news; after an event, the rest of its stream. @throws `host.busy` */
  async openStream(lastEventId: string | undefined, { reply, stream }: AgentExchange): Promise<FastifyReply> {
    const missed = lastEventId === undefined ? undefined : this.#log.findAfter(lastEventId)
    if (lastEventId !== undefined && !missed)
      return await refuseMessage(reply, 400, 'Last-Event-ID is kept no more; ask again.')
    const { streamId = newsId, events = [] } = missed ?? {}
    if (this.#streams.readerOf(streamId))
      return await refuseMessage(reply, 409, 'This stream is read on another connection; end that one first.')
    stream.write(events.flat())
    this.#streams.read(streamId, stream)
    // Behind an answer comes nothing, nor behind a call that has ended without one.
    const goesOn = streamId === newsId || (!missed?.hasLast && this.#streams.isOpen(streamId))
    if (!goesOn) stream.end()
    return await stream.open(this.#headers)
  }

  async send(message: JSONRPCMessage, { relatedRequestId }: TransportSendOptions = {}): Promise<void> {
    const isAnswer = 'result' in message || 'error' in message
    const requestId = isAnswer ? message.id : relatedRequestId
    const call = requestId === undefined ? undefined : this.#streams.find(requestId)
    if (requestId !== undefined && !call) throw new Error('a message is of a call that has ended')
    const streamId = call?.streamId ?? newsId
    const reader = this.#streams.readerOf(streamId)
    // News only say that there are some, and the next progress says more.
    if (!isAnswer && reader?.isBehind) return
    if (!isAnswer && call && !reader) return
    if (call && isAnswer) this.#streams.passOn(call)
    const json = (call?.texts ?? new LargeTexts(() => '')).encode(message)
    const event = this.#log.keep({ streamId, isLast: isAnswer, json })
    try {
      reader?.write(event)
    } catch (error) {
      if (!hasCode(error, 'host.busy')) throw error
      reader?.abandon() // the client asks for the rest, later
    }
    if (call && isAnswer) this.#streams.end(call)
  }

  /** Ends the stream of news, so that a draining host does not wait for it. */
  endNews(): void {
    this.#streams.readerOf(newsId)?.end()
  }

  async close(): Promise<void> {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#streams.clear()
    this.#log.clear()
    this.onclose?.()
  }

  get #headers(): { readonly [name: string]: string } {
    return { 'mcp-session-id': this.sessionId }
  }

  #cancel(requestId: RequestId, reason: string): void {
    this.onmessage?.({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId, reason } })
    this.#endCancelled(requestId)
  }

  /** Ends the stream of a cancelled call: it gets no answer. */
  #endCancelled(requestId: RequestId): void {
    const call = this.#streams.find(requestId)
    if (call) this.#streams.end(call)
  }
}
