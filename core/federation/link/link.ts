/**
 * One WebSocket between a worker and a relay, for as long as it lasts: parses what comes, answers pings,
 * notices a peer that is silent, and ends once, with a reason. Both ends use it; what frames mean is theirs.
 * It survives nothing: what outlives a link is the business of `relay/session.ts` and
 * `worker/worker-side.ts`.
 */
import type { Socket } from 'node:net'
import type { WebSocket } from 'ws'
import { type Chunk, chunkMessageBytes, encodeChunk, parseChunk } from './chunk.ts'
import {
  type ClosingCode,
  controlBytes,
  encodeControl,
  LinkError,
  type RelayFrame,
  type WorkerFrame,
} from './control-frames.ts'

/**
 * What a WebSocket of this channel is opened with. Pings of the WebSocket are not answered: their flood would
 * be ours to hold.
 */
export const socketOptions = {
  perMessageDeflate: false,
  autoPong: false,
  maxPayload: Math.max(controlBytes, chunkMessageBytes),
}

/** How a link has ended. */
export interface LinkEnd {
  /** `lost`: the connection broke, or nothing was heard on it. */
  readonly code: ClosingCode | 'lost'
  readonly detail: string
  /** Whether the other side ended it, or said why it would. */
  readonly isPeers: boolean
  /** When the other side wants to be dialled again; null: not by this process. */
  readonly retrySeconds: number | null
}

export interface LinkOptions<Received> {
  /** The opened WebSocket and the socket below it, which tells whether bytes come. */
  readonly webSocket: WebSocket
  readonly socket: Socket
  /** @throws LinkError */
  readonly parse: (text: string) => Received | undefined
  /**
   * Takes a frame; may throw a LinkError, which ends the link. Pings, pongs and the peer's `closing` are not
   * passed on.
   */
  readonly onFrame: (frame: Received) => void
  /** Takes a chunk, whose bytes are the receiver's to keep. May throw a LinkError. */
  readonly onChunk: (chunk: Chunk) => void
  /** Takes an error of our own in handling what has come; the link is then cut. */
  readonly onFault: (error: unknown) => void
  /** Takes what the peer has done wrong, before the link ends because of it. */
  readonly onBroken?: (error: LinkError) => void
  /** Takes the time in milliseconds from each ping to its answer. */
  readonly onRoundTrip?: (milliseconds: number) => void
  /** Called once, after which nothing else is. */
  readonly onEnd: (end: LinkEnd) => void
  /** Milliseconds, never going back. */
  readonly now: () => number
}

/**
 * Messages a second that are taken, and how many may come at once; a sound peer gathers what it says and
 * sends far fewer.
 */
const frameRate = 5000
const frameBurst = 20_000
/** Bytes of our frames that the peer may leave unread. */
const backlogBytes = 16 * 2 ** 20
/** From the `closing` frame until the connection is cut if the peer does not end it. */
const farewellMilliseconds = 1000

export class Link<Sent extends WorkerFrame | RelayFrame, Received extends { readonly type: string }> {
  readonly #options: LinkOptions<Received>
  #end: LinkEnd | undefined
  #hasEnded = false
  #handedOver = 0
  /**
   * Memory of chunks that have been sent: as many as ever were under way, for a new one each would be zeroed
   * first.
   */
  readonly #spare: Uint8Array[] = []
  #timer: NodeJS.Timeout | undefined
  #pings = 0
  #bytesRead: number
  #heardAt: number
  #pingedAt: number
  #tokens = frameBurst
  #refilledAt: number

