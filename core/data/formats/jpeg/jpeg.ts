/**
 * JPEG (ISO/IEC 10918-1), 8 bits, baseline and progressive. Own code, of which every step gives the bytes of
 * libjpeg: hosts, pages and TIFF show the same picture. `jpeg-js`, which was here before, took 7 s and
 * 1.16 GB for 8192×4096 pixels; compiled libjpeg-turbo needs WebAssembly, which a page's policy forbids,
 * twice the memory, and has no way to the components of a TIFF.
 */
import type { ImageResult } from '../../../contract/domain/result/result.ts'
import type { DecodeContext, FormatReader } from '../format.ts'
import { isStandardProfile } from '../image/color-profile.ts'
import { readExifOrientation, readXmpOrientation, turnUpright } from '../image/orientation.ts'
import { refuse } from '../refusal.ts'
import { applyTag } from '../tag-table.ts'
import { type ColorRule, colorRules } from './color-rows.ts'
import { decodeFrame, type JpegPixels } from './decode-frame.ts'
import { JpegStream } from './jpeg-stream.ts'
import { jpegTags } from './jpeg-tags.ts'

/** Its decoder, and the tags by which it works. */
export const jpegReader: FormatReader = { decode: decodeJpeg, tags: jpegTags }

/** Returns the image of a JPEG file, grey or RGB, upright. Damaged ones that can be shown are noted. */
export function decodeJpeg(bytes: Uint8Array, context: DecodeContext): ImageResult {
  const stream = new JpegStream(bytes)
  const { channels, ...stored } = decodeStream(stream, context, chooseRule)
  const { frame } = stream
  if (frame?.components.length === 4)
    applyTag(jpegTags, isMixed(stream) ? 'APP14 Adobe transform 2' : 'SOF of 4 components', context)
  const { width, height, data } = turnUpright(
    { ...stored, channels },
    stored.data,
    readApplications(stream, context),
  )
  if (stream.damage)
    context.onNote(`The file is damaged: ${stream.damage}. Pixels that are missing are grey.`)
  return { type: 'image', width, height, channels, dtype: 'uint8', data }
}

/** Tables from outside of the stream, colours, and the most bytes of the picture. */
interface ComponentOptions {
  readonly tables: Uint8Array | undefined
  readonly rule: ColorRule
  readonly byteLimit: number
}

/**
 * Returns the components of a JPEG within a TIFF, of which that says what they are; `tables` are those that
 * all strips and tiles share.
 * @throws `file.undecodable`, for damage too
 */
export function decodeComponents(
  bytes: Uint8Array,
  { tables, rule, byteLimit }: ComponentOptions,
): JpegPixels {
  const stream = new JpegStream(bytes)
  if (tables) {
    const shared = new JpegStream(tables)
    if (shared.nextScan()) throw refuse('Its shared tables of JPEG must be without an image.')
    for (const [place, table] of shared.huffman) stream.huffman.set(place, table)
    for (const [place, steps] of shared.quantizers) stream.quantizers.set(place, steps)
  }
  const pixels = decodeStream(stream, { byteLimit }, () => rule)
  if (stream.damage) throw refuse(`The JPEG of a strip or tile is damaged: ${stream.damage}.`)
  return pixels
}

function decodeStream(
  stream: JpegStream,
  { byteLimit }: Pick<DecodeContext, 'byteLimit'>,
  choose: (stream: JpegStream) => ColorRule,
): JpegPixels {
  const first = stream.nextScan()
  requirePixels(stream)
  if (!first) throw refuse(`It must have an image (${stream.damage ?? 'its end comes before one'}).`)
  return decodeFrame(stream, first, { rule: choose(stream), byteLimit })
}

/** A block of 8×8 pixels takes at least one bit of a scan. */
const pixelsPerByte = 512

function requirePixels({ frame, bytes }: JpegStream): void {
  const { width = 0, height = 0 } = frame ?? {}
  if (width * height > bytes.length * pixelsPerByte)
    throw refuse(`${width}×${height} pixels cannot be in a file of ${bytes.length} bytes.`)
}

/** Returns the meaning of the components, by the rules of libjpeg. */
function chooseRule(stream: JpegStream): ColorRule {
  const ids = stream.frame?.components.map(({ id }) => id) ?? []
  const transform = readAdobe(stream)
  if (ids.length === 1) return colorRules.grey
  if (ids.length === 4) return isMixed(stream) ? colorRules.mixedInks : colorRules.inks
  if (stream.applications.some(({ number, content }) => number === 0 && startsWith(content, 'JFIF\0')))
    return colorRules.yCbCr
  if (transform !== undefined) return transform === 0 ? colorRules.rgb : colorRules.yCbCr
  return String.fromCharCode(...ids) === 'RGB' ? colorRules.rgb : colorRules.yCbCr
}

function isMixed(stream: JpegStream): boolean {
  return (readAdobe(stream) ?? 0) !== 0
}

/** Returns the number by which a program of Adobe says what the components are; undefined without one. */
function readAdobe({ applications }: JpegStream): number | undefined {
  const found = applications.find(
    ({ number, content }) => number === 14 && content.length >= 12 && startsWith(content, 'Adobe'),
  )
  return found?.content[11]
}

/** Notes segments of programs that are left out. Returns the orientation of the picture. */
function readApplications({ applications }: JpegStream, context: DecodeContext): number {
  const find = (of: number, start: string): Uint8Array | undefined =>
    applications.find(({ number, content }) => number === of && startsWith(content, start))?.content
  const profile = find(2, 'ICC_PROFILE\0')
  if (profile)
    applyTag(jpegTags, isStandardProfile(profile) ? 'APP2 ICC_PROFILE of sRGB' : 'APP2 ICC_PROFILE', context)
  if (find(2, 'MPF\0')) applyTag(jpegTags, 'APP2 MPF', context)
  const exif = find(1, 'Exif\0')
  const orientation = exif ? (readExifOrientation(exif.subarray(6)) ?? 1) : 1
  const told = readXmpOrientation(find(1, 'http://ns.adobe.com/xap/1.0/\0') ?? new Uint8Array())
  if (told !== 1 && told !== orientation) applyTag(jpegTags, 'APP1 XMP Orientation', context)
  return orientation
}

function startsWith(content: Uint8Array, text: string): boolean {
  return String.fromCharCode(...content.subarray(0, text.length)) === text
}
