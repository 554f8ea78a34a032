/** Builders for the schemas of the OpenAPI document (JSON Schema, 2020-12), typed by the bodies. */
import type { JsonObject } from '../../domain/json.ts'

type OptionalNames<Body> = {
  [Name in keyof Body]-?: object extends Pick<Body, Name> ? Name : never
}[keyof Body]

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

/**
 * Returns the schema of an object. Its members are exactly those of the type `Body`, the optional ones last,
 * so that a body cannot gain or lose one without its schema.
 */
export function objectOf<Body>(
  description: string | null,
  required: { readonly [Name in Exclude<keyof Body, OptionalNames<Body>>]: JsonObject },
  ...[optional]: [OptionalNames<Body>] extends [never]
    ? []
    : [{ readonly [Name in OptionalNames<Body>]: JsonObject }]
): JsonObject {
  // Both are, which TypeScript does not see through `Body`.
  const properties = { ...required, ...optional } as JsonObject
  return {
    ...(description !== null && { description }),
    type: 'object',
    properties,
    required: Object.keys(required),
  }
}
