import { decompress } from 'fzstd'
import type { DataType, registry } from 'zarrita'
import { inflate } from '../inflate.ts'
import { requireBytes, requireWithin } from '../refusal.ts'
import { elementBytes, type FileDtype } from '../volume/samples.ts'
import { unpackBlosc, unpackLz4 } from './blosc.ts'

/** Most bytes of a chunk, or of the index of a shard. */
export const mostChunkBytes = 2 ** 30
/** Bytes that checksums may add. */
const spareBytes = 64

/** Returns the bytes of a chunk of this length. */
type Unpack = (packed: Uint8Array, byteLength: number) => Uint8Array | Promise<Uint8Array>

const lz4: Unpack = (packed, byteLength) => {
  requireBytes('a chunk', 4, packed.length)
  const target = new Uint8Array(byteLength)
  unpackLz4(packed.subarray(4), target) // behind its length
  return target
}
const methods: readonly (readonly [name: string, unpack: Unpack])[] = [
  ['blosc', unpackBlosc],
  ['gzip', (packed, byteLength) => inflate(packed, byteLength + spareBytes)],
  ['zlib', (packed, byteLength) => inflate(packed, byteLength + spareBytes, 'deflate')],
  ['zstd', (packed, byteLength) => decompress(packed, new Uint8Array(byteLength))],
  ['lz4', lz4],
]

/** Replaces the library's codecs: those need WebAssembly, or inflate without a bound. */
export function boundCodecs(codecs: typeof registry): void {
  for (const [name, unpack] of methods) {
    const entry = {
      kind: 'bytes_to_bytes',
      fromConfig: (_: unknown, meta: { readonly dataType: DataType; readonly shape: readonly number[] }) => ({
        kind: 'bytes_to_bytes' as const,
        encode: () => new Uint8Array(),
        decode: (packed: Uint8Array) => {
          const byteLength = measureElements(meta.dataType, meta.shape)
          requireWithin('A chunk', byteLength, mostChunkBytes)
          return unpack(packed, byteLength)
        },
      }),
    } as const
    codecs.set(name, async () => entry)
    codecs.set(`numcodecs.${name}`, async () => entry)
  }
}

/** Returns the bytes of an array, NaN for a type without a fixed size. */
export function measureElements(dtype: string, shape: readonly number[]): number {
  const bytes = isFileDtype(dtype) ? elementBytes[dtype] : Number.NaN
  return shape.reduce((total, extent) => total * extent, bytes)
}

/** Returns whether elements are numbers that can be read. */
export function isFileDtype(dtype: string): dtype is FileDtype {
  return Object.hasOwn(elementBytes, dtype)
}
