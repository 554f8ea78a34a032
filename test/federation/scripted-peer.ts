/**
 * One end of a federation channel that does what a test tells it to and nothing else, except that it answers
 * pings and gives the link's credit back. It is written from PROTOCOL.md alone and shares no code with the
 * federation, so that both cannot be wrong in the same way.
 */
import type { Socket } from 'node:net'
import { crc32 } from 'node:zlib'
import type { WebSocket } from 'ws'

/** A parsed frame; tests say what they expect of it. */
// biome-ignore lint/suspicious/noExplicitAny: tests state by expectations what a frame is, member by member
export type Frame = { readonly type: string; readonly [member: string]: any }

export interface ReceivedChunk {
  readonly id: number
  readonly offset: number
  readonly bytes: Buffer
}

/** How a peer's WebSocket was closed. */
export interface Closed {
  readonly code: number
  readonly reason: string
}

type Message = Frame | ReceivedChunk
interface Reader {
  readonly isWanted: (message: Message) => boolean
  readonly resolve: (message: Message) => void
  readonly reject: (error: Error) => void
}

export const protocolName = 'specimen-fed.v1'

export class ScriptedPeer {
  readonly webSocket: WebSocket
  readonly socket: Socket
  /** Resolves when the connection is closed, by whomever. */
  readonly closed: Promise<Closed>
  /** Whether pings are answered. */
  answersPings = true
  /** Whether the link's credit is given back for every chunk. */
  grantsLink = true
  #received = 0
  readonly #messages: Message[] = []
  readonly #readers: Reader[] = []
  #end: Closed | undefined

  constructor(webSocket: WebSocket, socket: Socket) {
    this.webSocket = webSocket
    this.socket = socket
    webSocket.on('message', (data, isBinary) => {
      const bytes = data as Buffer // binaryType is nodebuffer
      if (isBinary)
        this.#takeChunk({
          id: bytes.readUInt32LE(4),
          offset: Number(bytes.readBigUInt64LE(8)),
          bytes: bytes.subarray(16),
        })
      else this.#takeFrame(JSON.parse(bytes.toString()))
    })
    webSocket.on('error', () => {}) // the close event follows
    this.closed = new Promise((resolve) => {
      webSocket.on('close', (code, reason) => {
        this.#end = { code, reason: reason.toString() }
        for (const reader of this.#readers.splice(0)) reader.reject(this.#describeEnd())
        resolve(this.#end)
      })
    })
  }

  /** Sends a frame, sound or not. */
  send(frame: object): void {
    this.sendText(JSON.stringify(frame))
  }

  sendText(text: string): void {
    this.webSocket.send(text)
  }

  sendBinary(bytes: Uint8Array): void {
    this.webSocket.send(bytes)
  }

  sendChunk(id: number, offset: number, bytes: Uint8Array): void {
    const header = Buffer.alloc(16)
    header.writeUInt32LE(1, 0)
    header.writeUInt32LE(id, 4)
    header.writeBigUInt64LE(BigInt(offset), 8)
    this.sendBinary(Buffer.concat([header, bytes]))
  }

  /** Sends `bytes` as chunks of at most 256 KiB, and `end`. */
  sendStream(id: number, bytes: Uint8Array, from = 0): void {
    for (let at = from; at < bytes.length; at += 262_144)
      this.sendChunk(id, at, bytes.subarray(at, at + 262_144))
    this.send({ type: 'end', id, bytes: bytes.length, crc32: crc32(bytes) })
  }

  /** Writes to the TCP connection below the WebSocket. */
  sendRaw(bytes: Uint8Array): void {
    this.socket.write(bytes)
  }

  /**
   * Resolves with the earliest frame, of this type if one is given, that no call has got. Rejects when none
   * can come.
   */
  next(type?: string): Promise<Frame> {
    return this.#next(
      (message) => 'type' in message && (type === undefined || message.type === type),
    ) as Promise<Frame> // as wanted
  }

  /**
   * Resolves with the earliest chunk, of this exchange if one is given, that no call has got. Rejects when
   * none can come.
   */
  nextChunk(id?: number): Promise<ReceivedChunk> {
    const isWanted = (message: Message) => !('type' in message) && (id === undefined || message.id === id)
    return this.#next(isWanted) as Promise<ReceivedChunk> // as wanted
  }

  /** Frames and chunks that no call has got. */
  get unread(): readonly Message[] {
    return this.#messages
  }

  /** Closes the WebSocket in good order. */
  close(code = 1000, reason = ''): void {
    this.webSocket.close(code, reason)
  }

  /** Cuts the connection. */
  terminate(): void {
    this.webSocket.terminate()
  }

  #next(isWanted: Reader['isWanted']): Promise<Message> {
    return new Promise((resolve, reject) => {
      const at = this.#messages.findIndex(isWanted)
      const [found] = at < 0 ? [] : this.#messages.splice(at, 1)
      if (found) resolve(found)
      else if (this.#end) reject(this.#describeEnd())
      else this.#readers.push({ isWanted, resolve, reject })
    })
  }

  #takeChunk(chunk: ReceivedChunk): void {
    this.#received += chunk.bytes.length
    if (this.grantsLink) this.send({ type: 'credit', id: 0, consumed: this.#received })
    this.#take(chunk)
  }

  #takeFrame(frame: Frame): void {
    if (frame.type === 'ping' && this.answersPings) this.send({ type: 'pong', n: frame.n })
    else this.#take(frame)
  }

  #take(message: Message): void {
    const at = this.#readers.findIndex(({ isWanted }) => isWanted(message))
    const [reader] = at < 0 ? [] : this.#readers.splice(at, 1)
    if (reader) reader.resolve(message)
    else this.#messages.push(message)
  }

  #describeEnd(): Error {
    const unread = this.#messages
      .map((message) => JSON.stringify('type' in message ? message : { chunk: message.id }))
      .join(' ')
    return new Error(
      `the connection was closed (${this.#end?.code} ${this.#end?.reason}); ` +
        `unread: ${unread.slice(0, 1000) || 'none'}`,
    )
  }
}
