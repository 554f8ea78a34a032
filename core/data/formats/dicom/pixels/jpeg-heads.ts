/** The heads of compressed pictures: their sizes are held against the file's before a codec sees them. */
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import type { Codec } from '../transfer-syntaxes.ts'

/** The frame of a picture of JPEG, JPEG-LS or JPEG 2000. */
export interface FrameHead {
  readonly width: number
  readonly height: number
  readonly components: number
  /** Bits of a sample. */
  readonly precision: number
  /** The marker of a frame of JPEG or JPEG-LS: its process. */
  readonly marker: number
  /** The place of this marker in the file. */
  readonly at: number
  /** The identifiers of the components of JPEG. */
  readonly names: readonly number[]
  /** The colours are known to be YCbCr or RGB by the head of JPEG: by JFIF, or Adobe's transform. */
  readonly colors?: 'YCbCr' | 'RGB' | undefined
  /** The codec of JPEG 2000 turns the components into RGB. */
  readonly isTransformed?: boolean
  /** The samples are not those that were compressed. */
  readonly isLossy: boolean
}

/** Returns the frame that a compressed picture announces. @throws `file.undecodable` */
export function readFrameHead(bytes: Uint8Array, codec: Codec): FrameHead {
  return codec === 'JPEG 2000' ? readSiz(bytes) : readJpegHead(bytes)
}

/** Returns whether a compressed picture has lost something, whatever its file says. */
export function isLossyFrame(bytes: Uint8Array, codec: Codec): boolean {
  return codec !== 'RLE' && readFrameHead(bytes, codec).isLossy
}

function readJpegHead(bytes: Uint8Array): FrameHead {
  const view = toView(bytes)
  requireBytes('the head of a JPEG', 4, bytes.length)
  if (view.getUint16(0) !== 0xffd8) throw refuse('A compressed frame must begin as a JPEG (FF D8).')
  let colors: FrameHead['colors']
  for (let at = 2; ; ) {
    requireBytes('the head of a JPEG', 4, bytes.length - at)
    const marker = view.getUint8(at + 1)
    if (view.getUint8(at) !== 0xff) throw refuse(`A marker of JPEG must stand at byte ${at} of a frame.`)
    if (marker === 0xff) {
      at++
      continue
    }
    const length = view.getUint16(at + 2)
    requireBytes('the head of a JPEG', length + 2, bytes.length - at)
    const name = String.fromCharCode(...bytes.subarray(at + 4, at + 9))
    if (marker === 0xe0 && name.startsWith('JFIF')) colors = 'YCbCr'
    if (marker === 0xee && name === 'Adobe' && length >= 14) colors ??= bytes[at + 15] === 0 ? 'RGB' : 'YCbCr'
    if (isFrameMarker(marker)) {
      const components = view.getUint8(at + 9)
      requireBytes('the frame of a JPEG', 8 + 3 * components, length)
      return {
        precision: view.getUint8(at + 4),
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components,
        marker,
        at,
        names: Array.from({ length: components }, (_, i) => view.getUint8(at + 10 + 3 * i)),
        colors,
        isLossy: marker === nearLossless ? readNear(bytes, at + 2 + length) > 0 : marker !== lossless,
      }
    }
    if (marker === 0xda || length < 2) throw refuse('The samples of a JPEG come before its size.')
    at += 2 + length
  }
}

/** Returns how far samples of JPEG-LS may be off (ISO/IEC 14495-1, C.2.3); 0 where no scan begins. */
function readNear(bytes: Uint8Array, from: number): number {
  const view = toView(bytes)
  for (let at = from; at + 5 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2))
    if (bytes[at + 1] === 0xda) return bytes[at + 5 + 2 * view.getUint8(at + 4)] ?? 0
  return 0
}

