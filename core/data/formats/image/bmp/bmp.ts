/** BMP of Windows and OS/2. Own code: the pixels are plain, and the packages for it trust the head. */
import type { ImageResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { type BmpHead, type ChannelMask, readBmpHead } from './bmp-head.ts'
import { unpackRuns } from './bmp-runs.ts'
import { bmpTags } from './bmp-tags.ts'

/** Most pixels that two bytes of a run make. */
const pixelsOfRun = 255

/** Its decoder, and the tags by which it works. */
export const bmpReader: FormatReader = { decode: decodeBmp, tags: bmpTags }

/** Returns the image of a BMP file: grey where its palette is, else RGB, or RGBA where a mask names alpha. */
function decodeBmp(bytes: Uint8Array, context: DecodeContext): ImageResult {
  const head = readBmpHead(bytes)
  const { width, height, bits, isPacked } = head
  if (head.profile) applyTag(bmpTags, `bV5CSType = ${head.profile}`, context)
  const pixels = bytes.subarray(Math.min(head.start, bytes.length))
  requireWithin(`An image of ${width}×${height} pixels`, 4 * width * height, context.byteLimit)
  const rowBytes = 4 * Math.ceil((width * bits) / 32)
  if (!isPacked) requireBytes('its rows of pixels', rowBytes * height, pixels.length)
  else if (width * height > pixels.length * pixelsOfRun)
    throw refuse(`${width}×${height} pixels cannot be in ${pixels.length} bytes of runs.`)
  if (bits > 8) return toColors(head, pixels, rowBytes)
  return lookUp(head, isPacked ? unpackRuns(head, pixels, context) : readIndices(head, pixels, rowBytes))
}

/** Returns the row of the file that is shown at a row from the top. */
function placeRow({ height, isFromTop }: BmpHead, y: number): number {
  return isFromTop ? y : height - 1 - y
}

function readIndices(head: BmpHead, pixels: Uint8Array, rowBytes: number): Uint8Array {
  const { width, height, bits } = head
  const indices = new Uint8Array(width * height)
  const mask = (1 << bits) - 1
  for (let y = 0; y < height; y++) {
    const row = placeRow(head, y) * rowBytes
    for (let x = 0; x < width; x++) {
      const bit = x * bits
      indices[y * width + x] = ((pixels[row + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask
    }
  }
  return indices
}

function lookUp({ width, height, palette }: BmpHead, indices: Uint8Array): ImageResult {
  const isGrey = palette.every(([red, green, blue]) => red === green && green === blue)
  const channels = isGrey ? 1 : 3
  const data = new Uint8Array(channels * indices.length)
  for (let pixel = 0; pixel < indices.length; pixel++) {
    const color = palette[indices[pixel] ?? 0]
    if (!color) throw refuse(`A pixel has color ${indices[pixel]} of a palette of ${palette.length}.`)
    for (let i = 0; i < channels; i++) data[channels * pixel + i] = color[i] ?? 0
  }
  return { type: 'image', width, height, channels, dtype: 'uint8', data }
}

function toColors(head: BmpHead, pixels: Uint8Array, rowBytes: number): ImageResult {
  const { width, height, bits, masks } = head
  const channels = masks.length
  const data = new Uint8Array(channels * width * height)
  const view = toView(pixels)
  const size = bits / 8
  for (let y = 0, to = 0; y < height; y++) {
    let at = placeRow(head, y) * rowBytes
    for (let x = 0; x < width; x++, at += size) {
      const value = readPixel(view, at, size)
      for (const mask of masks) data[to++] = toByte(value, mask)
    }
  }
  return { type: 'image', width, height, channels, dtype: 'uint8', data }
}

function readPixel(view: DataView, at: number, size: number): number {
  if (size === 2) return view.getUint16(at, true)
  if (size === 4) return view.getUint32(at, true)
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16)
}

/** Returns the bits of a mask as a byte: the largest number becomes 255. */
function toByte(value: number, { shift, most }: ChannelMask): number {
  return Math.floor((((value >>> shift) & most) * 255) / most)
}
