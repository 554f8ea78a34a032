/**
 * PNG (ISO/IEC 15948), all fifteen kinds of pixels. Own code: the only library for 16 bits inflates without a
 * limit and cannot read interlaced bits.
 */
import type { ImageResult } from '../../../../contract/domain/result/result.ts'
import { findChecksum } from '../../checksum.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { inflateInto } from '../../inflate-into.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyTag } from '../../tag-table.ts'
import { readExifOrientation, turnUpright } from '../orientation.ts'
import { interlaced, whole } from './png-passes.ts'
import { applyPngColors, applyPngTag, pngTags } from './png-tags.ts'
import { readTextOrientation } from './png-texts.ts'

/** Largest ratio of deflate. */
const inflation = 1032
const signature = '\x89PNG\r\n\x1a\n'

/** Its decoder, and the tags by which it works. */
export const pngReader: FormatReader = { decode: decodePng, tags: pngTags }

/** Returns the image of a PNG file, upright; the default image of an animated one. */
function decodePng(bytes: Uint8Array, context: DecodeContext): ImageResult {
  const chunks = readChunks(bytes, context)
  const { head, data, orientation } = chunks
  const { width, height } = head
  const byteLength = data.reduce((total, part) => total + part.length, 0)
  const packedBytes = (height * width * head.channels * head.depth) / 8
  if (packedBytes > byteLength * inflation)
    throw refuse(`${width}×${height} pixels cannot be in ${byteLength} compressed bytes.`)
  requireWithin(`An image of ${width}×${height} pixels`, width * height * 8, context.byteLimit)
  const rows = new Uint8Array(measureRows(head))
  requireBytes('its rows of pixels', rows.length, inflateInto(data, rows))
  const image = readPixels(chunks, rows)
  return { ...image, ...turnUpright(image, image.data, orientation) }
}

/** The form of the pixels, as the chunk IHDR has it. */
interface Head {
  readonly width: number
  readonly height: number
  /** Bits of a channel. */
  readonly depth: number
  readonly isIndexed: boolean
  readonly channels: number
  readonly isInterlaced: boolean
}

const colorTypes: {
  readonly [type: number]: { readonly channels: number; readonly depths: readonly number[] }
} = {
  0: { channels: 1, depths: [1, 2, 4, 8, 16] },
  2: { channels: 3, depths: [8, 16] },
  3: { channels: 1, depths: [1, 2, 4, 8] },
  4: { channels: 2, depths: [8, 16] },
  6: { channels: 4, depths: [8, 16] },
}

/** The chunks that determine the pixels. */
interface PngChunks {
  readonly head: Head
  readonly palette: Uint8Array | undefined
  /** Alpha of the palette, or the transparent colour. */
  readonly transparency: Uint8Array | undefined
  readonly data: readonly Uint8Array[]
  readonly orientation: number
}

function readChunks(bytes: Uint8Array, context: DecodeContext): PngChunks {
  if (!startsWith(bytes, signature))
    throw refuse('Its first 8 bytes are damaged: they are not those of a PNG.')
  const chunks = new Map<string, Uint8Array>()
  const data: Uint8Array[] = []
  let told = 1
  for (let at = signature.length; !chunks.has('IEND'); ) {
    const { type, content, isDamaged } = readChunk(bytes, at)
    at += 12 + content.length
    if (/^(tEXt|[iz]TXt)$/.test(type) && !isDamaged) told = Math.max(told, readTextOrientation(type, content))
    if (isDamaged) context.onNote(`Its chunk ${JSON.stringify(type)} is damaged and is left out.`)
    else if (type === 'IDAT') data.push(content)
    else if (!chunks.has(type)) {
      chunks.set(type, content)
      applyPngTag(type, content, context)
    }
  }
  const [header, palette, transparency] = ['IHDR', 'PLTE', 'tRNS'].map((type) => chunks.get(type))
  if (!header || data.length === 0) throw refuse('It must have the chunks IHDR and IDAT.')
  const orientation = readExifOrientation(chunks.get('eXIf') ?? new Uint8Array()) ?? 1
  if (told !== 1 && told !== orientation) applyTag(pngTags, 'orientation in a text', context)
  const head = readHead(header)
  applyPngColors(chunks, head.channels < 3 && !head.isIndexed, context)
  return { head, palette, transparency, data, orientation }
}

