import type { Socket } from 'node:net'
import { WebSocket } from 'ws'
import { RateBudget } from '../../contract/bounds/rate-budget.ts'
import { type Chunk, chunkMessageBytes, encodeChunk, parseChunk } from './chunk.ts'
import { encodeControl, type RelayFrame, type WorkerFrame } from './control-frames.ts'
import { limits } from './limits.ts'
import { type ClosingCode, LinkError } from './link-error.ts'

/** The options of the channel's WebSockets. Protocol-level pings are not answered, against floods. */
export const socketOptions = {
  perMessageDeflate: false,
  autoPong: false,
  maxPayload: Math.max(limits.controlBytes, chunkMessageBytes),
}

/** The end of a link. */
export interface LinkEnd {
  /** `lost`: the connection broke or timed out. */
  readonly code: ClosingCode | 'lost'
  readonly detail: string
  readonly isPeers: boolean
  /** The delay before the next dialling; null forbids it to this process. */
  readonly retrySeconds: number | null
}

/** An opened WebSocket and the socket below it, which counts received bytes. */
export interface LinkSocket {
  readonly webSocket: WebSocket
  readonly socket: Socket
}

/** The parts and callbacks of a link. */
export interface LinkOptions<Received> extends LinkSocket {
  /** Parses a text message; undefined for one to skip. @throws LinkError */
  readonly parse: (text: string) => Received | undefined
  /** Parses a large text message in turns of the event loop; without it `parse` does. @throws LinkError */
  readonly parseLarge?: (bytes: Buffer) => Promise<Received | undefined>
  /** Handles a frame; a LinkError ends the link. Pings, pongs and the peer's `closing` are not passed on. */
  readonly onFrame: (frame: Received) => void
  /** Handles a chunk, whose bytes are valid until it returns. A LinkError ends the link. */
  readonly onChunk: (chunk: Chunk) => void
  /** Receives an internal error in handling a message; the link is then cut. */
  readonly onFault: (error: unknown) => void
  /** Receives a violation by the peer. It ends the link unless true is returned. */
  readonly onBroken: (error: LinkError) => boolean
  /** Receives the milliseconds from each ping to its answer. */
  readonly onRoundTrip?: (milliseconds: number) => void
  readonly onEnd: (end: LinkEnd) => void
  readonly now: () => number
}

/** Closing codes for invalid messages (RFC 6455, 7.4.1). */
const refusals: ReadonlySet<number> = new Set([1002, 1003, 1007, 1009])
/** A longer text is parsed in turns: one of empty objects took 10 ms for each 64 KiB. */
const promptBytes = 64 * 1024
const backlogBytes = 16 * 2 ** 20
/** Time for the peer to close after `closing`, then the connection is cut. */
const closeGraceMilliseconds = 1000

/**
 * One WebSocket between a worker and a relay for its lifetime: parses messages, answers pings, detects a
 * silent peer, and ends once, with a reason. Both ends use it. State that outlives a link is in
 * `relay/session.ts` and `worker/worker-side.ts`.
 */
export class Link<Sent extends WorkerFrame | RelayFrame, Received extends WorkerFrame | RelayFrame> {
  readonly #options: LinkOptions<Received>
  /** Set as soon as the end is known; nothing is sent or handled from then on. */
  #end: LinkEnd | undefined
  #hasEnded = false
  #handedOver = 0
  /** Reusable memory of sent chunks: new memory would be filled with zeros first. */
  readonly #spare: Uint8Array[] = []
  #timer: NodeJS.Timeout | undefined
  #pings = 0
  #bytesRead: number
  #receivedAt: number
  #pingedAt: number
  readonly #budget: RateBudget
  /** Set while a large message is parsed: those that had been read behind it, at most a few. */
  #behind: (readonly [data: Buffer, isBinary: boolean])[] | undefined

