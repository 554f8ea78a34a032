/**
 * The parameter schema of a function: a draft 2020-12 object schema. This file handles its shape and its
 * defaults; `core/contract/schema` validates values.
 */
import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/** The dialect of every parameter schema. */
export const schemaDialect = 'https://json-schema.org/draft/2020-12/schema'

/** Complete parameters of a call, by name. Absent: the function's own `undefined`. */
export type Params = JsonObject

/** A function's schema. `properties` are in the order of the function's parameters. */
export type ParameterSchema = JsonObject & {
  readonly $schema?: string
  readonly title?: string
  readonly type: 'object'
  readonly properties: { readonly [name: string]: JsonObject }
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean
}

/** Returns true for the outer form of a {@link ParameterSchema}; compilation checks its keywords. */
export function isParameterSchema(value: unknown): value is ParameterSchema {
  return (
    isJsonObject(value) &&
    value.type === 'object' &&
    isJsonObject(value.properties) &&
    Object.values(value.properties).every(isJsonObject)
  )
}

/** Returns the schema of a function without parameters. */
export function toEmptySchema(title: string): ParameterSchema {
  return { $schema: schemaDialect, title, type: 'object', properties: {}, additionalProperties: false }
}

/** Returns `params` with the schema's defaults for absent ones, in the schema's order, unknown names last. */
export function mergeDefaults(schema: ParameterSchema, params: Params): Params {
  const merged: Record<string, Json> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const value = Object.hasOwn(params, name) ? params[name] : property.default
    if (value !== undefined) merged[name] = value
  }
  return { ...merged, ...params }
}
