import type { ElementArray } from '../../contract/domain/result/elements.ts'

/**
 * The source of an outgoing stream, which can repeat unconsumed bytes after a new link: a result's arrays in
 * memory ({@link createArraySource}), or a file's body, whose unconsumed bytes are kept ({@link BodySource}).
 */
export interface ByteSource {
  readonly byteLength: number
  /**
   * Returns up to `length` bytes at `offset`, without a copy; undefined while they are being read: the source
   * then calls `onReadable` later. `offset` is below `byteLength`.
   */
  peek(offset: number, length: number): Uint8Array | undefined
  /** Returns whether the bytes from `offset` on are still available. */
  has(offset: number): boolean
  release(offset: number): void
  close(): void
}

/** The callbacks of a source that reads. */
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

/** A source of a body that is read once, piece by piece, on demand. */
export class BodySource implements ByteSource {
  readonly byteLength: number
  readonly #body: AsyncIterator<Uint8Array>
  readonly #events: SourceEvents
  /** Unreleased pieces in order; the first begins at `#start`. */
  #pieces: Uint8Array[] = []
  #start = 0
  #end = 0
  #isReading = false
  #isClosed = false

  /** `byteLength` is the announced length: a shorter body has failed. */
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
    this.#body.return?.().catch(() => {}) // it is left early: its end changes nothing
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
