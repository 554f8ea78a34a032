/** The callbacks of a {@link Reconnection}. */
export interface ReconnectionOptions {
  readonly open: () => WebSocket
  /** Called with each opened WebSocket, to send the first message. */
  readonly onOpen: (send: (text: string) => void) => void
  readonly onText: (text: string) => void
  readonly onBytes: (bytes: Uint8Array) => void
  /** Called when a connection is lost or could not be opened, and another attempt follows. */
  readonly onLost: (detail: string) => void
}

const firstWaitSeconds = 0.5
const longestWaitSeconds = 30
/** Time for the first message, before the host has said how long silence may be. */
const arrivalSeconds = 20

/** A WebSocket that is opened again when it is lost or silent, after waits that grow and vary by chance. */
export class Reconnection {
  readonly #options: ReconnectionOptions
  #socket: WebSocket | undefined
  #stage: 'connecting' | 'joined' | 'ended' = 'connecting'
  #attempts = 0
  #waitSeconds: number | undefined
  #deadSeconds = arrivalSeconds
  #silence: ReturnType<typeof setTimeout> | undefined
  #retry: ReturnType<typeof setTimeout> | undefined

  constructor(options: ReconnectionOptions) {
    this.#options = options
    this.#open()
  }

  get isJoined(): boolean {
    return this.#stage === 'joined'
  }

  /** Sends unless the connection is away. */
  send(data: string | Uint8Array<ArrayBuffer>): void {
    if (this.#socket?.readyState === 1) this.#socket.send(data)
  }

  /** Notes that the host has answered, and after how much silence the connection counts as dead. */
  joined(deadSeconds: number): void {
    if (this.#stage === 'ended') return
    this.#stage = 'joined'
    this.#attempts = 0
    this.#deadSeconds = deadSeconds
  }

  /** Ends it for good when null; else the next attempt waits so long. */
  endOrWait(seconds: number | null): void {
    if (seconds === null) this.end()
    else this.#waitSeconds = seconds
  }

  end(): void {
    this.#stage = 'ended'
    clearTimeout(this.#silence)
    clearTimeout(this.#retry)
    this.#socket?.close()
  }

  #open(): void {
    const { open, onOpen, onText, onBytes } = this.#options
    const socket = open()
    socket.binaryType = 'arraybuffer'
    this.#socket = socket
    this.#deadSeconds = arrivalSeconds
    this.#hear()
    socket.onopen = () => onOpen((text) => socket.send(text))
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket || this.#stage === 'ended') return
      this.#hear()
      if (typeof data === 'string') onText(data)
      else onBytes(new Uint8Array(data))
    }
    socket.onerror = () => {} // `close` follows
    socket.onclose = () => {
      if (socket === this.#socket) this.#lose('The connection was lost.')
    }
  }

  #hear(): void {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => {
      const socket = this.#socket
      this.#lose(`Nothing has come for ${this.#deadSeconds} s.`)
      socket?.close()
    }, this.#deadSeconds * 1000)
  }

  #lose(detail: string): void {
    clearTimeout(this.#silence)
    this.#socket = undefined
    if (this.#stage === 'ended') return
    this.#stage = 'connecting'
    const longest = Math.min(longestWaitSeconds, firstWaitSeconds * 2 ** this.#attempts++)
    const seconds = this.#waitSeconds ?? Math.random() * longest
    this.#waitSeconds = undefined
    this.#retry = setTimeout(() => this.#open(), seconds * 1000)
    this.#options.onLost(detail)
  }
}
