import { Unzlib } from 'fflate'
import { refuse } from './refusal.ts'

const inflatedAtOnce = 2 ** 14

/**
 * Inflates zlib into memory of the expected size: stops when the target is full, whatever else the bytes
 * would become. Returns the number of bytes. @throws `file.undecodable` for damaged ones
 */
export function inflateInto(pieces: readonly Uint8Array[], target: Uint8Array): number {
  let length = 0
  const stream = new Unzlib((piece) => {
    const part = piece.subarray(0, target.length - length)
    target.set(part, length)
    length += part.length
  })
  try {
    for (const piece of pieces)
      for (let at = 0; at < piece.length && length < target.length; at += inflatedAtOnce)
        stream.push(piece.subarray(at, at + inflatedAtOnce))
  } catch (error) {
    throw refuse('The compressed bytes are damaged or truncated.', error)
  }
  return length
}
