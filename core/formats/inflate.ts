import { SpecimenError } from '../domain/errors.ts'
import { refuse, requireWithin } from './refusal.ts'

/** Inflates gzip or zlib (`deflate`), counting the bytes. @throws `file.undecodable` also above the limit */
export async function inflate(
  bytes: Uint8Array,
  byteLimit: number,
  form: 'gzip' | 'deflate' | 'deflate-raw' = 'gzip',
): Promise<Uint8Array> {
  const stream = new Blob([toOwnBytes(bytes)]).stream().pipeThrough(new DecompressionStream(form))
  const reader = stream.getReader()
  const pieces: Uint8Array[] = []
  let length = 0
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      length += value.length
      requireWithin('What is compressed', length, byteLimit)
      pieces.push(value)
    }
  } catch (error) {
    reader.cancel().catch(() => {}) // it has failed already
    if (error instanceof SpecimenError) throw error
    throw refuse('The compressed bytes are damaged or truncated.', error)
  }
  return joinPieces(pieces, length)
}

/** A Blob takes no shared memory, and the type of the bytes does not exclude it. */
function toOwnBytes(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, byteLength } = bytes
  if (buffer instanceof ArrayBuffer) return new Uint8Array(buffer, byteOffset, byteLength)
  return new Uint8Array(bytes)
}

/** Joins pieces of `length` bytes in all; returns a single piece itself. */
export function joinPieces(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const [first] = pieces
  if (first && pieces.length === 1) return first
  const whole = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}
