/**
 * The binary envelope, version 1: a length, a JSON preamble, and the result's arrays as they lie in memory.
 * The host writes it, the client and the link read it. Mesh and volume are the interface's ("Binary envelope
 * format"); point_cloud and image follow the same pattern by our own decision.
 *
 * Blocks are little-endian, as is every platform that runs this; a big-endian one is refused rather than
 * served swapped.
 */
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../domain/json.ts'
import {
  listArrays,
  type Result,
  resultTypes,
  type VolumeArray,
  volumeArrays,
  withoutColors,
} from '../domain/result.ts'
import {
  countSamples,
  imageDtypes,
  readChoice,
  readCount,
  readExtent,
  readNumbers,
  readShape,
  requireNoneOrAll,
  volumeDtypes,
} from './fields.ts'

const prefixBytes = 4
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Returns the envelope in parts, to be sent one after the other: length and preamble, then each block that is
 * not empty. Nothing is copied: blocks are views on the result's own arrays.
 */
export function encodeEnvelope(result: Result): Uint8Array[] {
  requireLittleEndian()
  const text = new TextEncoder().encode(JSON.stringify(toPreamble(result)))
  const head = new Uint8Array(prefixBytes + text.length)
  new DataView(head.buffer).setUint32(0, text.length, true)
  head.set(text, prefixBytes)
  // Version 1 fixes the blocks of a mesh, and colours are not among them: JSON and glTF have those.
  const blocks = listArrays(withoutColors(result)).filter((array) => array.length > 0)
  return [head, ...blocks.map((array) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))]
}

function toPreamble(result: Result): JsonObject {
  switch (result.type) {
    case 'mesh':
      return {
        type: result.type,
        vertex_count: result.vertices.length / 3,
        vertex_dtype: 'float32',
        index_count: result.indices.length,
        index_dtype: 'uint32',
        normal_count: (result.normals?.length ?? 0) / 3,
        normal_dtype: 'float32',
      }
    case 'volume': {
      const { type, shape, dtype, spacing, origin } = result
      return { type, shape, dtype, ...(spacing && { spacing }), ...(origin && { origin }) }
    }
    case 'point_cloud':
      return {
        type: result.type,
        point_count: result.points.length / 3,
        point_dtype: 'float32',
        color_count: (result.colors?.length ?? 0) / 3,
        color_dtype: 'uint8',
        scalar_count: result.scalars?.length ?? 0,
        scalar_dtype: 'float32',
      }
    case 'image': {
      const { type, width, height, channels, dtype } = result
      return { type, width, height, channels, dtype }
    }
  }
}

/**
 * Returns the result in an envelope. Its arrays are views on `bytes` where alignment allows (a block of bytes
 * always, one of 4-byte elements in one case of four); the others are copied, at about 0.2 ms a MB. Nothing
 * is allocated before its bytes are known to be there. Contents are not read: `checkElements` does that.
 * @throws `envelope.invalid` for a truncated or overlong buffer, an unknown type, a dtype that version 1 does
 * not allow, and a preamble or count that is malformed or contradicts another
 */
