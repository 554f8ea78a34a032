/**
 * The binary envelope, version 1: a length, a JSON preamble, and the result's arrays as they lie in memory.
 * The host writes it, the client and the link read it. Mesh and volume are the interface's ("Binary envelope
 * format"); point_cloud and image follow the same pattern by our own decision.
 *
 * Blocks are little-endian, as is every supported platform; a big-endian one is refused.
 */

import { SpecimenError } from '../domain/errors.ts'
import { type Dtype, type ElementArray, type ElementClass, elementArrays } from '../domain/result/elements.ts'
import { isBeyondEnvelope, type Member } from '../domain/result/kinds.ts'
import { countSamples, readResult } from '../domain/result/read-result.ts'
import {
  type Block,
  listBlocks,
  listMembers,
  type Result,
  resultTypes,
  toFields,
  toSmallMembers,
} from '../domain/result/result.ts'
import { toThrownText } from '../text/thrown-text.ts'
import { isJsonObject, type Json, type JsonObject, parseJson } from '../values/json.ts'
import { FieldReader, readSmallMembers } from './fields.ts'

const prefixBytes = 4
const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Returns the envelope in parts to send in order: length and preamble, then views on each non-empty array.
 */
export function encodeEnvelope(result: Result): Uint8Array[] {
  requireLittleEndian()
  const arrays = listBlocks(result)
  const text = new TextEncoder().encode(JSON.stringify(toPreamble(result, arrays)))
  const head = new Uint8Array(prefixBytes + text.length)
  new DataView(head.buffer).setUint32(0, text.length, true)
  head.set(text, prefixBytes)
  // Version 1 fixes the blocks of a mesh without colours and scalars: JSON and glTF have those.
  const blocks = arrays.filter((block) => isInEnvelope(block) && block.array.length > 0)
  return [
    head,
    ...blocks.map(({ array }) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength)),
  ]
}

function isInEnvelope({ form, member }: Block): boolean {
  return form === 'samples' || member.envelope !== null
}

function toPreamble(result: Result, arrays: readonly Block[]): JsonObject {
  const preamble: { [name: string]: Json } = { ...toSmallMembers(result) }
  const fields = toFields(result)
  for (const [name, member] of listMembers(result.type)) {
    // Version 1 fixes the members.
    if (isBeyondEnvelope(member)) delete preamble[name]
    if (member.form === 'vector' && member.notBeside !== undefined && fields[member.notBeside] !== undefined)
      delete preamble[name]
    if (member.form !== 'list' || member.envelope === null) continue
    const { prefix, unit } = member.envelope
    const length = arrays.find((block) => block.name === name)?.array.length ?? 0
    preamble[`${prefix}_count`] = length / unit
    preamble[`${prefix}_dtype`] = member.dtype
  }
  return preamble
}

/**
 * Returns the result in an envelope. Its arrays are views on `bytes` where alignment allows (a block of bytes
 * always, one of 4-byte elements in one case of four); the others are copied, at about 0.2 ms a MB. Allocates
 * nothing before its bytes have arrived. Contents are not read: `checkElements` does that.
 * @throws `envelope.invalid` for a truncated or overlong buffer, an unknown type, a dtype that version 1 does
 * not allow, and a preamble or count that is malformed or contradicts another
 *
 * @example
 * import { decodeEnvelope } from 'specimen-host/client'
 *
 * const answer = await fetch('http://127.0.0.1:8000/api/specimens/gyroid/data?format=envelope')
 * const result = decodeEnvelope(await answer.arrayBuffer())
 * if (result.type === 'mesh') console.log(result.vertices) // x, y, z of each vertex
 */
export function decodeEnvelope(bytes: Uint8Array | ArrayBuffer): Result {
  requireLittleEndian()
  const blocks = new BlockReader(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
  const preamble = new FieldReader(blocks.readPreamble(), refuse)
  const result = readResult(preamble.readChoice('type', resultTypes), {
    ...readSmallMembers(preamble),
    matrix: () => undefined,
    texts: () => undefined,
    text: () => undefined,
    place: () => undefined,
    count: () => undefined,
    labels: () => undefined,
    range: () => undefined,
    list: (name, member, groups) => {
      const length = readLength(preamble, member, groups)
      return length === undefined ? undefined : blocks.read(name, member.dtype, length)
    },
    samples: (name, { dtypes }, extents) =>
      blocks.read(name, preamble.readChoice('dtype', dtypes), countSamples(extents)),
  })
  blocks.requireEnd()
  return result
}

function readLength(
  preamble: FieldReader,
  member: Member<'list'>,
  groups: number | undefined,
): number | undefined {
  const { optional, group, envelope, dtype } = member
  if (envelope === null) return undefined
  const { prefix, unit } = envelope
  const count = preamble.readCount(`${prefix}_count`)
  preamble.readChoice(`${prefix}_dtype`, [dtype]) // in the preamble even without a block
  if (groups === undefined) {
    const multiple = group / unit
    if (count % multiple !== 0)
      throw refuse(`${prefix}_count must be a multiple of ${multiple} (got ${count}).`)
  } else {
    const wanted = (groups * group) / unit
    if (count !== wanted && !(optional && count === 0))
      throw refuse(`${prefix}_count must be ${optional ? '0 or ' : ''}${wanted} (got ${count}).`)
  }
  return optional && count === 0 ? undefined : count * unit
}

class BlockReader {
  readonly #bytes: Uint8Array
  #at = prefixBytes

  constructor(bytes: Uint8Array) {
    // A separate view, because `slice` copies here and does not in Node's Buffer.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  readPreamble(): JsonObject {
    const { buffer, byteOffset, length } = this.#bytes
    if (length < prefixBytes)
      throw refuse(`The buffer must have at least ${prefixBytes} bytes, for the length (got ${length}).`)
    const preambleLength = new DataView(buffer, byteOffset).getUint32(0, true)
    this.#require('the preamble', preambleLength)
    // slice, because a TextDecoder refuses shared memory in browsers.
    const text = decodeText(this.#bytes.slice(this.#at, this.#at + preambleLength))
    this.#at += preambleLength
    const preamble = parsePreamble(text)
    if (isJsonObject(preamble)) return preamble
    throw refuse('The preamble is not a JSON object.')
  }

  read(name: string, dtype: Dtype, length: number): ElementArray {
    const Kind: ElementClass = elementArrays[dtype]
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
    if (rest > 0) throw refuse(`The buffer must end with the last block (got ${rest} more bytes).`)
  }

  // Lengths above 2^53 are inexact, but far above the rest of the buffer.
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
    throw refuse(toThrownText(cause), cause)
  }
}

function requireLittleEndian(): void {
  if (!isLittleEndian)
    throw new SpecimenError('internal', 'Envelopes are little-endian and this platform is not.')
}

function refuse(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('envelope.invalid', detail, { cause })
}
