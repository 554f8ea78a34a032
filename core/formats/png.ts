/**
 * PNG (ISO/IEC 15948), all fifteen kinds of pixels, interlaced or not. Of own making, because the one library
 * that decodes 16 bits inflates whatever is in a file, however much, and cannot read interlaced bits.
 */
import type { ImageResult } from '../domain/result/result.ts'
import type { DecodeContext } from './format.ts'
import { inflate } from './inflate.ts'
import { readPixels } from './png-pixels.ts'
import { refuse, requireBytes, requireWithin } from './refusal.ts'

/** What the chunk IHDR says. */
export interface PngHead {
  readonly width: number
  readonly height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number
  readonly isIndexed: boolean
  /** Samples of a pixel in the file. */
  readonly channels: number
  readonly isInterlaced: boolean
}

/** The chunks that decide what an image looks like. */
export interface PngChunks {
  readonly head: PngHead
  readonly palette: Uint8Array | undefined
  /** The chunk tRNS: alpha of the palette, or the colour that is transparent. */
  readonly transparency: Uint8Array | undefined
  readonly data: readonly Uint8Array[]
}

const signatureBytes = 8
/** What deflate makes of one byte at most. */
const inflation = 1032
/** Samples of a pixel, and the depths there are, by colour type. */
const colorTypes: {
  readonly [type: number]: { readonly channels: number; readonly depths: readonly number[] }
} = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** Returns the image of a PNG file. Of an animated one it is the picture that stands for all. */
export async function decodePng(bytes: Uint8Array, { byteLimit }: DecodeContext): Promise<ImageResult> {
  const chunks = readChunks(bytes)
  const { head, data } = chunks
  const byteLength = data.reduce((total, part) => total + part.length, 0)
  const packedBytes = (head.height * head.width * head.channels * head.depth) / 8
  if (packedBytes > byteLength * inflation)
    throw refuse(`${head.width}×${head.height} pixels cannot be in ${byteLength} compressed bytes.`)
  requireWithin(`An image of ${head.width}×${head.height} pixels`, head.width * head.height * 8, byteLimit)
  // Rows have a byte of their own; an interlaced image has less than twice as many rows.
  const rowLimit = Math.ceil(packedBytes) + 8 * (head.width + head.height) + 16 * head.height + 64
  return readPixels(chunks, await inflate(joinParts(data, byteLength), rowLimit, 'deflate'))
}

function readChunks(bytes: Uint8Array): PngChunks {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let head: PngHead | undefined
  let palette: Uint8Array | undefined
  let transparency: Uint8Array | undefined
  const data: Uint8Array[] = []
  for (let at = signatureBytes; ; ) {
    requireBytes('the next chunk', 12, bytes.length - at)
    const length = view.getUint32(at)
    const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
    requireBytes(`the chunk ${JSON.stringify(type)}`, length + 12, bytes.length - at)
    const chunk = bytes.subarray(at + 8, at + 8 + length)
    at += 12 + length
    if (type === 'IHDR') head ??= readHead(chunk)
    else if (type === 'PLTE') palette = chunk
    else if (type === 'tRNS') transparency = chunk
    else if (type === 'IDAT') data.push(chunk)
    else if (type === 'IEND') break
  }
  if (!head || data.length === 0) throw refuse('It must have the chunks IHDR and IDAT.')
  return { head, palette, transparency, data }
}

function readHead(chunk: Uint8Array): PngHead {
  requireBytes('the chunk IHDR', 13, chunk.length)
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength)
  const [width, height] = [view.getUint32(0), view.getUint32(4)]
  const [depth = 0, type = 0, compression, filter, interlace = 0] = chunk.subarray(8)
  const known = colorTypes[type]
  if (!known?.depths.includes(depth)) throw refuse(`Color type ${type} with ${depth} bits is none of PNG's.`)
  if (width === 0 || height === 0) throw refuse(`An image must have pixels (got ${width}×${height}).`)
  if (compression !== 0 || filter !== 0 || interlace > 1)
    throw refuse("Its compression, filter or interlace method is none of PNG's.")
  const isIndexed = type === 3
  return { width, height, depth, isIndexed, channels: known.channels, isInterlaced: interlace === 1 }
}

function joinParts(parts: readonly Uint8Array[], byteLength: number): Uint8Array {
  const [first] = parts
  if (first && parts.length === 1) return first
  const whole = new Uint8Array(byteLength)
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
