/**
 * PNG (ISO/IEC 15948), all fifteen kinds of pixels. Own code: the only library for 16 bits inflates without a
 * limit and cannot read interlaced bits.
 */
import type { ImageResult } from '../../domain/result/result.ts'
import type { DecodeContext } from '../format.ts'
import { inflate, joinPieces } from '../inflate.ts'
import { refuse, requireBytes, requireWithin } from '../refusal.ts'
import { type PngChunks, type PngHead, readPngChunks } from './png-chunks.ts'

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

/** The pixels of a pass: every `stepX`th from `x`, in every `stepY`th row from `y`. */
interface Pass {
  readonly x: number
  readonly y: number
  readonly stepX: number
  readonly stepY: number
}

const whole: readonly Pass[] = [{ x: 0, y: 0, stepX: 1, stepY: 1 }]
/** Adam7. */
const interlaced: readonly Pass[] = [
  { x: 0, y: 0, stepX: 8, stepY: 8 },
  { x: 4, y: 0, stepX: 8, stepY: 8 },
  { x: 0, y: 4, stepX: 4, stepY: 8 },
  { x: 2, y: 0, stepX: 4, stepY: 4 },
  { x: 0, y: 2, stepX: 2, stepY: 4 },
  { x: 1, y: 0, stepX: 2, stepY: 2 },
  { x: 0, y: 1, stepX: 1, stepY: 2 },
]

type Samples = Uint8Array | Uint16Array

/** Returns the image of these rows: palettes as colours, bits as bytes, transparency as alpha. */
export function readPixels({ head, palette, transparency }: PngChunks, rows: Uint8Array): ImageResult {
  const samples = readSamples(head, rows)
  if (head.isIndexed) {
    if (!palette || palette.length % 3 !== 0) throw refuse('Its palette is missing or no list of colors.')
    return lookUp(head, samples, palette, transparency)
  }
  if (transparency) return addAlpha(head, scale(samples, head), toKey(transparency, head))
  return toImage(head, head.channels, scale(samples, head))
}

function toImage({ width, height }: PngHead, channels: number, data: Samples): ImageResult {
  const dtype = data instanceof Uint8Array ? 'uint8' : 'uint16'
  return { type: 'image', width, height, channels, dtype, data }
}

function readSamples(head: PngHead, rows: Uint8Array): Samples {
  const { width, height, channels, depth } = head
  const samples =
    depth === 16 ? new Uint16Array(width * height * channels) : new Uint8Array(width * height * channels)
  const pixelBytes = Math.max(1, (channels * depth) / 8)
  let at = 0
  for (const pass of head.isInterlaced ? interlaced : whole) {
    const columns = Math.ceil((width - pass.x) / pass.stepX)
    const rowCount = Math.ceil((height - pass.y) / pass.stepY)
    if (columns <= 0 || rowCount <= 0) continue
    const rowBytes = Math.ceil((columns * channels * depth) / 8)
    requireBytes('its rows of pixels', rowCount * (rowBytes + 1), rows.length - at)
    let above: Uint8Array = new Uint8Array(rowBytes)
    for (let i = 0; i < rowCount; i++) {
      const row = rows.subarray(at + 1, at + 1 + rowBytes)
      undoFilter(rows[at] ?? 0, row, above, pixelBytes)
      placeRow(row, samples, { head, pass, columns, y: pass.y + i * pass.stepY })
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

function placeRow(
  row: Uint8Array,
  samples: Samples,
  { head, pass, columns, y }: { head: PngHead; pass: Pass; columns: number; y: number },
): void {
  const { width, channels, depth } = head
  if (depth === 8 && pass.stepX === 1) {
    samples.set(row, (y * width + pass.x) * channels) // nearly every file; ten times as fast
    return
  }
  const mask = 2 ** depth - 1
  for (let column = 0; column < columns; column++) {
    const target = (y * width + pass.x + column * pass.stepX) * channels
    for (let channel = 0; channel < channels; channel++) {
      const sample = column * channels + channel
      if (depth === 16) samples[target + channel] = ((row[2 * sample] ?? 0) << 8) | (row[2 * sample + 1] ?? 0)
      else if (depth === 8) samples[target + channel] = row[sample] ?? 0
      else {
        const bit = sample * depth
        samples[target + channel] = ((row[bit >> 3] ?? 0) >> (8 - depth - (bit & 7))) & mask
      }
    }
  }
}

/** Widens fewer bits to bytes, in place: the largest value becomes 255. */
function scale(samples: Samples, { depth }: PngHead): Samples {
  const factor = depth < 8 ? 255 / (2 ** depth - 1) : 1
  if (factor !== 1) for (let i = 0; i < samples.length; i++) samples[i] = (samples[i] ?? 0) * factor
  return samples
}

function lookUp(
  head: PngHead,
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
  return toImage(head, channels, data)
}

function toKey(transparency: Uint8Array, { channels, depth }: PngHead): number[] {
  if (transparency.length !== 2 * channels || channels > 3)
    throw refuse('Its chunk tRNS does not fit its color type.')
  const factor = depth < 8 ? 255 / (2 ** depth - 1) : 1
  return Array.from({ length: channels }, (_, i) => {
    const value = ((transparency[2 * i] ?? 0) << 8) | (transparency[2 * i + 1] ?? 0)
    return (value & (2 ** depth - 1)) * factor
  })
}

function addAlpha(head: PngHead, samples: Samples, key: readonly number[]): ImageResult {
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
  return toImage(head, channels + 1, data)
}
