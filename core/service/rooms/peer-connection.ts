import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { WebSocket } from 'ws'
import { RateBudget } from '../../contract/bounds/rate-budget.ts'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { PeerMessage, RoomClosing } from '../../contract/wire/room-messages.ts'
import { holdings } from '../account/holdings.ts'
import type { Backlog } from './backlogs.ts'
import { roomLimits } from './limits.ts'
import { parsePeerMessage } from './parse-message.ts'
import type { Turns } from './turns.ts'
import { UnreadBytes } from './unread-bytes.ts'

/** The parts and callbacks of a connection. */
export interface PeerConnectionOptions {
  readonly webSocket: WebSocket
  /** Gives up the socket below with all that the system still holds for it. */
  readonly reset: () => void
  /** The order in which messages of all connections are handled. */
  readonly turns: Turns
  /** Returns a text that no peer can guess. */
  readonly createMark: () => string
  /** Handles a message; what it throws ends the connection. */
  readonly onMessage: (message: PeerMessage) => void | Promise<void>
  readonly onFrame: (frame: Buffer) => void
  readonly onEnd: () => void
  /** Milliseconds, never going back. */
  readonly now: () => number
  readonly log: Log
}

/** Time for the peer to close, then the connection is cut. */
const closeGraceMilliseconds = 1000
/** Codes of WebSockets for ends by this host (RFC 6455, 7.4). */
const closeCodes = { stopping: 1001, other: 4000 } as const
/** Delays for refusals that pass. */
const retrySeconds: { readonly [code: string]: number } = {
  'host.stopping': 2,
  'host.busy': 10,
  'room.full': 10,
  'client.limited': 10,
  'group.away': 1,
  internal: 5,
}

/** Messages and bytes that may wait for their turn before no more are read. */
const mostWaiting = 8
const mostWaitingBytes = 64 * 1024

/**
 * The WebSocket of one peer: counts what comes, parses it in its turn, and sends without ever keeping much
 * for a peer that does not read.
 */
export class PeerConnection {
  readonly #options: PeerConnectionOptions
  #hasEnded = false
  /** Messages that wait for their turn; the first one may be under way. */
  readonly #waiting: Buffer[] = []
  #waitingBytes = 0
  #heardAt: number
  #actedAt: number
  /** The time of the last pause of the socket, in which nothing of the peer is read. */
  #resumedAt = Number.NEGATIVE_INFINITY
  readonly #budget: RateBudget
  readonly #unread: UnreadBytes
  #backlog: Backlog | undefined