function startsWith(bytes: Uint8Array, text: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, text.length)) === text
}

/** @throws `file.undecodable` for one whose checksum is wrong, unless the picture does without it */
function readChunk(
  bytes: Uint8Array,
  at: number,
): { readonly type: string; readonly content: Uint8Array; readonly isDamaged: boolean } {
  requireBytes('the next chunk', 12, bytes.length - at)
  const view = toView(bytes)
  const length = view.getUint32(at)
  const type = String.fromCharCode(...bytes.subarray(at + 4, at + 8))
  requireBytes(`the chunk ${JSON.stringify(type)}`, length + 12, bytes.length - at)
  const isDamaged = findChecksum(bytes.subarray(at + 4, at + 8 + length)) !== view.getUint32(at + 8 + length)
  if (isDamaged && (/^[A-Z]/.test(type) || type === 'tRNS'))
    throw refuse(`The checksum of its chunk ${JSON.stringify(type)} is wrong: the file is damaged.`)
  return { type, content: bytes.subarray(at + 8, at + 8 + length), isDamaged }
}

/** Returns the content of the chunk IHDR. */
function readHead(chunk: Uint8Array): Head {
  requireBytes('the chunk IHDR', 13, chunk.length)
  const view = toView(chunk)
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

type Samples = Uint8Array | Uint16Array

/** Returns the image of these rows: palettes as colours, bits as bytes, transparency as alpha. */
function readPixels({ head, palette, transparency }: PngChunks, rows: Uint8Array): ImageResult {
  const samples = readSamples(head, rows)
  if (head.isIndexed) {
    if (!palette || palette.length % 3 !== 0) throw refuse('Its palette is missing or no list of colors.')
    return lookUp(head, samples, palette, transparency)
  }
  if (transparency) return addAlpha(head, scale(samples, head), toKey(transparency, head))
  return toImage(head, scale(samples, head))
}

function toImage({ width, height, channels }: Head, data: Samples): ImageResult {
  const dtype = data instanceof Uint8Array ? 'uint8' : 'uint16'
  return { type: 'image', width, height, channels, dtype, data }
}

/** Returns the bytes of all rows, each with its filter before it. */
function measureRows({ width, height, channels, depth, isInterlaced }: Head): number {
  const passes = (isInterlaced ? interlaced : whole).map(([x, y, stepX, stepY]) => {
    const columns = Math.ceil((width - x) / stepX)
    const rowCount = Math.ceil((height - y) / stepY)
    return columns <= 0 || rowCount <= 0 ? 0 : rowCount * (Math.ceil((columns * channels * depth) / 8) + 1)
  })
  return passes.reduce((total, length) => total + length, 0)
}

function readSamples(head: Head, rows: Uint8Array): Samples {
  const { width, height, channels, depth } = head
  const samples =
    depth === 16 ? new Uint16Array(width * height * channels) : new Uint8Array(width * height * channels)
  const pixelBytes = Math.max(1, (channels * depth) / 8)
  let at = 0
  for (const pass of head.isInterlaced ? interlaced : whole) {
    const [x, y, stepX, stepY] = pass
    const columns = Math.ceil((width - x) / stepX)
    const rowCount = Math.ceil((height - y) / stepY)
    if (columns <= 0 || rowCount <= 0) continue
    const rowBytes = Math.ceil((columns * channels * depth) / 8)
    let above: Uint8Array = new Uint8Array(rowBytes)
    for (let i = 0; i < rowCount; i++) {
      const row = rows.subarray(at + 1, at + 1 + rowBytes)
      undoFilter(rows[at] ?? 0, row, above, pixelBytes)
      placeRow(row, samples, { head, x, stepX, y: y + i * stepY })
      above = row
      at += 1 + rowBytes
    }
  }
  return samples
}

/** Changes a row in place (section 9 of the standard). Indices are in range or left of the row. */
function undoFilter(filter: number, row: Uint8Array, above: Uint8Array, pixelBytes: number): void {
  switch (filter) {
    case 0:
      return
    case 1:
      for (let i = pixelBytes; i < row.length; i++) row[i] = (row[i] ?? 0) + (row[i - pixelBytes] ?? 0)
      return
    case 2:
      for (let i = 0; i < row.length; i++) row[i] = (row[i] ?? 0) + (above[i] ?? 0)
      return
    case 3:
      for (let i = 0; i < row.length; i++) {
        const left = i < pixelBytes ? 0 : (row[i - pixelBytes] ?? 0)
        row[i] = (row[i] ?? 0) + ((left + (above[i] ?? 0)) >> 1)
      }
      return
    case 4:
      for (let i = 0; i < row.length; i++) {
        const left = i < pixelBytes ? 0 : (row[i - pixelBytes] ?? 0)
        const corner = i < pixelBytes ? 0 : (above[i - pixelBytes] ?? 0)
        row[i] = (row[i] ?? 0) + choosePaeth(left, above[i] ?? 0, corner)
      }
      return
    default:
      throw refuse(`The filter of a row must be from 0 to 4 (got ${filter}).`)
  }
}

function choosePaeth(left: number, up: number, corner: number): number {
  const estimate = left + up - corner
  const toLeft = Math.abs(estimate - left)
  const toUp = Math.abs(estimate - up)
  const toCorner = Math.abs(estimate - corner)
  if (toLeft <= toUp && toLeft <= toCorner) return left
  return toUp <= toCorner ? up : corner
}

/** A row of a pass: its first pixel, the step between two, and its line in the picture. */
interface RowPlace {
  readonly head: Head
  readonly x: number
  readonly stepX: number
  readonly y: number
}

function placeRow(row: Uint8Array, samples: Samples, { head, x, stepX, y }: RowPlace): void {
  const { width, channels, depth } = head
  if (depth === 8 && stepX === 1) {
    samples.set(row, (y * width + x) * channels) // nearly every file; ten times as fast
    return
  }
  const mask = 2 ** depth - 1
  for (let column = 0; x + column * stepX < width; column++) {
    const target = (y * width + x + column * stepX) * channels
    for (let channel = 0; channel < channels; channel++) {
      const sample = column * channels + channel
      const bit = sample * depth
      if (depth === 16) samples[target + channel] = ((row[2 * sample] ?? 0) << 8) | (row[2 * sample + 1] ?? 0)
      else samples[target + channel] = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask
    }
  }
}

/** Widens fewer bits to bytes, in place: the largest value becomes 255. */
function scale(samples: Samples, { depth }: Head): Samples {
  const factor = depth < 8 ? 255 / (2 ** depth - 1) : 1
  if (factor !== 1) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * factor
  return samples
}

function lookUp(
  head: Head,
  samples: Samples,
  palette: Uint8Array,
  alphas: Uint8Array | undefined,
): ImageResult {
  const channels = alphas ? 4 : 3
  const data = new Uint8Array(samples.length * channels)
  const colors = palette.length / 3
  for (let pixel = 0; pixel < samples.length; pixel++) {
    const index = samples[pixel] ?? 0
    if (index >= colors) throw refuse(`A pixel has color ${index} of a palette of ${colors}.`)
    const at = pixel * channels
    for (let i = 0; i < 3; i++) data[at + i] = palette[3 * index + i] ?? 0
    if (alphas) data[at + 3] = alphas[index] ?? 255
  }
  return toImage({ ...head, channels }, data)
}

function toKey(transparency: Uint8Array, { channels, depth }: Head): number[] {
  if (transparency.length !== 2 * channels || channels > 3)
    throw refuse('Its chunk tRNS does not fit its color type.')
  const factor = depth < 8 ? 255 / (2 ** depth - 1) : 1
  return Array.from({ length: channels }, (_, i) => {
    const value = ((transparency[2 * i] ?? 0) << 8) | (transparency[2 * i + 1] ?? 0)
    return (value & (2 ** depth - 1)) * factor
  })
}

function addAlpha(head: Head, samples: Samples, key: readonly number[]): ImageResult {
  const { channels } = head
  const count = samples.length / channels
  const is16 = samples instanceof Uint16Array
  const data = is16 ? new Uint16Array(count * (channels + 1)) : new Uint8Array(count * (channels + 1))
  for (let pixel = 0; pixel < count; pixel++) {
    let isKey = true
    for (let i = 0; i < channels; i++) {
      const value = samples[pixel * channels + i] ?? 0
      data[pixel * (channels + 1) + i] = value
      isKey &&= value === key[i]
    }
    data[pixel * (channels + 1) + channels] = isKey ? 0 : is16 ? 65_535 : 255
  }
  return toImage({ ...head, channels: channels + 1 }, data)
}
