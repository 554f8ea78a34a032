import { write, writeSync } from 'node:fs'
import type { DestinationStream } from 'pino'

/**
 * Milliseconds that a line waits for others, as each write wakes a thread of Node's and is answered by it,
 * and until a write that failed is tried again.
 */
const gatherMilliseconds = 20
/** Most characters of one write. */
const pieceLength = 64 * 2 ** 10
/** Characters that wait for a slow reader or for room; what comes then is counted, and left out. */
const mostLength = 8 * 2 ** 20
/** Milliseconds that the end of the process gives a reader who is slow. */
const endMilliseconds = 1000
const nothing = Buffer.alloc(0)

/**
 * Returns an open file or pipe as a place for lines. It is written beside the event loop. A write that fails,
 * for whatever reason, is tried again as long as the process lives: disks get room again. `onLost` is called
 * with the number of lines that were left out, once what waited is written. The end of the process writes
 * what waits, and gives up at the first error but that of a slow reader.
 */
export function openOutput(descriptor: number, onLost: (lines: number) => void): DestinationStream {
  return new Output(descriptor, onLost)
}

/** Takes the place of pino's, which tries again for ever where the end of a process finds a full disk. */
class Output implements DestinationStream {
  readonly #descriptor: number
  readonly #onLost: (lines: number) => void
  #lines: string[] = []
  /** Characters in them, and in what is being written. */
  #length = 0
  /** Of the piece that is being written, what is left and how many characters the whole had. */
  #piece: Buffer = nothing
  #taken = 0
  #lost = 0
  #isIdle = true

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

  /** Puts the next lines into the piece when it is written. */
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
