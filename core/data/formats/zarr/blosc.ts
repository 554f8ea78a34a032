/**
 * Blosc 1, the usual compressor of Zarr: blocks of LZ4, Zstandard or deflate, shuffled by bytes or bits. Own
 * code by the format's description (`README_CHUNK_FORMAT.rst` of c-blosc), because a page cannot run the
 * WebAssembly of the libraries.
 */
import { unzlibSync } from 'fflate'
import { decompress } from 'fzstd'
import { toView } from '../number-readers.ts'
import { refuse, requireBytes } from '../refusal.ts'

const headBytes = 16
/** Fewest elements of a block whose bytes of each place are packed apart. */
const fewestSplit = 128
/** Most bytes of an element of such a block. */
const widestSplit = 16

/** Fills the target, which has the expected length. */
type Unpack = (packed: Uint8Array, target: Uint8Array) => void

const methods: { readonly [code: number]: Unpack } = {
  1: unpackLz4,
  3: (packed, target) => void unzlibSync(packed, { out: target }),
  4: (packed, target) => void decompress(packed, target),
}

/** Returns the bytes of a chunk, at most `byteLimit`. @throws `file.undecodable` */
export function unpackBlosc(packed: Uint8Array, byteLimit: number): Uint8Array {
  requireBytes('the head of a chunk', headBytes, packed.length)
  const view = toView(packed)
  const [flags, elementBytes = 1] = [packed[2] ?? 0, packed[3]]
  const [byteLength, blockLength] = [view.getUint32(4, true), view.getUint32(8, true)]
  if (byteLength > byteLimit)
    throw refuse(`A chunk must have ${byteLimit} bytes at most (its head says ${byteLength}).`)
  if (flags & 2) {
    requireBytes('a chunk', byteLength, packed.length - headBytes)
    return packed.slice(headBytes, headBytes + byteLength)
  }
  const unpack = methods[flags >> 5]
  if (!unpack)
    throw refuse('The method of Blosc must be lz4, lz4hc, zlib or zstd; save it with one of these.')
  const target = new Uint8Array(byteLength)
  const count = blockLength === 0 ? 0 : Math.ceil(byteLength / blockLength)
  requireBytes('the table of blocks', 4 * count, packed.length - headBytes)
  for (let i = 0; i < count; i++) {
    const part = target.subarray(i * blockLength, (i + 1) * blockLength)
    const isWhole = part.length === blockLength
    const isSplit =
      isWhole && !(flags & 16) && elementBytes <= widestSplit && blockLength / elementBytes >= fewestSplit
    const start = view.getUint32(headBytes + 4 * i, true)
    readParts(packed.subarray(start), part, { parts: isSplit ? elementBytes : 1, unpack })
    if (flags & 1) unshuffle(part, elementBytes)
    else if (flags & 4) unshuffleBits(part, elementBytes)
  }
  return target
}

function readParts(
  packed: Uint8Array,
  target: Uint8Array,
  { parts, unpack }: { readonly parts: number; readonly unpack: Unpack },
): void {
  const view = toView(packed)
  const length = target.length / parts
  for (let i = 0, at = 0; i < parts; i++) {
    requireBytes('a block', 4, packed.length - at)
    const packedLength = view.getUint32(at, true)
    requireBytes('a block', packedLength, packed.length - at - 4)
    const part = packed.subarray(at + 4, at + 4 + packedLength)
    const into = target.subarray(i * length, (i + 1) * length)
    if (packedLength === length) into.set(part)
    else unpack(part, into)
    at += 4 + packedLength
  }
}

/** Puts the bytes of each element together again; those after the last whole element are in place. */
function unshuffle(target: Uint8Array, elementBytes: number): void {
  const shuffled = target.slice()
  const count = Math.floor(target.length / elementBytes)
  for (let byte = 0; byte < elementBytes; byte++)
    for (let i = 0; i < count; i++) target[i * elementBytes + byte] = shuffled[byte * count + i] ?? 0
}

/** The same for bits, of each eight elements. */
function unshuffleBits(target: Uint8Array, elementBytes: number): void {
  const row = Math.floor(target.length / elementBytes / 8)
  const shuffled = target.slice(0, row * 8 * elementBytes)
  target.fill(0, 0, shuffled.length)
  shuffled.forEach((bits, at) => {
    const [plane, column] = [Math.floor(at / row), at % row]
    for (let i = 0; i < 8; i++) {
      const to = (column * 8 + i) * elementBytes + (plane >> 3)
      target[to] = (target[to] ?? 0) | (((bits >> i) & 1) << (plane & 7))
    }
  })
}

/** Unpacks a block of LZ4: literals, then a copy of what is there already, until the bytes end. */
export function unpackLz4(packed: Uint8Array, target: Uint8Array): void {
  let [at, to] = [0, 0]
  const readLength = (start: number): number => {
    let length = start
    for (let more = start === 15 ? 255 : 0; more === 255; length += more) more = packed[at++] ?? 0
    return length
  }
  while (at < packed.length) {
    const token = packed[at++] ?? 0
    const literals = readLength(token >> 4)
    requireBytes('a block of LZ4', literals, Math.min(packed.length - at, target.length - to))
    target.set(packed.subarray(at, at + literals), to)
    at += literals
    to += literals
    if (at >= packed.length) break
    const distance = (packed[at] ?? 0) | ((packed[at + 1] ?? 0) << 8)
    at += 2
    const end = to + readLength(token & 15) + 4
    if (distance === 0 || distance > to)
      throw refuse('A block of LZ4 repeats bytes from before its beginning.')
    requireBytes('a block of LZ4', end, target.length)
    for (; to < end; to++) target[to] = target[to - distance] ?? 0
  }
  requireBytes('a block of LZ4', target.length, to)
}
