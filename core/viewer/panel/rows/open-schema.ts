/** Schemas as a panel needs them: references followed, `allOf` joined, types that are implied written out. */
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../domain/json.ts'
import { type CheckedSchema, hasKeywords } from '../../../schema/checked-schema.ts'
import { longestChain, resolveReference } from '../../../schema/references.ts'

/**
 * Returns a schema without `$ref` and `allOf` at its top; null for one that says nothing a panel could use.
 * What two of its parts say about one thing is joined where that is simple; the check of values has the whole
 * schema.
 */
export function openSchema(root: JsonObject, schema: Json | undefined): CheckedSchema | null {
  const joined = join(root, schema, 0)
  if (joined === null) return null
  const type = joined.type ?? toImpliedType(joined)
  return type === null ? joined : { ...joined, type }
}

function join(root: JsonObject, schema: Json | undefined, depth: number): CheckedSchema | null {
  if (!hasKeywords(schema) || depth > longestChain) return null
  const { $ref, allOf = [], ...own } = schema
  const target = $ref === undefined ? [] : [resolveReference(root, $ref)]
  return [...target, ...allOf].reduce<CheckedSchema>((joined, part) => {
    const opened = join(root, part, depth + 1)
    return opened === null ? joined : mergeSchemas(opened, joined)
  }, own)
}

/** One schema for what fits two; texts are those of the second. */
function mergeSchemas(first: CheckedSchema, second: CheckedSchema): CheckedSchema {
  const merged: { [keyword: string]: Json } = { ...first, ...second }
  for (const name of ['minimum', 'exclusiveMinimum', 'minLength', 'minItems'])
    mergeNumbers(merged, name, Math.max)([first, second])
  for (const name of ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems'])
    mergeNumbers(merged, name, Math.min)([first, second])
  if (first.required && second.required)
    merged.required = [...new Set([...first.required, ...second.required])]
  if (first.properties && second.properties)
    merged.properties = mergeProperties(first.properties, second.properties)
  if (first.enum && second.enum) merged.enum = first.enum.filter((value) => second.enum?.includes(value))
  if (first.type === 'integer' && second.type === 'number') merged.type = 'integer'
  return merged
}

function mergeNumbers(
  merged: { [keyword: string]: Json },
  name: string,
  choose: (a: number, b: number) => number,
) {
  return (schemas: readonly CheckedSchema[]): void => {
    const values = schemas.map((schema) => schema[name]).filter((value) => typeof value === 'number')
    const [first, second] = values
    if (first !== undefined && second !== undefined) merged[name] = choose(first, second)
  }
}

function mergeProperties(first: JsonObject, second: JsonObject): JsonObject {
  const both = Object.entries(second).map(([name, part]): [string, Json] => {
    const other = Object.hasOwn(first, name) ? first[name] : undefined
    return [name, other === undefined ? part : { allOf: [other, part] }]
  })
  return { ...first, ...Object.fromEntries(both) }
}

/** The type that keywords, or else the default, leave no doubt about. */
function toImpliedType(schema: CheckedSchema): string | null {
  if (schema.const !== undefined || schema.enum || schema.anyOf || schema.oneOf) return null
  if (schema.properties || schema.patternProperties || schema.required) return 'object'
  if (schema.items !== undefined || schema.prefixItems) return 'array'
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  if ((minimum ?? maximum ?? exclusiveMinimum ?? exclusiveMaximum ?? multipleOf) !== undefined)
    return 'number'
  if ((schema.pattern ?? schema.minLength ?? schema.maxLength) !== undefined) return 'string'
  const initial = schema.default
  if (isJsonArray(initial) || initial === undefined || initial === null || isJsonObject(initial)) return null
  return typeof initial
}
