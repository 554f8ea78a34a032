import { WebSocket } from 'ws'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { Log } from '../domain/log.ts'
import { RateBudget } from '../domain/rate-budget.ts'
import type { PeerMessage, RoomClosing } from '../wire/room-messages.ts'
import { roomLimits } from './limits.ts'
import { parsePeerMessage } from './parse-message.ts'

/** The parts and callbacks of a connection. */
export interface PeerConnectionOptions {
  readonly webSocket: WebSocket
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

/**
 * The WebSocket of one peer: parses and counts what comes, and sends without ever keeping much for a peer
 * that does not read.
 */
export class PeerConnection {
  readonly #options: PeerConnectionOptions
  #hasEnded = false
  /** The handling of all messages so far, one after the other. */
  #handled: Promise<void> = Promise.resolve()
  #heardAt: number
  readonly #budget: RateBudget

  constructor(options: PeerConnectionOptions) {
    const { webSocket, now } = options
    this.#options = options
    this.#heardAt = now()
    this.#budget = new RateBudget({ rate: roomLimits.messageRate, burst: roomLimits.messageBurst }, now)
    webSocket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#receive(data, isBinary) // always, as `binaryType` is nodebuffer
    })
    webSocket.on('error', () => webSocket.terminate())
    webSocket.on('close', () => this.#end())
  }

  /** Milliseconds since the peer was heard. */
  get silence(): number {
    return this.#options.now() - this.#heardAt
  }

  /** Sends a message as JSON text; a peer with too much unread is cut off, and comes back for the state. */
  send(text: string | Buffer): void {
    const { webSocket, log } = this.#options
    if (this.#hasEnded || webSocket.readyState !== WebSocket.OPEN) return
    webSocket.send(text, { binary: false }, () => {}) // a failed write is followed by the close event
    if (webSocket.bufferedAmount <= roomLimits.backlog) return
    log.info({ waiting: webSocket.bufferedAmount }, 'a peer of a room that does not read was cut off')
    this.cut()
  }

  /** Sends a frame of poses; returns false for a peer that reads too slowly for it. */
  sendPoses(frame: Uint8Array): boolean {
    const { webSocket } = this.#options
    if (this.#hasEnded || webSocket.bufferedAmount > roomLimits.poseBacklog) return false
    webSocket.send(frame, { binary: true }, () => {})
    return true
  }

  /** Sends the reason and closes. */
  close(code: RoomClosing['code'], detail: string): void {
    if (this.#hasEnded) return
    const closing: RoomClosing = { type: 'closing', code, detail, retry_seconds: retrySeconds[code] ?? null }
    const { webSocket } = this.#options
    this.send(JSON.stringify(closing))
    webSocket.close(code === 'host.stopping' ? closeCodes.stopping : closeCodes.other, code)
    setTimeout(() => webSocket.terminate(), closeGraceMilliseconds).unref()
    this.#end()
  }

  /** Ends the connection at once. */
  cut(): void {
    this.#options.webSocket.terminate()
    this.#end()
  }

  /** Closes for an error, which is logged unless it is a refusal. */
  fail(error: unknown): void {
    const { code, message } = toSpecimenError(error)
    if (code === 'internal') this.#options.log.error({ err: error }, 'a message of a room failed')
    this.close(code, message)
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (this.#hasEnded) return
    const { onFrame, onMessage } = this.#options
    try {
      this.#count(data.byteLength)
      if (isBinary) onFrame(data)
      else {
        const message = parsePeerMessage(data.toString('utf8')) // ws has checked that it is UTF-8
        if (message)
          this.#handled = this.#handled.then(() => onMessage(message)).catch((error) => this.fail(error))
      }
    } catch (error) {
      this.fail(error)
    }
  }

  #count(bytes: number): void {
    this.#heardAt = this.#options.now()
    if (this.#budget.take(1 + Math.floor(bytes / 1024))) return
    const detail = `More than ${roomLimits.messageRate} messages or KiB a second have come; send fewer.`
    throw new SpecimenError('client.limited', detail)
  }

  #end(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    this.#options.onEnd()
  }
}
