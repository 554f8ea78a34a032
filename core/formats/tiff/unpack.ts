/** Unpacking of the strips and tiles of a TIFF into memory of the expected size, and never more. */
import { Unzlib } from 'fflate'
import { refuse, requireBytes } from '../refusal.ts'

/** Each fills the target as far as the packed bytes go, and returns the number of bytes. */
const methods = new Map([
  [5, unpackLzw],
  [8, inflate],
  [32_946, inflate],
  [32_773, unpackBits],
])
/** Most bytes that one packed byte becomes: of LZW, whose strings have up to 4,096 for 12 bits. */
export const mostFromByte = 2731
const inflatedAtOnce = 2 ** 14

/** Returns `byteLength` bytes of a block in memory that may be written to. */
export function unpack(packed: Uint8Array, byteLength: number, compression: number): Uint8Array {
  if (compression === 1) {
    requireBytes('a strip or tile', byteLength, packed.length)
    return packed.slice(0, byteLength)
  }
  const method = methods.get(compression)
  if (!method)
    throw refuse(
      `The compression must be none, LZW, deflate or PackBits (got number ${compression}); save it with one.`,
    )
  requireBytes('a strip or tile', byteLength, packed.length * mostFromByte)
  const target = new Uint8Array(byteLength)
  requireBytes('a strip or tile', byteLength, method(packed, target))
  return target
}

/** Stops when the target is full, whatever else the bytes would become. */
function inflate(packed: Uint8Array, target: Uint8Array): number {
  let length = 0
  const stream = new Unzlib((piece) => {
    const part = piece.subarray(0, target.length - length)
    target.set(part, length)
    length += part.length
  })
  for (let at = 0; at < packed.length && length < target.length; at += inflatedAtOnce)
    stream.push(packed.subarray(at, at + inflatedAtOnce))
  return length
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

const [clearCode, endCode, codeCount] = [256, 257, 4096]
const codes = Uint8Array.from({ length: codeCount }, (_, code) => code)

/** LZW of TIFF 6.0: codes of 9 to 12 bits, highest bit first, one code earlier wider than in GIF. */
function unpackLzw(packed: Uint8Array, target: Uint8Array): number {
  const [before, lengths] = [new Uint16Array(codeCount), new Uint16Array(codeCount).fill(1)]
  const [first, last] = [codes.slice(), codes.slice()]
  let [next, width, previous] = [endCode + 1, 9, -1]
  let [bits, bitCount, length] = [0, 0, 0]
  for (let at = 0; length < target.length; ) {
    while (bitCount < width && at < packed.length) {
      bits = ((bits << 8) | (packed[at++] ?? 0)) & 0xff_ffff
      bitCount += 8
    }
    if (bitCount < width) return length
    bitCount -= width
    const code = (bits >> bitCount) & ((1 << width) - 1)
    if (code === endCode) return length
    if (code === clearCode) {
      ;[next, width, previous] = [endCode + 1, 9, -1]
      continue
    }
    if (previous !== -1 && next < codeCount) {
      before[next] = previous
      first[next] = first[previous] ?? 0
      lengths[next] = (lengths[previous] ?? 0) + 1
      last[next] = first[code === next ? previous : code] ?? 0
      next++
      if (next === (1 << width) - 1 && width < 12) width++
    }
    if (code >= next || (previous === -1 && code > clearCode))
      throw refuse(`The LZW code ${code} stands for nothing yet.`)
    const end = length + (lengths[code] ?? 0)
    for (let to = end - 1, part = code; to >= length; to--, part = before[part] ?? 0) {
      if (to < target.length) target[to] = last[part] ?? 0
    }
    length = Math.min(end, target.length)
    previous = code
  }
  return length
}
