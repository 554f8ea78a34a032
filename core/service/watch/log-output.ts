import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/** Milliseconds in which lines are gathered, and until a failed write is retried. */
const gatherMilliseconds = 20
const pieceLength = 64 * 2 ** 10
/** Most buffered characters; later lines are counted and dropped. */
const mostLength = 8 * 2 ** 20
const endMilliseconds = 1000
const nothing = Buffer.alloc(0)

/**
 * A file or pipe of log lines, written beside the event loop. A failed write is retried as long as the
 * process lives, as disks get room again. At the end of the process any error but a slow reader ends the
 * writing, where pino's own output retries for ever.
 */
export class LogOutput implements DestinationStream {
  readonly #descriptor: number
  readonly #onLost: (lines: number) => void
  #lines: string[] = []
  /** Includes the characters of the piece. */
  #length = 0
  /** The rest of the current piece, and the length of the whole in characters. */
  #piece: Buffer = nothing
  #taken = 0
  #lost = 0
  #isIdle = true

  /** `onLost` is called with the number of dropped lines, once the buffer is written. */
  constructor(descriptor: number, onLost: (lines: number) => void) {
    this.#descriptor = descriptor
    this.#onLost = onLost
  }

  write(line: string): void {
    if (this.#length + line.length > mostLength) {
      this.#lost++
      return
    }
    this.#lines.push(line)
    this.#length += line.length
    if (!this.#isIdle) return
    this.#isIdle = false
    process.once('exit', this.#end)
    this.#writeLater()
  }

  #writeLater(): void {
    setTimeout(() => this.#writeNext(), gatherMilliseconds).unref()
  }

  #writeNext(): void {
    this.#take()
    const piece = this.#piece
    if (piece.length === 0) {
      this.#rest()
      return
    }
    this.#piece = nothing // the end of the process leaves it to the thread that writes it
    write(this.#descriptor, piece, (error, written) => {
      this.#piece = piece.subarray(error ? 0 : written)
      if (error) this.#writeLater()
      else this.#writeNext()
    })
  }

  #take(): void {
    if (this.#piece.length > 0) return
    this.#length -= this.#taken
    let [count, length] = [0, 0]
    while (count < this.#lines.length && length < pieceLength) length += this.#lines[count++]?.length ?? 0
    this.#taken = length
    this.#piece = Buffer.from(this.#lines.splice(0, count).join(''))
  }

  #rest(): void {
    this.#isIdle = true
    process.off('exit', this.#end)
    const lost = this.#lost
    this.#lost = 0
    if (lost > 0) this.#onLost(lost)
  }

  readonly #end = (): void => {
    const last = performance.now() + endMilliseconds
    for (this.#take(); this.#piece.length > 0; this.#take()) {
      try {
        this.#piece = this.#piece.subarray(writeSync(this.#descriptor, this.#piece))
      } catch (error) {
        const isSlow = error instanceof Error && 'code' in error && error.code === 'EAGAIN'
        if (!isSlow || performance.now() > last) return
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10)
      }
    }
  }
}
