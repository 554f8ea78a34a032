/**
 * Data as parameters: where a function takes a mesh or a volume, a client sends a reference to what gives
 * it, and never its bytes.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import type { PartType } from './result/result.ts'
import { partNamePattern } from './result/scene.ts'
import type { Params } from './schema.ts'

/**
 * A reference to data: a call of a function or specimen, as OGC API – Processes, part 3, nests processes; a
 * specimen with its defaults; or a file that its caller has brought to this host, by the SHA-256 of its bytes
 * in hexadecimal digits. `part` takes that part of a scene.
 */
export type DataRef =
  | { readonly process: string; readonly inputs?: Params; readonly part?: string }
  | { readonly specimen: string; readonly part?: string }
  | FileRef

/** A reference to a file, with its name, whose ending may tell the format. */
export interface FileRef {
  readonly file: string
  readonly name?: string
}

/** The annotation of a schema whose values are references: the kinds that fit. */
export const dataKeyword = 'data'
/** Beside {@link dataKeyword}, the endings of the files that fit; absent for any. */
export const endingsKeyword = 'endings'

/** A kind of what references lead to: a result, or a file whose bytes are taken as they are. */
export type DataKind = PartType | 'file'

/** Most references that one call follows. */
export const mostDataCalls = 32
/** Most references inside each other. */
export const deepestData = 8

/** Most elements of a list with data in it. */
export const mostDataItems = 16

/** Most characters of a name in a reference. */
export const nameLength = 257 // a function's or specimen's, behind the name of its worker

const name = { type: 'string', minLength: 1, maxLength: nameLength } as const
/** The names of files by their bytes: the SHA-256 in hexadecimal digits. */
const fileHashPattern = '^[0-9a-f]{64}$'
/** Most characters of the name of a file that is brought. */
export const fileNameLength = 255

const part = { type: 'string', pattern: partNamePattern } as const

const specimenForm = {
  title: 'A specimen',
  type: 'object',
  properties: { specimen: name, part },
  required: ['specimen'],
  additionalProperties: false,
} as const
const callForm = {
  title: 'A call',
  type: 'object',
  properties: { process: name, inputs: { type: 'object' }, part },
  required: ['process'],
  additionalProperties: false,
} as const
const fileForm = {
  title: 'A file',
  type: 'object',
  properties: {
    file: { type: 'string', pattern: fileHashPattern },
    name: { type: 'string', minLength: 1, maxLength: fileNameLength },
  },
  required: ['file'],
  additionalProperties: false,
} as const
/** A file of a specimen is a whole. */
const wholeForm = { ...specimenForm, properties: { specimen: name } } as const

/** Returns the schema of a reference to data of these kinds. */
export function toDataSchema(kinds: readonly PartType[]): JsonObject {
  return { type: 'object', [dataKeyword]: kinds, oneOf: [specimenForm, callForm, fileForm] }
}

/** Returns the schema of a reference to a file with one of these endings; none for any. */
export function toFileSchema(endings: readonly string[]): JsonObject {
  return {
    type: 'object',
    [dataKeyword]: ['file'],
    ...(endings.length > 0 && { [endingsKeyword]: endings }),
    oneOf: [wholeForm, fileForm],
  }
}

const ending = /^(?:[.][a-z0-9_+-]{1,15}){1,8}$/
/** Most characters of an ending behind its first point. */
const endingLength = 16
/** The rule of {@link isEnding}, for refusals. */
export const endingRule = `a point, then 1 to ${endingLength} small letters, digits, points, _, + or -`

/** Returns whether a text is an ending of files: `.csv`, `.tar.gz`. */
export function isEnding(text: string): boolean {
  return ending.test(text) && text.length <= endingLength + 1
}

/** Returns whether a file's name has one of some endings; none are any. */
export function hasEnding(fileName: string, endings: readonly string[]): boolean {
  const plain = fileName.toLowerCase()
  return endings.length === 0 || endings.some((each) => plain.endsWith(each))
}

/** What may stand in the place of a reference. */
export interface WantedData {
  readonly kinds: readonly string[]
  /** Those of the files that fit; none for any. */
  readonly endings: readonly string[]
}

