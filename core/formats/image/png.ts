/**
 * PNG (ISO/IEC 15948), all fifteen kinds of pixels. Own code: the only library for 16 bits inflates without a
 * limit and cannot read interlaced bits.
 */
import type { ImageResult } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { inflate, joinPieces } from '../inflate.ts'
import { refuse, requireWithin } from '../refusal.ts'
import { readPngChunks } from './png-chunks.ts'
import { readPixels } from './png-pixels.ts'

/** Largest ratio of deflate. */
const inflation = 1032

/** Returns the image of a PNG file; the default image of an animated one. */
export async function decodePng(bytes: Uint8Array, { byteLimit }: DecodeContext): Promise<ImageResult> {
  const chunks = readPngChunks(bytes)
  const { head, data } = chunks
  const byteLength = data.reduce((total, part) => total + part.length, 0)
  const packedBytes = (head.height * head.width * head.channels * head.depth) / 8
  if (packedBytes > byteLength * inflation)
    throw refuse(`${head.width}×${head.height} pixels cannot be in ${byteLength} compressed bytes.`)
  requireWithin(`An image of ${head.width}×${head.height} pixels`, head.width * head.height * 8, byteLimit)
  // Each row has one further byte; an interlaced image has less than twice as many rows.
  const rowLimit = Math.ceil(packedBytes) + 8 * (head.width + head.height) + 16 * head.height + 64
  return readPixels(chunks, await inflate(joinPieces(data, byteLength), rowLimit, 'deflate'))
}
