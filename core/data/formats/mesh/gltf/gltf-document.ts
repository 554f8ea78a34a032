import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../../../../contract/values/json.ts'
import { isCount, isFiniteNumber } from '../../../../contract/values/number.ts'
import { toView } from '../../number-readers.ts'
import { refuse, requireBytes } from '../../refusal.ts'

/** The two chunks of a binary glTF file. */
export interface GltfDocument {
  readonly json: JsonObject
  /** The data of buffer 0. */
  readonly binary: Uint8Array
  /** True when a few bytes stand behind the chunks. */
  readonly hasMore: boolean
}

const headBytes = 12
const chunkHeadBytes = 8
const jsonChunk = 0x4e4f534a
const binaryChunk = 0x004e4942
/** Chunks end at multiples of four bytes. */
const chunkStep = 4

/** Returns the chunks of a binary glTF 2.0 file (section 4.4 of its specification). */
export function readGltfDocument(bytes: Uint8Array): GltfDocument {
  requireBytes('the head of a binary glTF', headBytes + chunkHeadBytes, bytes.length)
  const view = toView(bytes)
  const [version, length] = [view.getUint32(4, true), view.getUint32(8, true)]
  if (version !== 2) throw refuse(`The version must be 2 (got ${version}); convert it to glTF 2.0.`)
  requireBytes('the file, as its head says,', length, bytes.length)
  if (bytes.length >= length + chunkStep) throw refuse(`It must have ${length} bytes (got ${bytes.length}).`)
  let json: Json | undefined
  let binary: Uint8Array | undefined
  for (let at = headBytes; at + chunkHeadBytes <= length; ) {
    const [chunkLength, type] = [view.getUint32(at, true), view.getUint32(at + 4, true)]
    requireBytes('a chunk', chunkLength, length - at - chunkHeadBytes)
    const chunk = bytes.subarray(at + chunkHeadBytes, at + chunkHeadBytes + chunkLength)
    if (type === jsonChunk) json ??= parseText(chunk)
    else if (type === binaryChunk) binary ??= chunk
    at += chunkHeadBytes + chunkLength
  }
  if (!isJsonObject(json)) throw refuse('Its first chunk must be a JSON object.')
  return { json, binary: binary ?? new Uint8Array(0), hasMore: bytes.length > length }
}

/** Blanks pad the chunk; programs that pad it with zeros are common. */
function parseText(chunk: Uint8Array): Json {
  let end = chunk.length
  while (end > 0 && chunk[end - 1] === 0) end--
  // slice, because a TextDecoder refuses shared memory in browsers.
  return parseJson(new TextDecoder().decode(chunk.slice(0, end)), 'The JSON of the file')
}

/** Lists that were looked through: each node asks for the same ones. */
const lists = new WeakSet<readonly Json[]>()

function isListOfObjects(list: Json): list is readonly JsonObject[] {
  if (!isJsonArray(list)) return false
  if (!lists.has(list) && !list.every(isJsonObject)) return false
  lists.add(list)
  return true
}

/** Returns a list of objects; an empty one when absent. */
export function readList(parent: JsonObject, name: string): readonly JsonObject[] {
  const list = parent[name]
  if (list === undefined) return []
  if (isListOfObjects(list)) return list
  throw refuse(`${name} must be a list of objects.`)
}

/** Returns an object inside another; an empty one when absent. */
export function readObject(parent: JsonObject, name: string): JsonObject {
  const object = parent[name]
  return isJsonObject(object) ? object : {}
}

/** Returns a whole number of at least 0, or `none` when absent. */
export function readCount<T>(parent: JsonObject, name: string, none: T): number | T {
  const value = parent[name]
  if (value === undefined) return none
  if (isCount(value)) return value
  throw refuse(`${name} must be a whole number of at least 0.`)
}

/** Returns whole numbers of at least 0; an empty list when absent. */
export function readCounts(parent: JsonObject, name: string): readonly number[] {
  const list: unknown = parent[name] ?? []
  if (Array.isArray(list) && list.every(isCount)) return list
  throw refuse(`${name} must be a list of whole numbers of at least 0.`)
}

/** Returns as many finite numbers as `none` has, or `none` when absent. */
export function readNumbers(parent: JsonObject, name: string, none: readonly number[]): readonly number[] {
  const list: unknown = parent[name] ?? none
  if (Array.isArray(list) && list.length === none.length && list.every(isFiniteNumber)) return list
  throw refuse(`${name} must be ${none.length} finite numbers.`)
}

/** Returns an item of a list. @throws `file.undecodable` beyond its end */
export function pickItem<T>(list: readonly T[], index: number, what: string): T {
  const item = list[index]
  if (item !== undefined) return item
  throw refuse(`There is no ${what} ${index}: the file has ${list.length}.`)
}
