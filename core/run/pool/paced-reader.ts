import type { Readable } from 'node:stream'
import type { FrameReader } from '../../wire/frames.ts'

/** The cost of a frame, 1.4 µs, in equivalent bytes. */
const frameCost = 256
/** Bytes of heads, with the cost of their frames, that are read a second; and at once after a pause. */
const rate = 2 * 2 ** 20
const burst = 2 ** 18
/** Bytes read between two checks of the cost: 300 of the smallest frames, or 0.4 ms. */
const sliceBytes = 2048
const shortestPause = 10

/** The parameters of a {@link PacedReader}. */
export interface PacedReaderOptions {
  readonly source: Readable
  readonly reader: FrameReader
  /** Called after each read; `isWaiting` is true when no input is held back. */
  readonly onRead: (isWaiting: boolean) => void
  /** Called for bytes that are no frames; reading stops there. */
  readonly onError: (error: unknown) => void
  readonly now: () => number
}

/** Reads frames at a bounded rate: 8,000 small ones a second cost 1 % of the host. Results are free. */
export class PacedReader {
  readonly #options: PacedReaderOptions
  #left = burst
  #filledAt: number
  #paid = 0
  #timer: NodeJS.Timeout | undefined

  constructor(options: PacedReaderOptions) {
    this.#options = options
    this.#filledAt = options.now()
    options.source.on('data', (chunk: Uint8Array) => this.#read(chunk))
  }

  close(): void {
    clearTimeout(this.#timer)
    this.#options.source.destroy()
  }

  #read(chunk: Uint8Array): void {
    const { source, reader, onRead, onError } = this.#options
    let at = 0
    try {
      while (at < chunk.length && !source.destroyed && this.#left > 0) {
        const end = reader.isInBody ? chunk.length : at + sliceBytes
        reader.push(chunk.subarray(at, end))
        at = end
        this.#pay()
      }
    } catch (error) {
      onError(error)
      return
    }
    if (source.destroyed) return
    onRead(this.#left > 0)
    if (this.#left <= 0) this.#pause(chunk.subarray(at))
    else if (source.isPaused()) source.resume()
  }

  #pay(): void {
    const { reader, now } = this.#options
    const { frames, headBytes } = reader.counts
    const cost = frames * frameCost + headBytes
    const time = now()
    const earned = ((time - this.#filledAt) / 1000) * rate
    this.#left = Math.min(burst, this.#left + earned) - (cost - this.#paid)
    this.#filledAt = time
    this.#paid = cost
  }

  #pause(rest: Uint8Array): void {
    const { source } = this.#options
    source.pause()
    const wait = Math.max(shortestPause, (-this.#left / rate) * 1000)
    this.#timer = setTimeout(() => {
      this.#pay()
      this.#read(rest)
    }, wait)
  }
}
