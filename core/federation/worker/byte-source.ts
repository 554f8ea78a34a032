import type { ElementArray } from '../../domain/result/elements.ts'

/**
 * Where the bytes of an outgoing stream come from, so that they can be sent again after a new link: a
 * result's arrays, which lie in memory anyway ({@link createArraySource}), or a file's body, of which what
 * was read and not yet consumed is kept ({@link BodySource}).
 */
export interface ByteSource {
  /** Length of the whole stream. */
  readonly byteLength: number
  /**
   * Returns up to `length` bytes at `offset`, without a copy; undefined when they are still being read: the
   * source then calls `onReadable` later. `offset` is below `byteLength`.
   */
  peek(offset: number, length: number): Uint8Array | undefined
  /** Returns whether the bytes from `offset` on can still be had. */
  has(offset: number): boolean
  /** Lets go of all bytes below `offset`. */
  release(offset: number): void
  /** Lets go of all bytes, and stops reading. */
  close(): void
}

/** What a source that reads reports. */
export interface SourceEvents {
  readonly onReadable: () => void
  readonly onFailed: (error: unknown) => void
}

/** Returns a source of the arrays' bytes, one array after the other. A piece never spans two of them. */
export function createArraySource(arrays: readonly ElementArray[]): ByteSource {
  const blocks = arrays
    .filter(({ byteLength }) => byteLength > 0)
    .map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength))
  const byteLength = blocks.reduce((total, block) => total + block.length, 0)
  const peek = (offset: number, length: number): Uint8Array | undefined => {
    let start = 0
    for (const block of blocks) {
      if (offset < start + block.length) return block.subarray(offset - start, offset - start + length)
      start += block.length
    }
    return undefined
  }
  return { byteLength, peek, has: () => true, release: () => {}, close: () => {} }
}

/** A source of a body that is read once, piece by piece, and never further than it is asked for. */
export class BodySource implements ByteSource {
  readonly byteLength: number
  readonly #body: AsyncIterator<Uint8Array>
  readonly #events: SourceEvents
  /** What was read, in order; the first begins at `#start`. */
  #pieces: Uint8Array[] = []
  #start = 0
  #end = 0
  #isReading = false
  #isClosed = false

  /** `byteLength` is what the body was announced to have: one that has less has failed. */
  constructor(body: AsyncIterable<Uint8Array>, byteLength: number, events: SourceEvents) {
    this.#body = body[Symbol.asyncIterator]()
    this.byteLength = byteLength
    this.#events = events
  }

  peek(offset: number, length: number): Uint8Array | undefined {
    let start = this.#start
    for (const piece of this.#pieces) {
      if (offset < start + piece.length) return piece.subarray(offset - start, offset - start + length)
      start += piece.length
    }
    if (!this.#isReading && !this.#isClosed) void this.#read()
    return undefined
  }

  has(offset: number): boolean {
    return offset >= this.#start
  }

  release(offset: number): void {
    for (
      let first = this.#pieces[0];
      first && this.#start + first.length <= offset;
      first = this.#pieces[0]
    ) {
      this.#start += first.length
      this.#pieces.shift()
    }
  }

  close(): void {
    this.#isClosed = true
    this.#pieces = []
    this.#body.return?.().catch(() => {}) // it is left early: how it ends changes nothing
  }

  async #read(): Promise<void> {
    this.#isReading = true
    try {
      const { done, value } = await this.#body.next()
      if (done)
        throw new Error(
          `the file ended after ${this.#end} of ${this.byteLength} bytes; it was changed while it was read`,
        )
      this.#keep(value)
    } catch (error) {
      if (!this.#isClosed) this.#events.onFailed(error)
      return
    }
    this.#isReading = false
    if (!this.#isClosed) this.#events.onReadable()
  }

  #keep(piece: Uint8Array): void {
    const fitting = piece.subarray(0, this.byteLength - this.#end)
    this.#end += fitting.length
    if (!this.#isClosed && fitting.length > 0) this.#pieces.push(fitting)
  }
}
