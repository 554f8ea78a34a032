/**
 * The schemas that a value may have. A value is walked once, with all of them at a time: branches of
 * recursive types would else double the ways at each level.
 */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { resolveReference } from './references.ts'

/** The place of a value in parameters. */
export interface SchemaPlace {
  readonly root: JsonObject
  /** The schemas that it may have, not followed yet. */
  readonly schemas: readonly (Json | undefined)[]
  readonly steps: readonly string[]
}

/** Returns the schemas that a value may have there, behind references and in the branches of unions. */
export function openSchemas({ root, schemas }: SchemaPlace, value: Json): readonly JsonObject[] {
  const opened = new Set<JsonObject>()
  for (const schema of schemas) open(root, schema, value, opened)
  return [...opened]
}

/** Returns the place of a member or item of a value that has these schemas. */
export function enterMember(
  { root, steps }: SchemaPlace,
  opened: readonly JsonObject[],
  step: string | number,
): SchemaPlace {
  const schemas = opened.flatMap((schema) => listInner(schema, step))
  return { root, schemas, steps: [...steps, String(step)] }
}

/** Adds what a schema leads to. */
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
  const own = isJsonArray(value) ? 'array' : typeof value
  if (types !== undefined && isJsonArray(types) && !types.includes(own)) return false
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
