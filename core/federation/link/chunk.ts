import { limits } from './limits.ts'
import { LinkError } from './link-error.ts'

const chunkKind = 1
/** Higher kinds are optional: skipped when unknown. */
const optionalKinds = 2 ** 31

const chunkHeadBytes = 16
/** Bytes of the longest binary message. */
export const chunkMessageBytes = chunkHeadBytes + limits.chunkBytes

/**
 * A piece of the bytes of one exchange: the binary message of the federation channel, behind a header of 16
 * bytes (`core/federation/PROTOCOL.md`). Chunks carry results and files from a worker to its relay.
 */
export interface Chunk {
  readonly id: number
  /** The position of the first byte in the exchange's stream. */
  readonly offset: number
  readonly bytes: Uint8Array
}

/**
 * Returns the message of a chunk, written into `memory`, which has at least {@link chunkMessageBytes} and may
 * be reused after sending: the chunk's bytes are copied once.
 */
export function encodeChunk(
  { id, offset, bytes }: Chunk,
  memory: Uint8Array = new Uint8Array(chunkMessageBytes),
): Uint8Array {
  const view = new DataView(memory.buffer, memory.byteOffset, chunkHeadBytes)
  view.setUint32(0, chunkKind, true)
  view.setUint32(4, id, true)
  view.setBigUint64(8, BigInt(offset), true)
  memory.set(bytes, chunkHeadBytes)
  return memory.subarray(0, chunkHeadBytes + bytes.length)
}

/** Returns the chunk in a message, a view; undefined for an unknown optional kind. @throws LinkError */
export function parseChunk(message: Uint8Array): Chunk | undefined {
  const view = new DataView(message.buffer, message.byteOffset, message.length)
  const kind = message.length < 4 ? 0 : view.getUint32(0, true)
  if (kind >= optionalKinds) return undefined
  if (message.length < chunkHeadBytes)
    throw new LinkError(
      'protocol',
      `a chunk must begin with a header of ${chunkHeadBytes} bytes (got ${message.length} in all)`,
    )
  if (kind !== chunkKind)
    throw new LinkError('frame.unknown', `a binary message has the unknown kind ${kind}`)
  const length = message.length - chunkHeadBytes
  if (length === 0 || length > limits.chunkBytes)
    throw new LinkError('protocol', `a chunk must have 1 to ${limits.chunkBytes} bytes (got ${length})`)
  const offset = view.getBigUint64(8, true)
  if (offset > Number.MAX_SAFE_INTEGER)
    throw new LinkError('protocol', `the offset of a chunk must be below 2^53 (got ${offset})`)
  return { id: view.getUint32(4, true), offset: Number(offset), bytes: message.subarray(chunkHeadBytes) }
}
