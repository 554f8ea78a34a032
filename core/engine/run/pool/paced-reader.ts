import type { Readable } from 'node:stream'
import type { FrameReader } from '../../../contract/wire/frames.ts'

/** The cost of a frame, 1.4 µs, in equivalent bytes. */
const frameCost = 256
/** Bytes of heads, with the cost of their frames, that are read a second; and at once after a pause. */
const rate = 2 * 2 ** 20
const burst = 2 ** 18
/** Bytes read between two checks of the cost: 300 of the smallest frames, or 0.4 ms. */
const sliceBytes = 2048
const shortestPause = 10

/** A stream of frames, its reader, and what is told of it. */
export interface PacedReading {
  readonly source: Readable
  readonly reader: FrameReader
  /** Called after each read; `isWaiting` is true when no input is held back. */
  readonly onRead: (isWaiting: boolean) => void
  /** Called for bytes that are no frames; reading stops there. */
  readonly onError: (error: unknown) => void
  readonly now: () => number
}

/**
 * Reads frames at a bounded rate: 8,000 small ones a second cost 1 % of the host. Results are free. Returns
 * the function that ends it.
 */
export function readPaced({ source, reader, onRead, onError, now }: PacedReading): () => void {
  let [left, filledAt, paid] = [burst, now(), 0]
  let timer: NodeJS.Timeout | undefined

  function read(chunk: Uint8Array): void {
    let at = 0
    try {
      while (at < chunk.length && !source.destroyed && left > 0) {
        const end = reader.isInBody ? chunk.length : at + sliceBytes
        reader.push(chunk.subarray(at, end))
        at = end
        pay()
      }
    } catch (error) {
      onError(error)
      return
    }
    if (source.destroyed) return
    onRead(left > 0)
    if (left > 0) {
      if (source.isPaused()) source.resume()
      return
    }
    source.pause()
    const again = (): void => {
      pay()
      read(chunk.subarray(at))
    }
    timer = setTimeout(again, Math.max(shortestPause, (-left / rate) * 1000))
  }

  function pay(): void {
    const { frames, headBytes } = reader.counts
    const cost = frames * frameCost + headBytes
    const time = now()
    left = Math.min(burst, left + ((time - filledAt) / 1000) * rate) - (cost - paid)
    filledAt = time
    paid = cost
  }

  source.on('data', read)
  return () => {
    clearTimeout(timer)
    source.destroy()
  }
}