/** Returns whether a marker begins a frame of JPEG or JPEG-LS; C4, C8 and CC do not. */
function isFrameMarker(marker: number): boolean {
  return marker === 0xf7 || (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
}

/** The marker of a frame of JPEG lossless. */
const lossless = 0xc3
/** The marker of a frame of JPEG-LS. */
const nearLossless = 0xf7
/** Most tiles of a picture for each 1,024 of its pixels, as the codec has some kilobytes for each. */
const tilePixels = 1024

/** Reads the size and the coding of a codestream of JPEG 2000 (ISO/IEC 15444-1, A.5.1 and A.6.1). */
function readSiz(bytes: Uint8Array): FrameHead {
  const view = toView(bytes)
  const start = findCodestream(bytes)
  requireBytes('the head of a JPEG 2000', 44, bytes.length - start)
  const at = start + 6
  const [right = 0, bottom = 0, left = 0, top = 0, tileWidth = 0, tileHeight = 0, ...tiles] = Array.from(
    { length: 8 },
    (_, i) => view.getUint32(at + 2 + 4 * i),
  )
  const [width, height] = [right - left, bottom - top]
  const components = view.getUint16(at + 34)
  requireBytes('the components of a JPEG 2000', 3 * components, bytes.length - at - 36)
  const depths = Array.from({ length: components }, (_, i) => view.getUint8(at + 36 + 3 * i))
  const steps = Array.from({ length: 2 * components }, (_, i) =>
    view.getUint8(at + 37 + 3 * (i >> 1) + (i % 2)),
  )
  if (new Set(depths).size !== 1 || steps.some((step) => step !== 1))
    throw refuse('The components of a JPEG 2000 must have the same bits and size.')
  const [tileLeft = 0, tileTop = 0] = tiles
  const across = Math.ceil((right - tileLeft) / tileWidth)
  const count = across * Math.ceil((bottom - tileTop) / tileHeight)
  if (!(count >= 1 && count <= 1 + (width * height) / tilePixels))
    throw refuse(`A JPEG 2000 of ${width}×${height} cannot have ${count} tiles.`)
  const coding = readCoding(bytes, at + 36 + 3 * components)
  const precision = ((depths[0] ?? 0) & 0x7f) + 1
  return { width, height, components, precision, marker: 0x51, at, names: [], ...coding }
}

/** Returns the place of a codestream, which some writers put into a file of JP2. */
function findCodestream(bytes: Uint8Array): number {
  const isStart = (at: number): boolean =>
    bytes[at] === 0xff && bytes[at + 1] === 0x4f && bytes[at + 2] === 0xff && bytes[at + 3] === 0x51
  for (let at = 0; at < Math.min(bytes.length, 4096); at++) if (isStart(at)) return at
  throw refuse('A compressed frame must begin as a JPEG 2000 (FF 4F).')
}

/**
 * Returns whether components are transformed to other colours, and whether the wavelets are those that lose
 * something; refuses what takes the codec much memory.
 */
function readCoding(
  bytes: Uint8Array,
  start: number,
): Required<Pick<FrameHead, 'isTransformed' | 'isLossy'>> {
  const view = toView(bytes)
  for (let at = start; at + 14 <= bytes.length && bytes[at] === 0xff; at += 2 + view.getUint16(at + 2)) {
    const marker = bytes[at + 1]
    if (marker === 0x90) break
    if (marker !== 0x52) continue
    const hasPrecincts = ((bytes[at + 4] ?? 0) & 1) === 1
    const levels = bytes[at + 9] ?? 0
    const precincts = hasPrecincts ? bytes.subarray(at + 14, at + 15 + levels) : []
    if (precincts.some((size, level) => level > 0 && ((size & 15) < 4 || size >> 4 < 4)))
      throw refuse('The precincts of a JPEG 2000 must have 16 samples along an edge.')
    return { isTransformed: bytes[at + 8] === 1, isLossy: bytes[at + 13] === 0 }
  }
  throw refuse('A JPEG 2000 must say how it is coded (COD).')
}