  constructor(options: PeerConnectionOptions) {
    const { webSocket, now, createMark } = options
    this.#options = options
    this.#heardAt = now()
    this.#actedAt = now()
    this.#budget = new RateBudget({ rate: roomLimits.messageRate, burst: roomLimits.messageBurst }, now)
    this.#unread = new UnreadBytes(createMark)
    webSocket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#receive(data, isBinary) // always, as `binaryType` is nodebuffer
    })
    webSocket.on('pong', (data) => {
      this.#mark(this.#unread.take(data.toString('latin1'), now()))
      this.#backlog?.resize(this.#unread.amount)
    })
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => {
      this.#end()
      this.#backlog?.release()
    })
  }

  /** Counts what the peer has not read in the account of the host, until the connection is closed. */
  holdBacklog(backlog: Backlog): void {
    this.#backlog = backlog
  }

  /**
   * Milliseconds since the peer was heard, or for which it has not read; counted from when the host last read
   * all that it has sent, as its signs of life lie behind that.
   */
  get silence(): number {
    const now = this.#options.now()
    if (this.#options.webSocket.isPaused) return 0
    return Math.min(now - this.#resumedAt, Math.max(now - this.#heardAt, this.#unread.waitAt(now)))
  }

  /** Milliseconds since the peer did anything but to answer pings. */
  get inactivity(): number {
    return this.#options.now() - this.#actedAt
  }

  /** Sends a message as JSON text; a peer with too much unread is cut off, and comes back for the state. */
  send(text: string | Buffer): void {
    if (this.#hasEnded || this.#options.webSocket.readyState !== WebSocket.OPEN) return
    if (this.#unread.amount > roomLimits.backlog) this.cutSlow()
    else if (this.#hasPlace(text)) this.#write(text, false)
    else this.close('host.busy', holdings.backlogs.refusal)
  }

  /** Sends an answer that counts by its size against the rate of what the peer may send. */
  answer(text: string): void {
    if (this.#hasEnded) return
    try {
      this.#take(Math.floor(Buffer.byteLength(text) / 1024))
      this.send(text)
    } catch (error) {
      this.fail(error)
    }
  }

  /** Sends a frame of poses; returns false for a peer that reads too slowly for it. */
  sendPoses(frame: Uint8Array): boolean {
    if (this.#hasEnded || this.#unread.amount > roomLimits.poseBacklog || !this.#hasPlace(frame)) return false
    this.#write(frame, true)
    return true
  }

  /** Sends the reason and closes. */
  close(code: RoomClosing['code'], detail: string): void {
    if (this.#hasEnded) return
    const closing: RoomClosing = { type: 'closing', code, detail, retry_seconds: retrySeconds[code] ?? null }
    const { webSocket } = this.#options
    if (webSocket.readyState === WebSocket.OPEN) this.#write(JSON.stringify(closing), false)
    webSocket.close(code === 'host.stopping' ? closeCodes.stopping : closeCodes.other, code)
    setTimeout(() => this.#terminate(), closeGraceMilliseconds).unref()
    this.#end()
  }

  /** Ends the connection of a peer that does not read, at once. */
  cutSlow(): void {
    this.#options.log.info({ unread: this.#unread.amount }, 'a peer of a room that does not read was cut off')
    this.cut()
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#options.reset()
    this.#options.webSocket.terminate()
    this.#end()
  }

  /** Closes for an error, which is logged unless it is a refusal. */
  fail(error: unknown): void {
    const { code, message } = toSpecimenError(error)
    if (code === 'internal') this.#options.log.error({ err: error }, 'a message of a room failed')
    this.close(code, message)
  }

  /** Ends a connection that was closed; what a slow peer has not read is given up with it. */
  #terminate(): void {
    const { reset, webSocket } = this.#options
    if (webSocket.readyState !== WebSocket.CLOSED && this.#unread.amount > roomLimits.poseBacklog) reset()
    webSocket.terminate()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return
    this.#heardAt = this.#options.now()
    try {
      this.#take(1 + Math.floor(data.byteLength / 1024))
      if (isBinary) {
        this.#options.onFrame(data)
        this.#actedAt = this.#heardAt
        return
      }
    } catch (error) {
      this.fail(error)
      return
    }
    this.#waiting.push(data)
    this.#waitingBytes += data.byteLength
    if (this.#waiting.length > mostWaiting || this.#waitingBytes > mostWaitingBytes)
      this.#options.webSocket.pause()
    if (this.#waiting.length === 1) void this.#handleWaiting()
  }

  /** Handles what waits, each message in its turn and after the one before. */
  async #handleWaiting(): Promise<void> {
    const { turns, webSocket } = this.#options
    for (let data = this.#waiting[0]; data !== undefined; data = this.#waiting[0]) {
      const text = data.toString('utf8') // ws has checked that it is UTF-8
      await turns.run(() => this.#handle(text)).catch((error: unknown) => this.fail(error))
      this.#waitingBytes -= this.#waiting.shift()?.byteLength ?? 0 // none of one that has ended
    }
    if (!webSocket.isPaused) return
    this.#resumedAt = this.#options.now()
    webSocket.resume()
  }

  async #handle(text: string): Promise<void> {
    if (this.#hasEnded) return
    const message = parsePeerMessage(text)
    if (!message) return
    if (message.type !== 'pong') this.#actedAt = this.#options.now()
    await this.#options.onMessage(message)
  }

  #take(cost: number): void {
    if (this.#budget.take(cost)) return
    const detail = `More than ${roomLimits.messageRate} messages or KiB a second have come; send fewer.`
    throw new SpecimenError('client.limited', detail)
  }

  /** Returns true when the account has a place for what is to be sent, which it then takes. */
  #hasPlace(data: string | Uint8Array): boolean {
    return this.#backlog?.resize(this.#unread.amount + toByteLength(data)) ?? true
  }

  #write(data: string | Uint8Array, binary: boolean): void {
    const { webSocket, now } = this.#options
    webSocket.send(data, { binary }, () => {}) // a failed write is followed by the close event
    this.#mark(this.#unread.add(toByteLength(data), now()))
  }

  /** Sends the ping that proves how far the peer has read. */
  #mark(text: string | undefined): void {
    const { webSocket } = this.#options
    if (text === undefined || this.#hasEnded || webSocket.readyState !== WebSocket.OPEN) return
    webSocket.ping(text, false, () => {})
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#waiting.length = 0
    this.#waitingBytes = 0
    this.#options.webSocket.resume() // for the end of the handshake that closes it
    this.#options.onEnd()
  }
}

function toByteLength(data: string | Uint8Array): number {
  return typeof data === 'string' ? Buffer.byteLength(data) : data.byteLength
}

/** Gives up a socket with all that the system still holds for it. */
export function resetSocket(socket: Duplex): void {
  if (socket instanceof Socket) socket.resetAndDestroy()
}
