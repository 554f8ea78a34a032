/**
 * Where references to data are in parameters. A value is walked once, with all schemas that it may have there
 * at a time: branches of recursive types would else double the ways at each level.
 */
import { type DataPlace, readWantedData, takesData, toDataRef, type WantedData } from '../domain/data-ref.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { resolveReference } from './references.ts'

/** The place of a value in parameters. */
interface ValuePlace {
  readonly root: JsonObject
  /** The schemas that it may have, not followed yet. */
  readonly schemas: readonly (Json | undefined)[]
  readonly steps: readonly string[]
}

/** Returns the references in a value that fits a schema, in the order of the value; each is one place. */
export function listDataPlaces(root: JsonObject, value: Json): readonly DataPlace[] {
  if (!takesData(root)) return []
  return listWithin(value, { root, schemas: [root], steps: [] })
}

function listWithin(value: Json | undefined, { root, schemas, steps }: ValuePlace): readonly DataPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const opened = new Set<JsonObject>()
  for (const schema of schemas) open(root, schema, value, opened)
  const wanted = mergeWanted([...opened])
  if (wanted) {
    const ref = isJsonObject(value) ? toDataRef(value) : undefined
    return ref ? [{ steps, ...wanted, ref }] : []
  }
  const members = isJsonArray(value) ? value.entries() : Object.entries(value)
  return [...members].flatMap(([step, own]) => {
    if (typeof own !== 'object' || own === null) return [] // before anything is made for it
    const inner = [...opened].flatMap((schema) => listInner(schema, step))
    return listWithin(own, { root, schemas: inner, steps: [...steps, String(step)] })
  })
}

/** Adds what a schema leads to: behind references, and the branches of unions that the value may have. */
function open(root: JsonObject, schema: Json | undefined, value: Json, opened: Set<JsonObject>): void {
  if (!isJsonObject(schema) || opened.has(schema) || !mayHave(schema, value)) return
  opened.add(schema)
  const { $ref: target, anyOf } = schema
  if (typeof target === 'string') open(root, resolveReference(root, target), value, opened)
  if (anyOf !== undefined && isJsonArray(anyOf)) for (const branch of anyOf) open(root, branch, value, opened)
}

/** Returns false where a value surely has not the form of a schema: branches differ in constants or names. */
function mayHave(schema: JsonObject, value: Json): boolean {
  const { type, properties = {}, required = [], additionalProperties, patternProperties } = schema
  const types = typeof type === 'string' ? [type] : type
  if (types !== undefined && isJsonArray(types) && !types.includes(isJsonArray(value) ? 'array' : 'object'))
    return false
  if (isJsonArray(value) || !isJsonObject(properties) || !isJsonObject(value)) return true
  if (isJsonArray(required) && required.some((name) => !Object.hasOwn(value, String(name)))) return false
  const isOpen = additionalProperties !== false || patternProperties !== undefined
  return Object.entries(value).every(([name, own]) => {
    const given = Object.hasOwn(properties, name) ? properties[name] : undefined
    if (!isJsonObject(given)) return given === true || isOpen
    const { const: only, enum: choices = only === undefined ? undefined : [only] } = given
    const isPlain = typeof own !== 'object' || own === null
    return !isPlain || choices === undefined || !isJsonArray(choices) || choices.includes(own ?? null)
  })
}

/** Returns the schemas of a member or item. Patterns are of names, and all of one type lead to the same. */
function listInner(schema: JsonObject, step: string | number): readonly (Json | undefined)[] {
  const { properties, patternProperties, additionalProperties, prefixItems, items } = schema
  if (typeof step === 'number') {
    const first = prefixItems !== undefined && isJsonArray(prefixItems) ? prefixItems : []
    return [first[step] ?? items]
  }
  if (isJsonObject(properties) && Object.hasOwn(properties, step)) return [properties[step]]
  const patterns = isJsonObject(patternProperties) ? Object.values(patternProperties) : []
  return [...patterns, additionalProperties]
}

/** Returns what several schemas of one place want; of files as they are and results, what is first. */
function mergeWanted(schemas: readonly JsonObject[]): WantedData | undefined {
  const all = schemas.flatMap((schema) => readWantedData(schema) ?? [])
  const [first] = all
  if (!first || all.length === 1) return first
  const isFile = first.kinds.includes('file')
  const alike = all.filter(({ kinds }) => kinds.includes('file') === isFile)
  const isAny = alike.some(({ endings }) => endings.length === 0)
  return {
    kinds: [...new Set(alike.flatMap(({ kinds }) => kinds))],
    endings: isAny ? [] : [...new Set(alike.flatMap(({ endings }) => endings))],
  }
}