  constructor(options: LinkOptions<Received>) {
    this.#options = options
    const { webSocket, socket, now } = options
    this.#bytesRead = socket.bytesRead
    this.#heardAt = now()
    this.#pingedAt = now()
    this.#refilledAt = now()
    // BinaryType is nodebuffer.
    webSocket.on('message', (data, isBinary) => this.#receive(data as Buffer, isBinary))
    webSocket.on('ping', () => this.guard(() => this.#countFrame()))
    webSocket.on('error', (error) => this.#lose(`the connection failed (${error.message})`))
    webSocket.on('close', (code) => {
      this.#lose(`the connection was closed (${code})`)
      this.#finish()
    })
  }

  /** Begins to send pings and to expect bytes. */
  watch(pingSeconds: number, deadSeconds: number): void {
    clearInterval(this.#timer)
    const { now } = this.#options
    const tick = (): void => {
      this.#listen()
      // After a pause of our own the bytes may be there already: they are read before the peer counts as
      // silent.
      if (now() - this.#heardAt >= deadSeconds * 1000) setImmediate(() => this.#giveUp(deadSeconds))
      if (now() - this.#pingedAt < pingSeconds * 1000) return
      this.#pingedAt = now()
      this.#write(JSON.stringify({ type: 'ping', n: ++this.#pings }))
    }
    this.#timer = setInterval(tick, Math.min(pingSeconds, deadSeconds / 5) * 1000)
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /**
   * Bytes handed over that the operating system has not taken yet, or has taken in this turn of the event
   * loop.
   */
  get queuedBytes(): number {
    return Math.max(this.#options.webSocket.bufferedAmount, this.#handedOver)
  }

  /** Sends a frame ahead of all chunks that have not been handed over. After the end it does nothing. */
  send(frame: Sent): void {
    this.#write(encodeControl(frame))
  }

  /**
   * Hands a chunk over. `onWritten` is called when the operating system has taken it, and not in the same
   * turn of the event loop: a fast line takes everything at once, and a volume would keep others waiting.
   */
  sendChunk(chunk: Chunk, onWritten: () => void): void {
    if (!this.isOpen) return
    const memory = this.#spare.pop() ?? new Uint8Array(chunkMessageBytes)
    this.#handedOver += chunk.bytes.length
    this.#options.webSocket.send(encodeChunk(chunk, memory), (error) => {
      if (error) return // and the link with it
      this.#spare.push(memory)
      setImmediate(() => {
        this.#handedOver -= chunk.bytes.length
        onWritten()
      })
    })
  }

  /** Ends the link after saying why. */
  close(code: ClosingCode, detail: string, retrySeconds: number | null): void {
    if (!this.isOpen) return
    this.#write(
      JSON.stringify({ type: 'closing', code, detail: detail.slice(0, 1000), retry_seconds: retrySeconds }),
    )
    this.#end = { code, detail, isPeers: false, retrySeconds }
    this.#sayFarewell(code === 'stopping' ? 1001 : 4000, code)
  }

  /** Ends the link at once, without a word. */
  cut(detail: string): void {
    this.#lose(detail)
    this.#options.webSocket.terminate()
    this.#finish()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.isOpen) return
    this.guard(() => {
      this.#countFrame()
      if (isBinary) {
        const chunk = parseChunk(data)
        if (chunk) this.#options.onChunk(chunk)
        return
      }
      const frame = this.#options.parse(data.toString('utf8')) // ws has checked that it is UTF-8
      if (frame) this.#take(frame)
    })
  }

  #take(frame: Received): void {
    // Both directions share these three, and the others are passed on as they are.
    const known = frame as unknown as WorkerFrame
    if (known.type === 'ping') this.#write(JSON.stringify({ type: 'pong', n: known.n }))
    else if (known.type === 'closing') {
      this.#end = { code: known.code, detail: known.detail, isPeers: true, retrySeconds: known.retry_seconds }
      this.#sayFarewell(1000)
    } else if (known.type === 'pong') {
      if (known.n === this.#pings) this.#options.onRoundTrip?.(this.#options.now() - this.#pingedAt)
    } else this.#options.onFrame(frame)
  }

  /** Does what a frame asks for, now or later: an error ends the link. */
  guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof LinkError)) {
        this.#options.onFault(error)
        this.cut('a frame could not be handled; the log says why')
        return
      }
      this.#options.onBroken?.(error)
      this.close(error.code, error.message, null)
    }
  }

  #countFrame(): void {
    const time = this.#options.now()
    this.#tokens = Math.min(frameBurst, this.#tokens + ((time - this.#refilledAt) / 1000) * frameRate)
    this.#refilledAt = time
    if (--this.#tokens < 0) throw new LinkError('overload', `more than ${frameRate} messages a second`)
  }

  #listen(): void {
    const { bytesRead } = this.#options.socket
    if (bytesRead === this.#bytesRead) return
    this.#bytesRead = bytesRead
    this.#heardAt = this.#options.now()
  }

  #giveUp(deadSeconds: number): void {
    this.#listen()
    if (this.isOpen && this.#options.now() - this.#heardAt >= deadSeconds * 1000)
      this.cut(`no byte has come for ${deadSeconds} s`)
  }

  #write(text: string): void {
    if (!this.isOpen) return
    const { webSocket } = this.#options
    webSocket.send(text, () => {}) // a failed write is followed by the close event
    if (webSocket.bufferedAmount > backlogBytes) this.cut(`${backlogBytes} bytes were not read`)
  }

  #sayFarewell(status: number, reason?: string): void {
    const { webSocket } = this.#options
    webSocket.close(status, reason)
    setTimeout(() => webSocket.terminate(), farewellMilliseconds).unref()
    this.#finish()
  }

  #lose(detail: string): void {
    this.#end ??= { code: 'lost', detail, isPeers: false, retrySeconds: 0 }
  }

  #finish(): void {
    clearInterval(this.#timer)
    if (this.#hasEnded || !this.#end) return
    this.#hasEnded = true
    this.#options.onEnd(this.#end)
  }
}
