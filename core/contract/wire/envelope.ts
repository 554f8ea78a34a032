/**
 * The binary envelope, version 1: a length, a JSON preamble, and the result's arrays as they lie in memory.
 * The host writes it, the client and the link read it. Mesh and volume are the interface's ("Binary envelope
 * format"); the other kinds follow the same pattern by our own decision.
 *
 * Blocks are little-endian, as is every supported platform; a big-endian one is refused.
 */

import { SpecimenError } from '../domain/errors.ts'
import { areCaptions, requireCaptions } from '../domain/result/captions.ts'
import { countRows } from '../domain/result/columns.ts'
import { type ElementArray, isElementArray } from '../domain/result/elements.ts'
import { isBeyondEnvelope, type Member, type ResultMember } from '../domain/result/member.ts'
import { countSamples, type MemberReader, readResult } from '../domain/result/read-result.ts'
import {
  listMembers,
  partTypes,
  type Result,
  type ResultField,
  toFields,
  toSmallMembers,
} from '../domain/result/result.ts'
import type { Json, JsonObject } from '../values/json.ts'
import { BlockReader, prefixBytes, refuseEnvelope as refuse } from './block-reader.ts'
import { readColumnBlocks, toColumnBlocks } from './column-blocks.ts'
import { FieldReader } from './fields.ts'

const isLittleEndian = new Uint8Array(new Uint16Array([1]).buffer)[0] === 1

/**
 * Returns the envelope in parts to send in order: length and preamble, then views on each non-empty array.
 */
export function encodeEnvelope(result: Result): Uint8Array[] {
  requireLittleEndian()
  const members = listMembers(result.type).map(([name, member]) => writeMember(result, name, member))
  const text = new TextEncoder().encode(JSON.stringify(toPreamble(result, members)))
  const head = new Uint8Array(prefixBytes + text.length)
  new DataView(head.buffer).setUint32(0, text.length, true)
  head.set(text, prefixBytes)
  return [head, ...members.flatMap(({ blocks }) => blocks).filter(({ length }) => length > 0)]
}

/** What an envelope has of a member in place of its JSON: members of the preamble, and blocks. */
interface WrittenMember {
  readonly preamble: JsonObject
  readonly blocks: readonly Uint8Array[]
}

const nothingWritten: WrittenMember = { preamble: {}, blocks: [] }

function writeMember(result: Result, name: string, member: ResultMember): WrittenMember {
  const value = toFields(result)[name]
  // Version 1 fixes the blocks of a mesh without colours and scalars: JSON and glTF have those.
  if (member.form === 'list' && member.envelope !== null) {
    const { prefix, unit } = member.envelope
    const blocks = isElementArray(value) ? [toBytes(value)] : []
    const length = isElementArray(value) ? value.length : 0
    return { preamble: { [`${prefix}_count`]: length / unit, [`${prefix}_dtype`]: member.dtype }, blocks }
  }
  if (member.form === 'samples' && isElementArray(value)) return { preamble: {}, blocks: [toBytes(value)] }
  if (member.form === 'captions' && areCaptions(value)) {
    const { prefix } = member.envelope
    const bytes = new TextEncoder().encode(JSON.stringify(value))
    return {
      preamble: { [`${prefix}_count`]: value.length, [`${prefix}_bytes`]: bytes.length },
      blocks: [bytes],
    }
  }
  if (member.form === 'columns' && result.type === 'table') {
    const blocks = toColumnBlocks(result.columns)
    return {
      preamble: { row_count: countRows(result.columns), [name]: blocks.map(({ head }) => head) },
      blocks: blocks.map(({ bytes }) => bytes),
    }
  }
  return nothingWritten
}

function toBytes({ buffer, byteOffset, byteLength }: ElementArray): Uint8Array {
  return new Uint8Array(buffer, byteOffset, byteLength)
}

/** Returns whether version 1 leaves out a small member of a result: it fixes the members. */
export function isLeftOut(
  member: ResultMember,
  fields: { readonly [name: string]: ResultField | undefined },
): boolean {
  if (isBeyondEnvelope(member)) return true
  return member.form === 'vector' && member.notBeside !== undefined && fields[member.notBeside] !== undefined
}

function toPreamble(result: Result, members: readonly WrittenMember[]): JsonObject {
  const small: { [name: string]: Json } = { ...toSmallMembers(result) }
  const fields = toFields(result)
  for (const [name, member] of listMembers(result.type))
    if (member.form === 'captions' || member.form === 'columns' || isLeftOut(member, fields))
      delete small[name]
  return Object.assign(small, ...members.map(({ preamble }) => preamble))
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
  return readEnvelope(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes), nothing)
}

/** Reads what version 1 leaves out, from another place. */
export type LeftOutReader = Pick<
  MemberReader,
  'matrix' | 'texts' | 'text' | 'place' | 'count' | 'labels' | 'range' | 'vector' | 'list'
>

const nothing: LeftOutReader = {
  matrix: () => undefined,
  texts: () => undefined,
  text: () => undefined,
  place: () => undefined,
  count: () => undefined,
  labels: () => undefined,
  range: () => undefined,
  vector: () => undefined,
  list: () => undefined,
}

/** Returns the result in an envelope, with what is left out of it. @throws as {@link decodeEnvelope} */
export function readEnvelope(bytes: Uint8Array, leftOut: LeftOutReader): Result {
  requireLittleEndian()
  const blocks = new BlockReader(bytes)
  const preamble = new FieldReader(blocks.readPreamble(), refuse)
  const result = readResult(preamble.readChoice('type', partTypes), {
    ...leftOut,
    extent: (name, { most = Number.MAX_SAFE_INTEGER }) => preamble.readExtent(name, most),
    shape: (name) => preamble.readShape(name),
    vector: (name, member) => preamble.readNumbers(name) ?? leftOut.vector(name, member),
    parts: () => ({}),
    choice: (name, { choices }) => (name in preamble.fields ? preamble.readChoice(name, choices) : undefined),
    column: (name) => preamble.readText(name),
    columns: (name, _, named) => readColumnBlocks(preamble, blocks, { name, named }),
    captions: (name, { envelope: { prefix } }, count) => {
      const found = preamble.readCount(`${prefix}_count`)
      if (found !== count) throw refuse(`${prefix}_count must be ${count} (got ${found}).`)
      const texts = blocks.readTexts(name, preamble.readCount(`${prefix}_bytes`))
      return requireCaptions(texts, { name, count, refuse })
    },
    list: (name, member, groups) => {
      if (member.envelope === null) return leftOut.list(name, member, groups)
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

function requireLittleEndian(): void {
  if (!isLittleEndian)
    throw new SpecimenError('internal', 'Envelopes are little-endian and this platform is not.')
}
