import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'

/** A schema that `parseSchema` has taken: each keyword has a value of the right kind. */
export type CheckedSchema = JsonObject & {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly title?: string
  readonly unit?: string
  readonly minimum?: number
  readonly maximum?: number
  readonly exclusiveMinimum?: number
  readonly exclusiveMaximum?: number
  readonly multipleOf?: number
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly minItems?: number
  readonly maxItems?: number
  readonly uniqueItems?: boolean
  readonly items?: Json
  readonly prefixItems?: readonly Json[]
  readonly contains?: Json
  readonly minContains?: number
  readonly maxContains?: number
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly required?: readonly string[]
  readonly properties?: JsonObject
  readonly patternProperties?: JsonObject
  readonly additionalProperties?: Json
  readonly propertyNames?: Json
  readonly dependentRequired?: { readonly [name: string]: readonly string[] }
  readonly dependentSchemas?: JsonObject
  readonly allOf?: readonly Json[]
  readonly anyOf?: readonly Json[]
  readonly oneOf?: readonly Json[]
  readonly not?: Json
  readonly if?: Json
  readonly then?: Json
  readonly else?: Json
}

/** Returns whether a schema that `parseSchema` has taken has keywords: it is not `true` or `false`. */
export function hasKeywords(schema: Json | undefined): schema is CheckedSchema {
  return isJsonObject(schema)
}

/** Returns whether a schema takes a single value. */
export function isConstant(schema: Json | undefined): boolean {
  return hasKeywords(schema) && (schema.const !== undefined || schema.enum?.length === 1)
}
