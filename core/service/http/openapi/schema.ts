/** Builders for the schemas of the OpenAPI document (JSON Schema, 2020-12). */
import type { JsonObject } from '../../../contract/values/json.ts'

/** Text. */
export const text = { type: 'string' } as const
/** A number, with or without a fraction. */
export const number = { type: 'number' } as const
/** A whole number from 0. */
export const count = { type: 'integer', minimum: 0 } as const
/** Bytes that are no text. */
export const bytes = { type: 'string', format: 'binary' } as const

/** An id or name in an address. Clients fold away a segment of dots only. */
export const idInPath = { type: 'string', minLength: 1, pattern: '[^.]' } as const

/** Returns the reference to a named schema. */
export function refer(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Returns the schema of a list. */
export function listOf(items: JsonObject): JsonObject {
  return { type: 'array', items }
}

/** Returns a schema that also permits null. */
export function orNull(schema: JsonObject & { readonly type: string }): JsonObject {
  return { ...schema, type: [schema.type, 'null'] }
}
