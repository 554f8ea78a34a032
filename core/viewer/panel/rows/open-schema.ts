/** Schemas for a panel: references followed, `allOf` joined, implied types written out. */

import { type CheckedSchema, hasKeywords } from '../../../contract/schema/checked-schema.ts'
import { longestChain, resolveReference } from '../../../contract/schema/references.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'

/**
 * Returns a schema without `$ref` and `allOf` at its top; null for one without keywords. Parts about one
 * thing are joined where that is simple; the check of values has the whole schema.
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

/** Returns one schema for the values that fit both; its texts are those of the second. */
function mergeSchemas(first: CheckedSchema, second: CheckedSchema): CheckedSchema {
  const merged: { [keyword: string]: Json } = { ...first, ...second }
  const stricter = (choose: (...values: number[]) => number, ...names: readonly string[]): void => {
    for (const name of names) {
      const [a, b] = [first[name], second[name]]
      if (typeof a === 'number' && typeof b === 'number') merged[name] = choose(a, b)
    }
  }
  stricter(Math.max, 'minimum', 'exclusiveMinimum', 'minLength', 'minItems')
  stricter(Math.min, 'maximum', 'exclusiveMaximum', 'maxLength', 'maxItems')
  if (first.required && second.required)
    merged.required = [...new Set([...first.required, ...second.required])]
  if (first.properties && second.properties)
    merged.properties = mergeProperties(first.properties, second.properties)
  if (first.enum && second.enum) merged.enum = first.enum.filter((value) => second.enum?.includes(value))
  if (first.type === 'integer' && second.type === 'number') merged.type = 'integer'
  return merged
}

function mergeProperties(first: JsonObject, second: JsonObject): JsonObject {
  const both = Object.entries(second).map(([name, part]): [string, Json] => {
    const other = Object.hasOwn(first, name) ? first[name] : undefined
    return [name, other === undefined ? part : { allOf: [other, part] }]
  })
  return { ...first, ...Object.fromEntries(both) }
}

/** Returns the type that follows from the keywords, or else from the default. */
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
