import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'
import { refuseTag } from '../../tag-table.ts'
import { bmpTags } from './bmp-tags.ts'

/** The bits of a color in a pixel. */
export interface ChannelMask {
  readonly shift: number
  /** The largest number of the bits. */
  readonly most: number
}

/** The head of a BMP, with its palette or masks. */
export interface BmpHead {
  readonly width: number
  readonly height: number
  readonly isFromTop: boolean
  readonly bits: number
  /** True where pixels are runs (RLE). */
  readonly isPacked: boolean
  readonly palette: readonly (readonly [red: number, green: number, blue: number])[]
  /** Those of red, green and blue, and of alpha where there is one. */
  readonly masks: readonly ChannelMask[]
  /** The place of the pixels in the file. */
  readonly start: number
  /** The color space of a head of version 5 that has a row in the table. */
  readonly profile: 'sRGB' | 'MBED' | undefined
}

const fileHeadBytes = 14
const [rle8, rle4, bitFields, alphaBitFields] = [1, 2, 3, 6]
const headSizes = [12, 16, 40, 52, 56, 64, 108, 124]
const usualMasks: { readonly [bits: number]: readonly number[] } = {
  16: [0x7c00, 0x03e0, 0x001f],
  24: [0xff_0000, 0xff00, 0xff],
  32: [0xff_0000, 0xff00, 0xff],
}

/** @throws `file.undecodable` */
export function readBmpHead(bytes: Uint8Array): BmpHead {
  requireBytes('the head of a BMP', fileHeadBytes + 12, bytes.length)
  const view = toView(bytes)
  const size = view.getUint32(fileHeadBytes, true)
  if (!headSizes.includes(size))
    throw refuse(`The head must have ${headSizes.join(', ')} bytes (got ${size}); save it as PNG.`)
  requireBytes('the head of a BMP', fileHeadBytes + size, bytes.length)
  const isOld = size === 12
  const read = (at: number, standard: number): number =>
    at + 4 <= size ? view.getUint32(fileHeadBytes + at, true) : standard
  const width = isOld ? view.getUint16(18, true) : view.getInt32(18, true)
  const rows = isOld ? view.getUint16(20, true) : view.getInt32(22, true)
  const bits = view.getUint16(isOld ? 24 : 28, true)
  const compression = isOld ? 0 : read(16, 0)
  if (width < 1 || rows === 0) throw refuse(`An image must have pixels (got ${width}×${rows}).`)
  requireForm({ bits, compression, size })
  const isMasked = compression === bitFields || compression === alphaBitFields
  const masks = isMasked ? readMasks(view, { size, compression }) : (usualMasks[bits] ?? [])
  const space = size === 124 ? String.fromCharCode(...bytes.subarray(70, 74).toReversed()) : ''
  return {
    width,
    height: Math.abs(rows),
    isFromTop: rows < 0,
    bits,
    isPacked: compression === rle8 || compression === rle4,
    palette: bits > 8 ? [] : readPalette(bytes, { size, count: read(32, 0), bits }),
    masks: masks.map((mask) => toMask(mask, bits)),
    start: view.getUint32(10, true),
    profile: space === 'MBED' ? 'MBED' : space === 'sRGB' ? 'sRGB' : undefined,
  }
}

/** The form in which pixels are stored. */
interface BmpForm {
  readonly bits: number
  readonly compression: number
  readonly size: number
}

function requireForm({ bits, compression, size }: BmpForm): void {
  if (compression === 4 || compression === 5) {
    const isOfOs2 = size === 64 || size === 16
    if (!isOfOs2) throw refuseTag(bmpTags, `biCompression = ${compression}`)
  }
  if (compression >= 11 && compression <= 13) throw refuseTag(bmpTags, 'biCompression = 11')
  const isKnown = { 0: [1, 4, 8, 16, 24, 32], 1: [8], 2: [4], 3: [16, 32], 6: [16, 32] }[
    compression
  ]?.includes(bits)
  const isFax = compression === bitFields && (size === 64 || size === 16)
  if (!isKnown || isFax)
    throw refuse(`Its compression number ${compression} with ${bits} bits is not read; save it as PNG.`)
}

/** Masks are those of the head, or stand behind one of version 3. */
function readMasks(view: DataView, { size, compression }: { size: number; compression: number }): number[] {
  const count = size >= 56 || compression === alphaBitFields ? 4 : 3
  const start = fileHeadBytes + 40
  requireBytes('the masks of its colors', 4 * count, view.byteLength - start)
  const masks = Array.from({ length: count }, (_, i) => view.getUint32(start + 4 * i, true))
  return masks[3] === 0 ? masks.slice(0, 3) : masks
}

function toMask(mask: number, bits: number): ChannelMask {
  const digits = mask.toString(2)
  const shift = digits.length - digits.lastIndexOf('1') - 1
  const isJoined = /^1+0*$/.test(digits)
  if (!isJoined || digits.length > bits)
    throw refuse(`A mask of colors must be bits side by side (got ${digits}).`)
  return { shift, most: mask / 2 ** shift }
}

/** The bytes before the palette, its colours, and bits of a pixel. */
interface PaletteForm {
  readonly size: number
  readonly count: number
  readonly bits: number
}

function readPalette(
  bytes: Uint8Array,
  { size, count, bits }: PaletteForm,
): (readonly [number, number, number])[] {
  const entryBytes = size === 12 ? 3 : 4
  const length = count === 0 ? 2 ** bits : Math.min(count, 2 ** bits)
  const start = fileHeadBytes + size
  requireBytes('its palette', length * entryBytes, bytes.length - start)
  return Array.from({ length }, (_, i) => {
    const [blue = 0, green = 0, red = 0] = bytes.subarray(start + i * entryBytes)
    return [red, green, blue] as const
  })
}
