/** Unpacking of the strips and tiles of a TIFF into memory of the expected size, and never more. */
import { decompress } from 'fzstd'
import { inflateInto } from '../inflate-into.ts'
import { refuse, requireBytes } from '../refusal.ts'
import { type BlockForm, unpackFax } from './fax.ts'
import { unpackLzw } from './lzw.ts'

/** Fills the target as far as the packed bytes go, and returns the number of bytes. */
type Unpack = (packed: Uint8Array, target: Uint8Array, form: BlockForm) => number

const methods = new Map<number, Unpack>([
  [2, unpackFax],
  [3, unpackFax],
  [4, unpackFax],
  [5, unpackLzw],
  [8, inflate],
  [32_771, unpackFax],
  [32_773, unpackBits],
  [32_946, inflate],
  [50_000, (packed, target) => decompress(packed, target).length],
])

/**
 * Most bytes that one packed byte becomes: of LZW, whose strings have up to 4,096 for 12 bits. Fax codes have
 * a row for a bit, JPEG a block of 64 pixels, and Zstandard 128 kB for three bytes.
 */
export function findInflation(compression: number, rowBytes: number): number {
  if (compression === 1) return 1
  if ([2, 3, 4, 32_771].includes(compression)) return 8 * rowBytes
  return compression === 50_000 ? 2 ** 16 : 2731
}

/** Returns `byteLength` bytes of a block in memory that may be written to. */
export function unpack(packed: Uint8Array, byteLength: number, form: BlockForm): Uint8Array {
  if (form.compression === 1) {
    requireBytes('a strip or tile', byteLength, packed.length)
    return packed.slice(0, byteLength)
  }
  const method = methods.get(form.compression)
  if (!method)
    throw refuse(`The compression must be none, LZW, deflate or PackBits (got number ${form.compression}).`)
  const target = new Uint8Array(byteLength)
  requireBytes('a strip or tile', byteLength, method(packed, target, form))
  return target
}

function inflate(packed: Uint8Array, target: Uint8Array): number {
  return inflateInto([packed], target)
}

function unpackBits(packed: Uint8Array, target: Uint8Array): number {
  let length = 0
  for (let at = 0; at < packed.length && length < target.length; ) {
    const head = packed[at++] ?? 0
    if (head < 128) {
      const part = packed.subarray(at, at + Math.min(head + 1, target.length - length))
      target.set(part, length)
      length += part.length
      at += head + 1
    } else if (head > 128) {
      const end = Math.min(length + 257 - head, target.length)
      target.fill(packed[at++] ?? 0, length, end)
      length = end
    }
  }
  return length
}
