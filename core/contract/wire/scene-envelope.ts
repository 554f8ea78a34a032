/**
 * A scene as bytes: a length, a JSON preamble that names the parts, and each part as a whole envelope of
 * version 1, the smallest first, so that a page draws lines and meshes while a volume still comes. What an
 * envelope leaves out stands in the preamble, and arrays that it leaves out behind it. ENVELOPE.md has the
 * layout.
 */
import { type ElementArray, elementArrays, findDtype } from '../domain/result/elements.ts'
import { ofPart, readParts } from '../domain/result/read-parts.ts'
import {
  listBlocks,
  listMembers,
  listParts,
  type PartType,
  partTypes,
  type Result,
  type ScenePart,
  type SceneResult,
  toFields,
  toSmallMembers,
} from '../domain/result/result.ts'
import { partCount } from '../domain/result/scene.ts'
import { describe } from '../text/describe.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { BlockReader, prefixBytes, refuseEnvelope as refuse } from './block-reader.ts'
import { encodeEnvelope, isLeftOut, readEnvelope } from './envelope.ts'
import { FieldReader, readSmallMembers } from './fields.ts'

/** Parts begin at a multiple of this many bytes. */
const alignment = 8

/** Returns the bytes of a scene in parts to send in order; arrays are views. */
export function encodeScene({ parts, ...own }: SceneResult): Uint8Array[] {
  const written = listParts(parts)
    .map(([name, part], order) => writePart(part, { name, order }))
    .toSorted((a, b) => a.byteLength - b.byteLength)
  const text = JSON.stringify({ ...own, parts: written.map(({ entry }) => entry) })
  const { length } = new TextEncoder().encode(text)
  const padding = -(prefixBytes + length) & (alignment - 1)
  const head = new Uint8Array(prefixBytes + length + padding)
  new DataView(head.buffer).setUint32(0, length + padding, true)
  head.set(new TextEncoder().encode(text + ' '.repeat(padding)), prefixBytes)
  return [head, ...written.flatMap(({ pieces }) => pieces)]
}

/** A part as it is sent. */
interface WrittenPart {
  /** Its entry in the preamble. */
  readonly entry: JsonObject
  readonly pieces: readonly Uint8Array[]
  readonly byteLength: number
}

function writePart(part: ScenePart, { name, order }: { name: string; order: number }): WrittenPart {
  const { type: kind, look, place } = part
  const envelope = encodeEnvelope(part)
  const fields = toFields(part)
  const small = toSmallMembers(part)
  const members = listMembers(kind).flatMap(([of, member]): [string, Json][] => {
    const value = small[of]
    return value !== undefined && isLeftOut(member, fields) ? [[of, value]] : []
  })
  const more = listBlocks(part).filter(({ form, member }) => form === 'list' && member.envelope === null)
  const blocks = more.map(({ name, array }) => ({
    name,
    dtype: findDtype(array) ?? null,
    bytes: array.byteLength,
  }))
  const bytes = measure(envelope)
  const arrays = more.map(({ array }) => new Uint8Array(array.buffer, array.byteOffset, array.byteLength))
  return {
    entry: {
      name,
      kind,
      order,
      bytes,
      ...(look && { look }),
      ...(place && { place }),
      ...(members.length > 0 && { members: Object.fromEntries(members) }),
      ...(blocks.length > 0 && { blocks }),
    },
    pieces: [...envelope, ...arrays],
    byteLength: bytes + measure(arrays),
  }
}

function measure(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((total, { byteLength }) => total + byteLength, 0)
}

/**
 * Returns the scene in bytes, its parts in the order of their author. Arrays are views on `bytes` where
 * alignment allows, and nothing is allocated before its bytes have arrived. Contents are not read:
 * `checkElements` does that.
 * @throws `envelope.invalid` for bytes that are cut or too many, for a part that is no envelope of its kind,
 * and for names, looks and places that no part may have; the name of the part stands first
 *
 * @example
 * import { decodeScene } from 'specimen-host/client'
 *
 * const answer = await fetch('http://127.0.0.1:8000/api/specimens/findings/data?format=scene')
 * const { parts } = decodeScene(await answer.arrayBuffer())
 * for (const [name, part] of Object.entries(parts)) console.log(name, part.type)
 */