/** Returns what a schema's references lead to; undefined for another schema. */
export function readWantedData({
  [dataKeyword]: kinds,
  [endingsKeyword]: endings,
}: JsonObject): WantedData | undefined {
  if (kinds === undefined || !isJsonArray(kinds)) return undefined
  const listed = endings !== undefined && isJsonArray(endings) ? endings.map(String) : []
  return { kinds: kinds.map(String), endings: listed }
}

/** Returns what a schema's references lead to, in words: `a reference to a mesh or an image`. */
export function describeReference(schema: JsonObject): string | undefined {
  const wanted = readWantedData(schema)
  return wanted && `a reference to ${sayWanted(wanted)}`
}

/** Returns what fits in words: `a mesh or an image`, `a file that ends in .csv or .pdb`. */
export function sayWanted({ kinds, endings }: WantedData): string {
  return endings.length === 0 ? sayKinds(kinds) : `${sayKinds(kinds)} that ends in ${endings.join(' or ')}`
}

const plurals = ['lines', 'arrows', 'labels']

/** Returns kinds in words: `a mesh or an image`. */
export function sayKinds(kinds: readonly string[]): string {
  const named = kinds.map((kind) => {
    const article = plurals.includes(kind) ? '' : kind === 'image' ? 'an ' : 'a '
    return `${article}${kind.replaceAll('_', ' ')}`
  })
  return named.join(' or ')
}

/** A reference in parameters. */
export interface DataPlace extends WantedData {
  /** The names and indices that lead to it. */
  readonly steps: readonly string[]
  readonly ref: DataRef
}

/** Returns a reference in one of its forms; undefined for another value. */
export function toDataRef({ process, specimen, file, name, inputs, part }: JsonObject): DataRef | undefined {
  if (typeof file === 'string') return { file, ...(typeof name === 'string' && { name }) }
  const of = typeof part === 'string' ? { part } : {}
  if (typeof specimen === 'string') return { specimen, ...of }
  if (typeof process !== 'string') return undefined
  return { process, ...(isJsonObject(inputs) && { inputs }), ...of }
}

/** Returns the endings of files that some schemas take as they are, each once; null where one takes any. */
export function listTakenEndings(schemas: readonly Json[]): readonly string[] | null {
  const taken = schemas.flatMap(listFileSchemas)
  if (taken.some(({ endings }) => endings.length === 0)) return null
  return [...new Set(taken.flatMap(({ endings }) => endings))].sort()
}

function listFileSchemas(schema: Json): readonly WantedData[] {
  if (!takesData(schema)) return []
  if (isJsonArray(schema)) return schema.flatMap(listFileSchemas)
  if (!isJsonObject(schema)) return []
  const wanted = readWantedData(schema)
  if (wanted) return wanted.kinds.includes('file') ? [wanted] : []
  return Object.values(schema).flatMap(listFileSchemas)
}

/** Returns a value with another one at some steps; the value itself stays. */
export function replaceAt(value: Json, steps: readonly string[], put: Json): Json {
  const [step, ...rest] = steps
  if (step === undefined) return put
  if (isJsonArray(value))
    return value.map((item, i) => (String(i) === step ? replaceAt(item, rest, put) : item))
  if (!isJsonObject(value)) return value
  return { ...value, [step]: replaceAt(value[step] ?? null, rest, put) }
}

const fileHash = new RegExp(fileHashPattern)

/** Returns the hashes of all files that a value may refer to, each once. */
export function listFileHashes(value: Json | undefined): readonly string[] {
  if (typeof value !== 'object' || value === null) return []
  const inside = (isJsonArray(value) ? value : Object.values(value)).flatMap(listFileHashes)
  const own =
    isJsonObject(value) && typeof value.file === 'string' && fileHash.test(value.file) ? [value.file] : []
  return [...new Set([...own, ...inside])]
}

/** Schemas that were looked through: each call is checked by one that stays. */
const looked = new WeakMap<JsonObject, boolean>()

/** Returns whether a schema has references anywhere. */
export function takesData(schema: Json | undefined): boolean {
  if (isJsonArray(schema)) return schema.some(takesData)
  if (!isJsonObject(schema)) return false
  const known = looked.get(schema)
  if (known !== undefined) return known
  const takes = isJsonArray(schema[dataKeyword]) || Object.values(schema).some(takesData)
  looked.set(schema, takes)
  return takes
}
