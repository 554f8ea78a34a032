/** Conversions of the colours of a TIFF to red, green and blue, with 8 or 16 bits as in the file. */
import type { ElementArray } from '../../../contract/domain/result/elements.ts'
import { convertLabColor } from '../lab-colors.ts'
import { refuse } from '../refusal.ts'
import { tags } from './tag-numbers.ts'
import type { TiffLayout } from './tiff-layout.ts'
import type { TiffPage } from './tiff-pages.ts'

/** Samples side by side. */
export interface Channels {
  readonly channels: number
  readonly data: ElementArray
}

/** Three numbers of one pixel become three others. */
type ConvertPixel = (one: number, two: number, three: number) => readonly [number, number, number]

/** Returns pixels of three samples as red, green and blue of the same range. */
function convertPixels(data: ElementArray, { bits }: TiffLayout, convert: ConvertPixel): Channels {
  const most = findMost(data, bits)
  const colors = data.slice()
  for (let at = 0; at < data.length; at += 3) {
    const pixel = convert(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0)
    for (let i = 0; i < 3; i++) colors[at + i] = Math.max(0, Math.min(most, Math.round(pixel[i] ?? 0)))
  }
  return { channels: 3, data: colors }
}

/** Returns the largest value of 8 or 16 bits. @throws `file.undecodable` for others */
function findMost(data: ElementArray, bits: number): number {
  const isInteger = data instanceof Uint8Array || data instanceof Uint16Array
  const isSigned = data instanceof Int8Array || data instanceof Int16Array
  if ((isInteger || isSigned) && (bits === 8 || bits === 16)) return 2 ** bits - 1
  throw refuse(`Colors other than grey and RGB must have 8 or 16 bits (got ${bits}); save it as RGB.`)
}

/** Returns the colours of a palette: of 8 bits where these are all there is, else of 16. */
export function lookUpColors(page: TiffPage, { bits }: TiffLayout, indices: ElementArray): Channels {
  const map = page.get(tags.colorMap)
  const count = 2 ** bits
  if (!map || map.length < 3 * count || bits > 16)
    throw refuse(`Its palette must have ${count} colors (got ${Math.floor((map?.length ?? 0) / 3)}).`)
  const values = Uint16Array.from(map)
  const isSmall = values.every((value) => value < 256)
  const isBytes =
    isSmall || values.every((value) => value % 257 === 0) || values.every((value) => value % 256 === 0)
  const divisor = isSmall ? 1 : 256
  const data = new (isBytes ? Uint8Array : Uint16Array)(3 * indices.length)
  for (let pixel = 0; pixel < indices.length; pixel++) {
    for (let i = 0; i < 3; i++) {
      const value = values[(indices[pixel] ?? 0) + i * count] ?? 0
      data[3 * pixel + i] = isBytes ? value / divisor : value
    }
  }
  return { channels: 3, data }
}

/** CMYK: `255 - (ink + black - ink * black / 255)`, the light that the inks leave. */
export function convertInks(data: ElementArray, { bits }: TiffLayout): Channels {
  const most = findMost(data, bits)
  const pixels = data.length / 4
  const colors = data.slice(0, 3 * pixels)
  for (let pixel = 0; pixel < pixels; pixel++) {
    const left = most - (data[4 * pixel + 3] ?? 0)
    for (let i = 0; i < 3; i++)
      colors[3 * pixel + i] = left - Math.round(((data[4 * pixel + i] ?? 0) * left) / most)
  }
  return { channels: 3, data: colors }
}

const usualLuma = [0.299, 0.587, 0.114]
const usualRange = [0, 255, 128, 255, 128, 255]

/** YCbCr with the factors and ranges of the file (TIFF 6.0, sections 20 and 21). */
export function convertLuma(page: TiffPage, data: ElementArray, layout: TiffLayout): Channels {
  const [red = 0, green = 0, blue = 0] = Array.from(page.get(tags.lumaFactors) ?? usualLuma)
  const range = Array.from(page.get(tags.referenceBlackWhite) ?? usualRange)
  if (range.length !== 6 || !range.every(Number.isFinite) || !(green > 0))
    throw refuse('Its factors or ranges of YCbCr cannot be; save it as RGB.')
  if (layout.bits !== 8) throw refuse(`YCbCr must have 8 bits (got ${layout.bits}); save it as RGB.`)
  const scale = (value: number, i: number, full: number): number => {
    const [low = 0, high = 255] = range.slice(2 * i, 2 * i + 2)
    return high === low ? 0 : ((value - low) * full) / (high - low)
  }
  return convertPixels(data, layout, (luma, cb, cr) => {
    const y = scale(luma, 0, 255)
    const r = y + scale(cr, 2, 127) * (2 - 2 * red)
    const b = y + scale(cb, 1, 127) * (2 - 2 * blue)
    return [r, (y - blue * b - red * r) / green, b]
  })
}

const iccLab = 9

/** CIE L*a*b* of section 23 of TIFF 6.0, or that of ICC: in sRGB, of which it keeps what sRGB can show. */
export function convertLab(data: ElementArray, layout: TiffLayout): Channels {
  const most = findMost(data, layout.bits)
  const unit = layout.bits === 8 ? 1 : 256
  const isIcc = layout.photometric === iccLab
  const lightest = isIcc && unit === 256 ? 0xff00 : most
  const toSigned = (value: number): number => {
    if (isIcc) return value / unit - 128
    return (value > most / 2 ? value - most - 1 : value) / unit
  }
  return convertPixels(data, layout, (lightness, first, second) => {
    const color = convertLabColor((100 * lightness) / lightest, toSigned(first), toSigned(second))
    const [red, green, blue] = color.map((part) => most * part)
    return [red ?? 0, green ?? 0, blue ?? 0]
  })
}