export function decodeScene(bytes: Uint8Array | ArrayBuffer): SceneResult {
  const blocks = new BlockReader(bytes instanceof Uint8Array ? bytes : new Uint8Array(bytes))
  const preamble = blocks.readPreamble()
  const fields = new FieldReader(preamble, refuse)
  fields.readChoice('type', ['scene'])
  const { parts: listed } = preamble
  if (!isJsonArray(listed) || listed.length > partCount)
    throw refuse(`parts must be an array of at most ${partCount} parts (got ${describe(listed)}).`)
  // Their bytes come in the order of the list.
  const taken = listed.map((entry, i) => takePart(entry, i, blocks))
  blocks.requireEnd()
  const ordered = taken.toSorted((a, b) => a.order - b.order)
  if (ordered.some(({ order }, i) => order !== i))
    throw refuse(`order must be a number of its own in each part, from 0 to ${taken.length - 1}.`)
  const known = new Map(taken.map((part) => [part.name, part]))
  if (known.size < taken.length) throw refuse('Each part must have a name of its own.')
  const parts = readParts(Object.fromEntries(ordered.map(({ name, entry }) => [name, entry])), {
    refuse,
    read: (_, name) => readPart(known.get(name)),
  })
  const [unit, orientation, notes] = [
    fields.readText('unit'),
    fields.readText('orientation'),
    fields.readNotes('notes'),
  ]
  return {
    type: 'scene',
    ...(unit && { unit }),
    ...(orientation && { orientation }),
    ...(notes && { notes }),
    parts,
  }
}

/** A part whose bytes are not read yet. */
interface TakenPart {
  readonly entry: JsonObject
  readonly name: string
  readonly kind: PartType
  readonly order: number
  readonly envelope: Uint8Array
  readonly arrays: ReadonlyMap<string, ElementArray>
}

function takePart(entry: Json, i: number, blocks: BlockReader): TakenPart {
  if (!isJsonObject(entry)) throw refuse(`parts[${i}] must be an object (got ${describe(entry)}).`)
  const { name } = entry
  if (typeof name !== 'string')
    throw refuse(`The name of parts[${i}] must be a text (got ${describe(name)}).`)
  return ofPart(name, () => {
    const fields = new FieldReader(entry, refuse)
    const kind = fields.readChoice('kind', partTypes)
    const order = fields.readCount('order')
    const envelope = blocks.take('its envelope', fields.readCount('bytes'))
    return { entry, name, kind, order, envelope, arrays: takeArrays(entry.blocks, kind, blocks) }
  })
}

/** Takes the arrays behind an envelope; those that a later host may send are passed over. */
function takeArrays(found: Json | undefined, kind: PartType, blocks: BlockReader): Map<string, ElementArray> {
  const arrays = new Map<string, ElementArray>()
  if (found === undefined) return arrays
  if (!isJsonArray(found)) throw refuse(`blocks must be an array (got ${describe(found)}).`)
  for (const block of found) {
    if (!isJsonObject(block)) throw refuse(`A block must be an object (got ${describe(block)}).`)
    const fields = new FieldReader(block, refuse)
    const { name } = block
    if (typeof name !== 'string') throw refuse(`The name of a block must be a text (got ${describe(name)}).`)
    const bytes = fields.readCount('bytes')
    const member = listMembers(kind).find(([of]) => of === name)?.[1]
    if (member?.form !== 'list' || member.envelope !== null) {
      blocks.take(name, bytes)
      continue
    }
    const { BYTES_PER_ELEMENT } = elementArrays[fields.readChoice('dtype', [member.dtype])]
    if (arrays.has(name)) throw refuse(`There must be one block ${name} of a part (got two).`)
    if (bytes % BYTES_PER_ELEMENT !== 0)
      throw refuse(`The bytes of ${name} must be a multiple of ${BYTES_PER_ELEMENT} (got ${bytes}).`)
    arrays.set(name, blocks.read(name, member.dtype, bytes / BYTES_PER_ELEMENT))
  }
  return arrays
}

function readPart(part: TakenPart | undefined): Result {
  if (!part) throw refuse('The part is not among those of the preamble.')
  const { entry, kind, envelope, arrays } = part
  const { members = {} } = entry
  if (!isJsonObject(members)) throw refuse(`members must be an object (got ${describe(members)}).`)
  const result = readEnvelope(envelope, {
    ...readSmallMembers(new FieldReader(members, refuse)),
    list: (name, { group }, groups = 0) => toValues(arrays.get(name), { name, length: groups * group }),
  })
  if (result.type === kind) return result
  throw refuse(`kind must be that of its envelope, ${result.type} (got ${kind}).`)
}

function toValues(
  array: ElementArray | undefined,
  { name, length }: { readonly name: string; readonly length: number },
): ElementArray | undefined {
  if (array === undefined || array.length === length) return array?.length === 0 ? undefined : array
  throw refuse(`${name} must have ${length} elements (got ${array.length}).`)
}
