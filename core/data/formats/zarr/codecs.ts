import { decompress } from 'fzstd'
import type { AsyncReadable, DataType, registry } from 'zarrita'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../contract/values/json.ts'
import { inflate } from '../inflate.ts'
import { requireBytes, requireWithin } from '../refusal.ts'
import { refuseTag } from '../tag-table.ts'
import { elementBytes, type FileDtype } from '../volume/samples.ts'
import { unpackBlosc, unpackLz4 } from './blosc.ts'
import { omeTags } from './ome-tags.ts'

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

/** Codecs that move or pack bytes, whatever these stand for. */
const byteCodecs: ReadonlySet<Json | undefined> = new Set([
  'bytes',
  'transpose',
  'sharding_indexed',
  'crc32c',
  'shuffle',
  'blosc',
  'gzip',
  'zlib',
  'zstd',
  'lz4',
])

/** A store in whose metadata floats of 16 bits are whole numbers of 16 bits, which are their bits. */
export interface BitStore extends AsyncReadable {
  /** Returns whether that was so for an array, by its path, once its metadata have been read. */
  readonly isOfHalves: (path: string) => boolean
}

/**
 * Returns a store of which the library reads floats of 16 bits by their bits: it has them only where the
 * engine has a class for them. Their fill value is given by its bits, too.
 */
export function toBitStore(store: AsyncReadable): BitStore {
  const halves = new Set<string>()
  return {
    ...store,
    get: async (key, options) => {
      const bytes = await store.get(key, options)
      const [, path, name] = /^\/(?:(.*)\/)?([^/]+)$/.exec(key) ?? []
      if (!bytes || (name !== '.zarray' && name !== 'zarr.json')) return bytes
      const found = parseJson(new TextDecoder().decode(bytes), 'Metadata of Zarr')
      const written = isJsonObject(found) ? toBits(found) : undefined
      if (!written) return bytes
      halves.add(path ?? '')
      return new TextEncoder().encode(JSON.stringify(written))
    },
    isOfHalves: (path) => halves.has(path),
  }
}

/** Returns metadata of an array of floats of 16 bits as those of their bits; undefined for any other. */
function toBits(metadata: JsonObject): JsonObject | undefined {
  const { dtype, data_type: type, fill_value: fill = null } = metadata
  const isOfOld = typeof dtype === 'string' && /^[<>|]f2$/.test(dtype)
  if (!isOfOld && type !== 'float16') return undefined
  const filters = isJsonArray(metadata.filters) ? metadata.filters : []
  const codecs = isJsonArray(metadata.codecs) ? metadata.codecs : []
  if (!filters.every((filter) => movesBytes(filter, 'id')) || !codecs.every((codec) => movesBytes(codec)))
    throw refuseTag(omeTags, 'filters and codecs that count with floats of 16 bits')
  const fill_value = fill === null ? null : toHalf(fill)
  return isOfOld
    ? { ...metadata, dtype: dtype.replace('f', 'u'), fill_value }
    : { ...metadata, data_type: 'uint16', fill_value }
}

function movesBytes(codec: Json, key = 'name'): boolean {
  const name = isJsonObject(codec) ? codec[key] : codec
  const inner = isJsonObject(codec) && isJsonObject(codec.configuration) ? codec.configuration.codecs : []
  const isKnown = byteCodecs.has(typeof name === 'string' ? name.replace(/^numcodecs[.]/, '') : name)
  return isKnown && (!isJsonArray(inner) || inner.every((each) => movesBytes(each)))
}

const notFinite: { readonly [text: string]: number } = {
  NaN: 0x7e00,
  Infinity: 0x7c00,
  '-Infinity': 0xfc00,
}

/** Returns the bits of a fill value: a number, its name, or its bits in hexadecimal digits. */
function toHalf(fill: Json): number {
  if (typeof fill === 'number') return roundToHalf(fill)
  const named = typeof fill === 'string' && Object.hasOwn(notFinite, fill) ? notFinite[fill] : undefined
  if (named !== undefined) return named
  if (typeof fill === 'string' && /^0x[0-9a-f]{4}$/i.test(fill)) return Number(fill)
  throw refuseTag(omeTags, 'fill_value that is no float of 16 bits')
}

/** Returns the bits of the nearest float of 16 bits; of two that are as near, the even one. */
function roundToHalf(value: number): number {
  const sign = value < 0 || Object.is(value, -0) ? 0x8000 : 0
  const size = Math.abs(value)
  // Steps are those of the power of two below, and of the least one for what is smaller than that.
  const exponent = Math.max(-14, Math.floor(Math.log2(size || 1)))
  const steps = roundToEven(size / 2 ** (exponent - 10))
  // More than all steps of a power is the next one, and what is too large is infinite.
  return sign | Math.min(0x7c00, size === 0 ? 0 : (exponent + 14) * 1024 + steps)
}

function roundToEven(value: number): number {
  const below = Math.floor(value)
  const rest = value - below
  return rest > 0.5 || (rest === 0.5 && below % 2 === 1) ? below + 1 : below
}
