/** WebP (RFC 9649): the container is read here, its pictures by the decoder of libwebp. */
import type { ImageResult } from '../../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../../format.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes, requireWithin } from '../../refusal.ts'
import { applyFoundTag, applyTag } from '../../tag-table.ts'
import { isStandardProfile } from '../color-profile.ts'
import { readExifOrientation, readXmpOrientation, turnUpright } from '../orientation.ts'
import { unpackWebp } from './unpack-webp.ts'
import { webpTags } from './webp-tags.ts'

/** Bytes for a pixel while it is decoded: two copies of red, green, blue and alpha. */
const workingBytes = 8
/** A picture of one color has a few bytes, whatever its size; more than this is none. */
const mostPixels = 2 ** 28

interface Chunk {
  readonly type: string
  readonly content: Uint8Array
}

/** A picture of the file: its chunks of pixels, and its place on the canvas. */
interface Frame {
  readonly chunks: readonly Chunk[]
  readonly left: number
  readonly top: number
}

/** Its decoder, and the tags by which it works. */
export const webpReader: FormatReader = { decode: decodeWebp, tags: webpTags }

/** Returns the image of a WebP file, upright: RGB, or RGBA where it has alpha; the first of an animation. */
async function decodeWebp(bytes: Uint8Array, context: DecodeContext): Promise<ImageResult> {
  requireBytes('the head of a WebP', 12, bytes.length)
  const chunks = readChunks(bytes.subarray(12))
  noteChunks(chunks, context)
  const frame = readFrame(chunks)
  const own = measurePicture(frame.chunks)
  const { width, height, hasAlpha } = measureCanvas(chunks) ?? own
  const pixels = width * height
  if (pixels > mostPixels)
    throw refuse(`An image must have at most ${mostPixels} pixels (got ${width}×${height}).`)
  requireWithin(`An image of ${width}×${height} pixels`, workingBytes * pixels, context.byteLimit)
  context.take(`An image of ${width}×${height} pixels`, workingBytes * pixels)
  if (frame.left + own.width > width || frame.top + own.height > height)
    throw refuse(`Its picture of ${own.width}×${own.height} must lie within ${width}×${height} pixels.`)
  const isAlpha = hasAlpha || own.hasAlpha || own.width < width || own.height < height
  const picture = await unpackWebp(joinChunks(frame.chunks, own), context)
  if (picture.width !== own.width || picture.height !== own.height)
    throw refuse(
      `Its picture must have ${own.width}×${own.height} pixels (got ${picture.width}×${picture.height}).`,
    )
  const channels = isAlpha ? 4 : 3
  const data = new Uint8Array(channels * pixels)
  for (let y = 0; y < own.height; y++) {
    for (let x = 0; x < own.width; x++) {
      const from = 4 * (y * own.width + x)
      const to = channels * ((frame.top + y) * width + frame.left + x)
      for (let i = 0; i < channels; i++) data[to + i] = picture.data[from + i] ?? 0
    }
  }
  const upright = turnUpright({ width, height, channels }, data, readOrientation(chunks, context))
  return { type: 'image', ...upright, channels, dtype: 'uint8' }
}

/** Some writers put the six letters of JPEG before the block. Another orientation of XMP is noted. */
function readOrientation(chunks: readonly Chunk[], context: DecodeContext): number {
  const find = (wanted: string): Uint8Array =>
    chunks.find(({ type }) => type === wanted)?.content ?? new Uint8Array()
  const exif = find('EXIF')
  const isMarked = exif[0] === 0x45
  const orientation = readExifOrientation(isMarked ? exif.subarray(6) : exif) ?? 1
  const told = readXmpOrientation(find('XMP '))
  if (told !== 1 && told !== orientation) applyTag(webpTags, 'XMP Orientation', context)
  return orientation
}

function readChunks(bytes: Uint8Array): Chunk[] {
  const view = toView(bytes)
  const chunks: Chunk[] = []
  for (let at = 0; at + 8 <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4))
    const length = view.getUint32(at + 4, true)
    requireBytes(`the chunk ${JSON.stringify(type)}`, length, bytes.length - at - 8)
    chunks.push({ type, content: bytes.subarray(at + 8, at + 8 + length) })
    at += 8 + length + (length % 2)
  }
  return chunks
}

