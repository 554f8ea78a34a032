import { toView } from '../number-readers.ts'
import { elementBytes } from '../volume/samples.ts'
import type { TiffLayout } from './tiff-layout.ts'

/** Returns whether samples have other bits in the file than the elements that they become. */
export function isPacked({ bits, dtype }: TiffLayout): boolean {
  return bits !== 8 * elementBytes[dtype]
}

/** Rows of samples with less than a byte, or with odd bits. */
interface NarrowRows {
  readonly rowBytes: number
  readonly rowSamples: number
  readonly isLittle: boolean
}

/**
 * Returns rows of packed bits, each of which begins with a byte, as elements in the byte order of the file.
 * Floats of 24 bits (7 of exponent, 16 of fraction) become those of 32.
 */
export function widen(
  block: Uint8Array,
  layout: TiffLayout,
  { rowBytes, rowSamples, isLittle }: NarrowRows,
): Uint8Array {
  const { bits, dtype } = layout
  const size = elementBytes[dtype]
  const rowCount = block.length / rowBytes
  const wide = new Uint8Array(rowCount * rowSamples * size)
  const view = toView(wide)
  let to = 0
  for (let row = 0; row < rowCount; row++) {
    for (let i = 0; i < rowSamples; i++, to += size) {
      const value = readBits(block, { from: 8 * row * rowBytes + i * bits, bits, isLittle })
      if (dtype === 'float32') view.setFloat32(to, toFloat24(value), isLittle)
      else if (size === 1) wide[to] = value
      else if (size === 2) view.setUint16(to, value, isLittle)
      else view.setUint32(to, value, isLittle)
    }
  }
  return wide
}

/** The first bit, how many, and their order. */
interface BitPlace {
  readonly from: number
  readonly bits: number
  readonly isLittle: boolean
}

/** Bits follow each other from the highest; whole bytes are in the order of the file. */
function readBits(block: Uint8Array, { from, bits, isLittle }: BitPlace): number {
  if (bits === 24) {
    const [first = 0, second = 0, third = 0] = block.subarray(from / 8, from / 8 + 3)
    return isLittle ? (third << 16) | (second << 8) | first : (first << 16) | (second << 8) | third
  }
  let value = 0
  for (let left = bits, at = from; left > 0; ) {
    const free = 8 - (at & 7)
    const taken = Math.min(free, left)
    value = value * 2 ** taken + (((block[at >> 3] ?? 0) >> (free - taken)) & ((1 << taken) - 1))
    at += taken
    left -= taken
  }
  return value
}

function toFloat24(value: number): number {
  const sign = value & 0x80_0000 ? -1 : 1
  const exponent = (value >> 16) & 0x7f
  const fraction = (value & 0xffff) / 0x1_0000
  if (exponent === 0) return sign * fraction * 2 ** -62
  if (exponent === 0x7f) return fraction === 0 ? sign * Number.POSITIVE_INFINITY : Number.NaN
  return sign * (1 + fraction) * 2 ** (exponent - 63)
}
