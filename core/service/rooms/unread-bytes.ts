/** Bytes beyond which a peer is asked how far it has read. */
const markStep = 8 * 1024

/** A ping of WebSocket, and the bytes that were sent before it. */
interface Mark {
  readonly text: string
  readonly sent: number
  readonly at: number
}

/**
 * The bytes that were sent to a peer and that it has not read: those in this process, in both kernels and on
 * the way. A ping with a text by chance is sent behind them, and the pong with this text proves that the peer
 * has read up to there. There is one such ping at a time.
 */
export class UnreadBytes {
  readonly #createText: () => string
  #sent = 0
  #read = 0
  #mark: Mark | undefined

  constructor(createText: () => string) {
    this.#createText = createText
  }

  get amount(): number {
    return this.#sent - this.#read
  }

  /** Milliseconds at `now` for which the ping under way has not been answered. */
  waitAt(now: number): number {
    return this.#mark ? now - this.#mark.at : 0
  }

  /** Counts sent bytes; returns the text of a ping that is to be sent behind them. */
  add(bytes: number, now: number): string | undefined {
    this.#sent += bytes
    return this.#toMark(now)
  }

  /** Takes the text of a pong; returns that of the next ping. */
  take(text: string, now: number): string | undefined {
    if (text !== this.#mark?.text) return undefined
    this.#read = this.#mark.sent
    this.#mark = undefined
    return this.#toMark(now)
  }

  #toMark(now: number): string | undefined {
    if (this.#mark || this.amount < markStep) return undefined
    this.#mark = { text: this.#createText(), sent: this.#sent, at: now }
    return this.#mark.text
  }
}