export function decodeEnvelope(bytes: Uint8Array | ArrayBuffer): Result {
  requireLittleEndian()
  const reader = new BlockReader(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
  const result = readBody(reader.readPreamble(), reader)
  reader.requireEnd()
  return result
}

function readBody(fields: JsonObject, reader: BlockReader): Result {
  const type = readChoice(fields, 'type', resultTypes, refuse)
  switch (type) {
    case 'mesh': {
      const vertexCount = readCount(fields, 'vertex_count', refuse)
      const indexCount = readCount(fields, 'index_count', refuse)
      const normalCount = requireNoneOrAll(
        readCount(fields, 'normal_count', refuse),
        vertexCount,
        'normal_count',
        refuse,
      )
      requireDtypes(fields, { vertex_dtype: 'float32', index_dtype: 'uint32', normal_dtype: 'float32' })
      if (indexCount % 3 !== 0) throw refuse(`index_count is ${indexCount}; a multiple of 3 was wanted.`)
      const vertices = reader.read('vertices', Float32Array, vertexCount * 3)
      const indices = reader.read('indices', Uint32Array, indexCount)
      const normals = normalCount > 0 && { normals: reader.read('normals', Float32Array, normalCount * 3) }
      return { type, vertices, indices, ...normals }
    }
    case 'volume': {
      const shape = readShape(fields, refuse)
      const dtype = readChoice(fields, 'dtype', volumeDtypes, refuse)
      const spacing = readNumbers(fields, 'spacing', refuse)
      const origin = readNumbers(fields, 'origin', refuse)
      const data = reader.read<VolumeArray>('data', volumeArrays[dtype], countSamples(shape))
      return { type, shape, dtype, data, ...(spacing && { spacing }), ...(origin && { origin }) }
    }
    case 'point_cloud': {
      const count = readCount(fields, 'point_count', refuse)
      const colorCount = requireNoneOrAll(
        readCount(fields, 'color_count', refuse),
        count,
        'color_count',
        refuse,
      )
      const scalarCount = requireNoneOrAll(
        readCount(fields, 'scalar_count', refuse),
        count,
        'scalar_count',
        refuse,
      )
      requireDtypes(fields, { point_dtype: 'float32', color_dtype: 'uint8', scalar_dtype: 'float32' })
      const points = reader.read('points', Float32Array, count * 3)
      const colors = colorCount > 0 && { colors: reader.read('colors', Uint8Array, colorCount * 3) }
      const scalars = scalarCount > 0 && { scalars: reader.read('scalars', Float32Array, scalarCount) }
      return { type, points, ...colors, ...scalars }
    }
    case 'image': {
      const width = readExtent(fields, 'width', Number.MAX_SAFE_INTEGER, refuse)
      const height = readExtent(fields, 'height', Number.MAX_SAFE_INTEGER, refuse)
      const channels = readExtent(fields, 'channels', 4, refuse)
      const dtype = readChoice(fields, 'dtype', imageDtypes, refuse)
      const data = reader.read<Uint8Array | Uint16Array>(
        'data',
        volumeArrays[dtype],
        width * height * channels,
      )
      return { type, width, height, channels, dtype, data }
    }
  }
}

/** Dtypes that version 1 fixes are in the preamble even for blocks that are not there. */
function requireDtypes(fields: JsonObject, wanted: { readonly [name: string]: string }): void {
  for (const [name, dtype] of Object.entries(wanted)) readChoice(fields, name, [dtype], refuse)
}

interface ArrayKind<A> {
  readonly BYTES_PER_ELEMENT: number
  new (buffer: ArrayBufferLike, byteOffset: number, length: number): A
}

/** Takes an envelope apart from front to back. */
class BlockReader {
  readonly #bytes: Uint8Array
  #at = prefixBytes

  constructor(bytes: Uint8Array) {
    // A view of its own, because slice copies here and does not in Node's Buffer.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  readPreamble(): JsonObject {
    const { buffer, byteOffset, length } = this.#bytes
    if (length < prefixBytes)
      throw refuse(`The buffer has ${length} bytes; ${prefixBytes} were wanted for the length alone.`)
    const preambleLength = new DataView(buffer, byteOffset).getUint32(0, true)
    this.#require('the preamble', preambleLength)
    // slice, because a TextDecoder refuses shared memory in browsers.
    const text = decodeText(this.#bytes.slice(this.#at, this.#at + preambleLength))
    this.#at += preambleLength
    const preamble = parsePreamble(text)
    if (isJsonObject(preamble)) return preamble
    throw refuse('The preamble is not a JSON object.')
  }

  read<A>(name: string, Kind: ArrayKind<A>, length: number): A {
    const byteLength = length * Kind.BYTES_PER_ELEMENT
    this.#require(name, byteLength)
    const start = this.#at
    this.#at += byteLength
    const offset = this.#bytes.byteOffset + start
    if (offset % Kind.BYTES_PER_ELEMENT === 0) return new Kind(this.#bytes.buffer, offset, length)
    return new Kind(this.#bytes.slice(start, this.#at).buffer, 0, length)
  }

  requireEnd(): void {
    const rest = this.#bytes.length - this.#at
    if (rest > 0) throw refuse(`${rest} bytes follow the last block; none were wanted.`)
  }

  // Lengths above 2^53 are no longer exact, but far above whatever is left.
  #require(name: string, byteLength: number): void {
    const rest = this.#bytes.length - this.#at
    if (byteLength > rest)
      throw refuse(`The buffer is truncated: ${name} needs ${byteLength} bytes and ${rest} are left.`)
  }
}

function decodeText(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw refuse('The preamble is not UTF-8.', cause)
  }
}

function parsePreamble(text: string): Json {
  try {
    return parseJson(text, 'The preamble')
  } catch (cause) {
    throw refuse(cause instanceof Error ? cause.message : String(cause), cause)
  }
}

function requireLittleEndian(): void {
  if (!isLittleEndian)
    throw new SpecimenError('internal', 'Envelopes are little-endian and this platform is not.')
}

function refuse(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('envelope.invalid', detail, { cause })
}
