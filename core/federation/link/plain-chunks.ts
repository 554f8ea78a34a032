import { type Chunk, chunkHeadBytes, chunkMessageBytes, encodeChunkHead, findChunkHead } from './chunk.ts'

/** Frame of a binary message that is whole (RFC 6455, 5.2). */
const binary = 0x82
const masked = 0x80
const maskBytes = 4
/** Longest head: two bytes, a length of eight, the mask, and the chunk's own. */
const headBytes = 10 + maskBytes + chunkHeadBytes

/**
 * Returns all of a chunk's WebSocket frame but its bytes, which follow as they are, because its mask is
 * zeros: they are written from where they lie.
 */
export function encodePlainHead({ id, offset, bytes }: Chunk): Buffer {
  const length = chunkHeadBytes + bytes.length
  const lengthBytes = length < 126 ? 0 : length < 2 ** 16 ? 2 : 8
  const start = 2 + lengthBytes + maskBytes
  const head = Buffer.alloc(start + chunkHeadBytes)
  head[0] = binary
  head[1] = masked | { 0: length, 2: 126, 8: 127 }[lengthBytes]
  if (lengthBytes === 2) head.writeUInt16BE(length, 2)
  if (lengthBytes === 8) head.writeBigUInt64BE(BigInt(length), 2)
  encodeChunkHead({ id, offset }, head.subarray(start))
  return head
}

/** Who takes what a {@link PlainChunkReader} has found. */
export interface PlainChunkEvents {
  /**
   * Takes bytes of a chunk, as far as they have come. They are the reader's: whoever keeps them copies them.
   * `isFirst`: none of the same message came before.
   */
  readonly onPiece: (piece: Chunk, isFirst: boolean) => void
  /** Takes everything else as it came, byte for byte. Such bytes may be kept. */
  readonly onOther: (bytes: Buffer) => void
}

/**
 * Takes chunks whose mask is zeros out of the bytes of a WebSocket, without waiting for the whole of one, and
 * so without memory for it. All other frames, sound or not, are left to who knows the protocol.
 */
export class PlainChunkReader {
  readonly #events: PlainChunkEvents
  readonly #head = Buffer.alloc(headBytes)
  #filled = 0
  #stage: 'head' | 'chunk' | 'other' = 'head'
  /** Bytes of this stage that are still to come. */
  #left = 2
  #id = 0
  #offset = 0
  #isFirst = true

  constructor(events: PlainChunkEvents) {
    this.#events = events
  }

  /** Takes the next bytes of the connection, cut anywhere. */
  push(bytes: Buffer): void {
    for (let at = 0; at < bytes.length; ) {
      const part = bytes.subarray(at, at + this.#left)
      at += part.length
      this.#left -= part.length
      if (this.#stage === 'head') this.#takeHead(part)
      else {
        if (this.#stage === 'chunk') this.#takePiece(part)
        else this.#events.onOther(Buffer.from(part))
        if (this.#left === 0) this.#begin()
      }
    }
  }

  #begin(): void {
    this.#stage = 'head'
    this.#filled = 0
    this.#left = 2
  }

  #takeHead(part: Buffer): void {
    this.#filled += part.copy(this.#head, this.#filled)
    if (this.#left > 0) return
    const { start, length, isPlain } = readFrameHead(this.#head)
    if (this.#filled < start) this.#left = start - this.#filled
    else if (isPlain && this.#filled === start) this.#left = chunkHeadBytes
    else {
      const found = isPlain ? findChunkHead(this.#head.subarray(start)) : undefined
      if (found) this.#open(found)
      else this.#events.onOther(Buffer.from(this.#head.subarray(0, this.#filled)))
      this.#stage = found ? 'chunk' : 'other'
      this.#left = length - (this.#filled - start)
      if (this.#left === 0) this.#begin()
    }
  }

  #open({ id, offset }: Omit<Chunk, 'bytes'>): void {
    this.#id = id
    this.#offset = offset
    this.#isFirst = true
  }

  #takePiece(bytes: Buffer): void {
    const piece = { id: this.#id, offset: this.#offset, bytes }
    const isFirst = this.#isFirst
    this.#isFirst = false
    this.#offset += bytes.length
    this.#events.onPiece(piece, isFirst)
  }
}

/**
 * Returns what a frame's head says. `start`, where the payload begins, is right as soon as two bytes are
 * there; the rest is when so many are.
 */
function readFrameHead(head: Buffer): { start: number; length: number; isPlain: boolean } {
  const [code, lengths = 0] = head
  const isMasked = lengths >= masked
  const short = lengths % masked
  const maskAt = 2 + (short === 127 ? 8 : short === 126 ? 2 : 0)
  const long = short === 127 ? Number(head.readBigUInt64BE(2)) : head.readUInt16BE(2)
  const length = maskAt === 2 ? short : long
  const isChunk = code === binary && length > chunkHeadBytes && length <= chunkMessageBytes
  const isPlain = isChunk && isMasked && head.readUInt32LE(maskAt) === 0
  return { start: maskAt + (isMasked ? maskBytes : 0), length, isPlain }
}