function noteChunks(chunks: readonly Chunk[], context: DecodeContext): void {
  const profile = chunks.find(({ type }) => type === 'ICCP')?.content
  if (profile) applyTag(webpTags, isStandardProfile(profile) ? 'ICCP of sRGB' : 'ICCP', context)
  if (chunks.some(({ type }) => type === 'ANIM')) applyTag(webpTags, 'ANIM', context)
  const known: readonly string[] = webpTags.rows.map(({ tag }) => tag)
  const others = chunks.map(({ type }) => type).filter((type) => !known.includes(type) && type !== 'ANMF')
  for (const type of new Set(others.slice(0, mostNamed))) applyFoundTag(webpTags, type, context)
}

/** Most chunks that are named where nothing is known of them. */
const mostNamed = 8

const isPixels = ({ type }: Chunk): boolean => ['VP8 ', 'VP8L', 'ALPH'].includes(type)
const frameHeadBytes = 16

/** Returns the picture of the file, or the first of an animation. */
function readFrame(chunks: readonly Chunk[]): Frame {
  const animated = chunks.find(({ type }) => type === 'ANMF')?.content
  if (!animated) return { chunks: chunks.filter(isPixels), left: 0, top: 0 }
  requireBytes('a picture of an animation', frameHeadBytes, animated.length)
  const [left, top] = [0, 3].map((at) => 2 * readThree(animated, at))
  return {
    chunks: readChunks(animated.subarray(frameHeadBytes)).filter(isPixels),
    left: left ?? 0,
    top: top ?? 0,
  }
}

function readThree(bytes: Uint8Array, at: number): number {
  return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8) | ((bytes[at + 2] ?? 0) << 16)
}

interface Size {
  readonly width: number
  readonly height: number
  readonly hasAlpha: boolean
}

/** Returns the size of a file of several chunks; undefined for a plain picture. */
function measureCanvas(chunks: readonly Chunk[]): Size | undefined {
  const canvas = chunks.find(({ type }) => type === 'VP8X')?.content
  if (!canvas) return undefined
  requireBytes('the chunk "VP8X"', 10, canvas.length)
  return {
    width: readThree(canvas, 4) + 1,
    height: readThree(canvas, 7) + 1,
    hasAlpha: ((canvas[0] ?? 0) & 0x10) > 0,
  }
}

/** Returns the size that the head of a picture names. */
function measurePicture(chunks: readonly Chunk[]): Size {
  const picture = chunks.find(({ type }) => type !== 'ALPH')
  if (!picture) throw refuse('It must have a picture (a chunk "VP8 " or "VP8L").')
  const { type, content } = picture
  requireBytes('the head of its picture', 10, content.length)
  const view = toView(content)
  if (type === 'VP8L') {
    const sizes = view.getUint32(1, true)
    return {
      width: (sizes & 0x3fff) + 1,
      height: ((sizes >>> 14) & 0x3fff) + 1,
      hasAlpha: ((sizes >>> 28) & 1) === 1,
    }
  }
  const [width, height] = [view.getUint16(6, true) & 0x3fff, view.getUint16(8, true) & 0x3fff]
  if (width === 0 || height === 0) throw refuse(`An image must have pixels (got ${width}×${height}).`)
  return { width, height, hasAlpha: chunks.length > 1 }
}

/** Returns a file of one picture and nothing else. */
function joinChunks(chunks: readonly Chunk[], { width, height, hasAlpha }: Size): Uint8Array {
  const canvas = new Uint8Array(10)
  const view = toView(canvas)
  canvas[0] = hasAlpha ? 0x10 : 0
  view.setUint32(4, width - 1, true)
  view.setUint16(7, (height - 1) & 0xffff, true)
  const all = chunks.length > 1 ? [{ type: 'VP8X', content: canvas }, ...chunks] : chunks
  const length = all.reduce((total, { content }) => total + 8 + content.length + (content.length % 2), 4)
  const file = new Uint8Array(8 + length)
  const head = toView(file)
  const write = (text: string, at: number): void => file.set(new TextEncoder().encode(text), at)
  write('RIFF', 0)
  head.setUint32(4, length, true)
  write('WEBP', 8)
  let at = 12
  for (const { type, content } of all) {
    write(type, at)
    head.setUint32(at + 4, content.length, true)
    file.set(content, at + 8)
    at += 8 + content.length + (content.length % 2)
  }
  return file
}
