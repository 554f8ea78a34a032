import { refuse, requireBytes } from '../refusal.ts'

/** The content of the chunk IHDR. */
export interface PngHead {
  readonly width: number
  readonly height: number
  /** Bits of a sample: 1, 2, 4, 8 or 16. */
  readonly depth: number
  readonly isIndexed: boolean
  readonly channels: number
  readonly isInterlaced: boolean
}

/** The chunks that determine the pixels. */
export interface PngChunks {
  readonly head: PngHead
  readonly palette: Uint8Array | undefined
  /** The chunk tRNS: alpha of the palette, or the transparent colour. */
  readonly transparency: Uint8Array | undefined
  readonly data: readonly Uint8Array[]
}

const signatureBytes = 8
const colorTypes: {
  readonly [type: number]: { readonly channels: number; readonly depths: readonly number[] }
} = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** Returns the chunks that determine the pixels. @throws `file.undecodable` */
export function readPngChunks(bytes: Uint8Array): PngChunks {
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