  constructor(options: LinkOptions<Received>) {
    this.#options = options
    const { webSocket, socket, now } = options
    this.#bytesRead = socket.bytesRead
    this.#receivedAt = now()
    this.#pingedAt = now()
    this.#budget = new RateBudget({ rate: limits.messageRate, burst: limits.messageBurst }, now)
    webSocket.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.#receive(data, isBinary) // always, as `binaryType` is nodebuffer
    })
    webSocket.on('ping', () => this.guard(() => this.#countMessage()))
    webSocket.on('error', (error) => this.#lose(`the connection failed (${error.message})`))
    webSocket.on('close', (code) => {
      const detail = `the connection was closed (${code})`
      if (refusals.has(code)) this.#end ??= { code: 'protocol', detail, isPeers: true, retrySeconds: 0 }
      this.#lose(detail)
      this.#finish()
    })
  }

  watch(pingSeconds: number, deadSeconds: number): void {
    clearInterval(this.#timer)
    const { now } = this.#options
    const tick = (): void => {
      this.#noticeBytes()
      // After a pause of this process the bytes may be there: they are read before the timeout counts.
      if (now() - this.#receivedAt >= deadSeconds * 1000) setImmediate(() => this.#giveUp(deadSeconds))
      if (now() - this.#pingedAt < pingSeconds * 1000) return
      this.#pingedAt = now()
      this.#write(JSON.stringify({ type: 'ping', n: ++this.#pings }))
    }
    this.#timer = setInterval(tick, Math.min(pingSeconds, deadSeconds / 5) * 1000)
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  /** Bytes handed over that the operating system has not taken yet, or took in this turn. */
  get queuedBytes(): number {
    return Math.max(this.#options.webSocket.bufferedAmount, this.#handedOver)
  }

  /** Sends a frame ahead of all chunks that have not been handed over. Without effect after the end. */
  send(frame: Sent): void {
    this.#write(encodeControl(frame))
  }

  /**
   * Hands a chunk over. `onWritten` is called when its bytes are free: the operating system has taken them,
   * or the link has ended. It is deferred to another turn of the event loop: a fast line takes everything at
   * once, and a volume would keep others waiting.
   */
  sendChunk(chunk: Chunk, onWritten: () => void): void {
    this.#handedOver += chunk.bytes.length
    const settle = (): void => {
      setImmediate(() => {
        this.#handedOver -= chunk.bytes.length
        onWritten()
      })
    }
    if (!this.isOpen || this.#options.webSocket.readyState !== WebSocket.OPEN) {
      settle()
      return
    }
    const memory = this.#spare.pop() ?? new Uint8Array(chunkMessageBytes)
    this.#options.webSocket.send(encodeChunk(chunk, memory), () => {
      this.#spare.push(memory)
      settle()
    })
  }

  close(code: ClosingCode, detail: string, retrySeconds: number | null): void {
    if (!this.isOpen) return
    const text = detail.slice(0, limits.closingDetailLength)
    this.#write(JSON.stringify({ type: 'closing', code, detail: text, retry_seconds: retrySeconds }))
    this.#end = { code, detail, isPeers: false, retrySeconds }
    this.#closeSocket(code === 'stopping' ? 1001 : 4000, code)
  }

  /** Ends the link at once, without `closing`. */
  cut(detail: string): void {
    this.#lose(detail)
    this.#options.webSocket.terminate()
    this.#finish()
  }

  #receive(data: Buffer, isBinary: boolean): void {
    if (!this.isOpen) return
    if (this.#behind) {
      this.#behind.push([data, isBinary])
      return
    }
    this.guard(() => {
      this.#countMessage()
      if (isBinary) {
        const chunk = parseChunk(data)
        if (chunk) this.#options.onChunk(chunk)
        return
      }
      const { parseLarge } = this.#options
      if (parseLarge && data.length > promptBytes) {
        void this.#receiveLarge(parseLarge(data))
        return
      }
      const frame = this.#options.parse(data.toString('utf8')) // ws has checked that it is UTF-8
      if (frame) this.#take(frame)
    })
  }

  /** Parses a message while no further one is read, and then those that had been. */
  async #receiveLarge(parsing: Promise<Received | undefined>): Promise<void> {
    const { webSocket } = this.#options
    const behind: [Buffer, boolean][] = []
    this.#behind = behind
    webSocket.pause()
    const parsed = await parsing.then(
      (frame) => () => frame,
      (error: unknown) => () => {
        throw error
      },
    )
    this.#behind = undefined
    webSocket.resume() // also of a link that has ended, for the peer's close
    if (!this.isOpen) return
    this.guard(() => {
      const frame = parsed()
      if (frame) this.#take(frame)
    })
    for (const [next, isBinary] of behind) this.#receive(next, isBinary)
  }

  #take(frame: Received): void {
    if (frame.type === 'ping') this.#write(JSON.stringify({ type: 'pong', n: frame.n }))
    else if (frame.type === 'closing') {
      this.#end = { code: frame.code, detail: frame.detail, isPeers: true, retrySeconds: frame.retry_seconds }
      this.#closeSocket(1000)
    } else if (frame.type === 'pong') {
      if (frame.n === this.#pings) this.#options.onRoundTrip?.(this.#options.now() - this.#pingedAt)
    } else this.#options.onFrame(frame)
  }

  guard(work: () => void): void {
    try {
      work()
    } catch (error) {
      if (!(error instanceof LinkError)) {
        this.#options.onFault(error)
        this.cut('a frame could not be handled; the log says why')
        return
      }
      if (!this.#options.onBroken(error)) this.close(error.code, error.message, null)
    }
  }

  #countMessage(): void {
    if (this.#budget.take(1)) return
    throw new LinkError('overload', `more than ${limits.messageRate} messages a second`)
  }

  #noticeBytes(): void {
    const { bytesRead } = this.#options.socket
    if (bytesRead === this.#bytesRead) return
    this.#bytesRead = bytesRead
    this.#receivedAt = this.#options.now()
  }

  #giveUp(deadSeconds: number): void {
    this.#noticeBytes()
    if (this.isOpen && this.#options.now() - this.#receivedAt >= deadSeconds * 1000)
      this.cut(`no byte has come for ${deadSeconds} s`)
  }

  #write(text: string): void {
    if (!this.isOpen) return
    const { webSocket } = this.#options
    webSocket.send(text, () => {}) // a failed write is followed by the close event
    if (webSocket.bufferedAmount > backlogBytes) this.cut(`${backlogBytes} bytes were not read`)
  }

  #closeSocket(status: number, reason?: string): void {
    const { webSocket } = this.#options
    webSocket.close(status, reason)
    setTimeout(() => webSocket.terminate(), closeGraceMilliseconds).unref()
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
