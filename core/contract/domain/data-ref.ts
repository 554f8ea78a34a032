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

/** The annotation of a schema whose values are references: the kinds of results that fit. */
export const dataKeyword = 'data'

/** Most references that one call follows. */
export const mostDataCalls = 32
/** Most references inside each other. */
export const deepestData = 8

/** Most elements of a list with data in it. */
export const mostDataItems = 16

/** Most characters of a name in a reference. */
const nameLength = 257 // a function's or specimen's, behind the name of its worker

const name = { type: 'string', minLength: 1, maxLength: nameLength } as const
/** The names of files by their bytes: the SHA-256 in hexadecimal digits. */
const fileHashPattern = '^[0-9a-f]{64}$'
/** Most characters of the name of a file that is brought. */
export const fileNameLength = 255

const part = { type: 'string', pattern: partNamePattern } as const

/** Returns the schema of a reference to data of these kinds. */
export function toDataSchema(kinds: readonly PartType[]): JsonObject {
  return {
    type: 'object',
    [dataKeyword]: kinds,
    oneOf: [
      {
        title: 'A specimen',
        type: 'object',
        properties: { specimen: name, part },
        required: ['specimen'],
        additionalProperties: false,
      },
      {
        title: 'A call',
        type: 'object',
        properties: { process: name, inputs: { type: 'object' }, part },
        required: ['process'],
        additionalProperties: false,
      },
      {
        title: 'A file',
        type: 'object',
        properties: {
          file: { type: 'string', pattern: fileHashPattern },
          name: { type: 'string', minLength: 1, maxLength: fileNameLength },
        },
        required: ['file'],
        additionalProperties: false,
      },
    ],
  }
}

const plurals = ['lines', 'arrows', 'labels']

/** Returns what a reference to results of these kinds is, in words: `a reference to a mesh or an image`. */
export function describeReference(kinds: readonly Json[]): string {
  return `a reference to ${sayKinds(kinds)}`
}

/** Returns kinds in words: `a mesh or an image`. */
export function sayKinds(kinds: readonly Json[]): string {
  const named = kinds.map(String).map((kind) => {
    const article = plurals.includes(kind) ? '' : kind === 'image' ? 'an ' : 'a '
    return `${article}${kind.replaceAll('_', ' ')}`
  })
  return named.join(' or ')
}

/** A reference in parameters. */
export interface DataPlace {
  /** The names and indices that lead to it. */
  readonly steps: readonly string[]
  readonly kinds: readonly string[]
  readonly ref: DataRef
}

/** Returns the references in a value that fits a schema, in the order of the schema. */
export function listDataPlaces(root: JsonObject, value: Json): readonly DataPlace[] {
  if (!takesData(root)) return []
  return listWithin(value, { schema: root, root, steps: [] })
}

/** A schema of a part of parameters, with the steps that lead there. */
interface SchemaPlace {
  readonly schema: Json | undefined
  readonly root: JsonObject
  readonly steps: readonly string[]
}

function listWithin(value: Json | undefined, place: SchemaPlace): readonly DataPlace[] {
  const { schema, root, steps } = place
  if (!isJsonObject(schema) || typeof value !== 'object' || value === null) return []
  const kinds = schema[dataKeyword]
  if (isJsonArray(kinds)) {
    const ref = isJsonObject(value) ? toDataRef(value) : undefined
    return ref ? [{ steps, kinds: kinds.map(String), ref }] : []
  }
  const inside = (part: Json | undefined, own: Json | undefined, step: string): readonly DataPlace[] =>
    listWithin(own, { schema: part, root, steps: [...steps, step] })
  const { $ref: target, anyOf, properties, additionalProperties, prefixItems, items } = schema
  if (typeof target === 'string') return listWithin(value, { ...place, schema: follow(root, target) })
  if (isJsonArray(anyOf)) return anyOf.flatMap((branch) => listWithin(value, { ...place, schema: branch }))
  if (isJsonArray(value)) {
    const first = prefixItems !== undefined && isJsonArray(prefixItems) ? prefixItems : []
    return value.flatMap((item, i) => inside(first[i] ?? items, item, String(i)))
  }
  const named = isJsonObject(properties) ? properties : {}
  return Object.entries(value).flatMap(([key, own]) =>
    inside(Object.hasOwn(named, key) ? named[key] : additionalProperties, own, key),
  )
}

function follow(root: JsonObject, target: string): Json | undefined {
  const name = decodeURIComponent(target.replace(/^#\/\$defs\//, ''))
  const definitions = root.$defs
  const key = name.replaceAll('~1', '/').replaceAll('~0', '~')
  return isJsonObject(definitions) && Object.hasOwn(definitions, key) ? definitions[key] : undefined
}

function toDataRef({ process, specimen, file, name, inputs, part }: JsonObject): DataRef | undefined {
  if (typeof file === 'string') return { file, ...(typeof name === 'string' && { name }) }
  const of = typeof part === 'string' ? { part } : {}
  if (typeof specimen === 'string') return { specimen, ...of }
  if (typeof process !== 'string') return undefined
  return { process, ...(isJsonObject(inputs) && { inputs }), ...of }
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
