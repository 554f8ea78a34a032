import { crc32 } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import type { Chunk } from './chunk.ts'
import { limits } from './limits.ts'
import { LinkError } from './link-error.ts'
import type { Pace } from './link-pace.ts'

/** The receiver of chunks. */
export interface ChunkPort {
  /** Bytes handed over that have not left yet. */
  readonly queuedBytes: number
  /** `onWritten` is called when the chunk has left, or never will. */
  sendChunk(chunk: Chunk, onWritten: () => void): void
}

/** The checksum and number of all bytes of a stream. */
export interface StreamEnd {
  readonly bytes: number
  readonly crc32: number
}

/** Chunks are handed over only while the port holds less. */
const queueBytes = 512 * 1024

interface OutgoingStream {
  readonly id: number
  readonly source: ByteSource
  readonly onEnd: (end: StreamEnd) => void
  position: number
  window: number
  consumed: number
  /** Bytes that were ever handed over, and their checksum. */
  sent: number
  crc: number
  isPaused: boolean
}

/** Bytes: where a stream begins, how far it may run ahead, and how many have been read. */
interface StreamStart {
  readonly offset: number
  readonly window: number
  readonly consumed: number
}

/**
 * The pump of a worker: cuts the bytes of its exchanges into chunks and hands them to the link in turns,
 * within the credit of the link and of each stream, and only while the socket holds little, so that a control
 * frame never waits long (PROTOCOL.md, Order and flow). Streams outlive links: after a new one they continue
 * from any byte not yet consumed.
 */
export class OutgoingStreams {
  readonly #streams = new Map<number, OutgoingStream>()
  #port: ChunkPort | undefined
  #pace: Pace | undefined
  #isPumping = false

  /** Attaches a new link and its pace. Streams stay silent until each is started. */
  attach(port: ChunkPort, pace: Pace): void {
    this.#port = port
    this.#pace = pace
  }

  detach(): void {
    this.#port = undefined
    this.#pace = undefined
    for (const stream of this.#streams.values()) stream.isPaused = true
  }

  /** Adds a stream, silent until {@link start}; `onEnd` is called whenever its last byte is handed over. */
  add(id: number, source: ByteSource, onEnd: (end: StreamEnd) => void): void {
    this.#streams.set(id, {
      id,
      source,
      onEnd,
      position: 0,
      window: 0,
      consumed: 0,
      sent: 0,
      crc: 0,
      isPaused: true,
    })
  }

  /**
   * Starts or continues at a byte that may be lost, with at most `window` bytes in flight beyond `consumed`;
   * returns false when that byte is unavailable.
   */
  start(id: number, { offset, window, consumed }: StreamStart): boolean {
    const stream = this.#streams.get(id)
    if (!stream || offset > stream.sent || !stream.source.has(offset)) return false
    stream.position = offset
    stream.window = window
    stream.consumed = Math.max(stream.consumed, consumed)
    stream.isPaused = false
    this.pump()
    return true
  }

  /** Records the consumed bytes of a stream. @throws LinkError for bytes that were never sent */
  credit(id: number, consumed: number): void {
    const stream = this.#streams.get(id)
    if (!stream) return
    if (consumed > stream.sent)
      throw new LinkError('protocol', `${consumed} bytes of exchange ${id} cannot be consumed yet`, id)
    stream.consumed = Math.max(stream.consumed, consumed)
    stream.source.release(stream.consumed)
    this.pump()
  }

  /** Records the consumed bytes of the link. @throws LinkError as {@link credit} */
  creditLink(taken: number): void {
    if (taken > (this.#pace?.sent ?? 0))
      throw new LinkError('protocol', `${taken} bytes cannot have been taken from the link yet`)
    this.#pace?.take(taken)
    this.pump()
  }

  close(id: number): void {
    const stream = this.#streams.get(id)
    this.#streams.delete(id)
    stream?.source.close()
  }

  pump(): void {
    if (this.#isPumping) return
    this.#isPumping = true
    try {
      while (
        this.#port &&
        this.#pace &&
        this.#port.queuedBytes < queueBytes &&
        this.#sendNext(this.#port, this.#pace)
      ) {}
    } finally {
      this.#isPumping = false
    }
  }

  /** Hands over one chunk of the next stream; returns false when none has both bytes and credit. */
  #sendNext(port: ChunkPort, pace: Pace): boolean {
    for (const stream of this.#streams.values()) {
      if (stream.isPaused) continue
      if (stream.position === stream.source.byteLength) {
        this.#finish(stream)
        return true
      }
      const bytes = cutChunk(stream, pace)
      if (!bytes) continue
      pace.send(bytes.length)
      this.#send(port, stream, bytes)
      return true
    }
    return false
  }

  #send(port: ChunkPort, stream: OutgoingStream, bytes: Uint8Array): void {
    const offset = stream.position
    stream.position += bytes.length
    if (stream.position > stream.sent) {
      stream.crc = crc32(bytes.subarray(stream.sent - offset), stream.crc)
      stream.sent = stream.position
    }
    this.#streams.delete(stream.id) // and to the end of the row
    this.#streams.set(stream.id, stream)
    port.sendChunk({ id: stream.id, offset, bytes }, () => this.pump())
    if (stream.position === stream.source.byteLength) this.#finish(stream)
  }

  #finish(stream: OutgoingStream): void {
    stream.isPaused = true // until it is started again or closed
    stream.onEnd({ bytes: stream.sent, crc32: stream.crc })
  }
}

function cutChunk(
  { source, position, window, consumed }: OutgoingStream,
  { room, pieceBytes }: Pace,
): Uint8Array | undefined {
  const left = source.byteLength - position
  const length = Math.min(limits.chunkBytes, pieceBytes, left, window - (position - consumed), room)
  return length > 0 ? source.peek(position, length) : undefined
}
