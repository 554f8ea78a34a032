import { isJsonObject, type Json, type JsonObject } from '../values/json.ts'

/**
 * A schema with keywords that the schema's check has taken: the value of each is of the right kind. Beside
 * these it may have annotations.
 */
export type CheckedSchema = JsonObject & {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly title?: string
  readonly unit?: string
  readonly data?: readonly string[]
  readonly endings?: readonly string[]
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

/**
 * Returns whether a schema, or a part of one, has keywords: it is not `true` or `false`. Their kinds are not
 * looked at again here, so it is for schemas that `parseSchema` has taken.
 */
export function hasKeywords(schema: Json | undefined): schema is CheckedSchema {
  return isJsonObject(schema)
}

/**
 * Returns the titles of the values of `enum` where `oneOf` beside it does nothing but give them, as in
 * `{"enum": [0, 1], "oneOf": [{"const": 0, "title": "Left"}, {"const": 1, "title": "Right"}]}`; else null.
 */
export function readTitles({ enum: values, oneOf }: CheckedSchema): readonly string[] | null {
  if (!values || !oneOf) return null
  const titles = new Map<Json, string>()
  for (const branch of oneOf) {
    if (!hasKeywords(branch) || Object.keys(branch).length > 2) return null
    const { const: value, title } = branch
    if (typeof title !== 'string' || (typeof value !== 'number' && typeof value !== 'string')) return null
    if (titles.has(value)) return null
    titles.set(value, title)
  }
  const found = values.flatMap((value) => titles.get(value) ?? [])
  return found.length === values.length ? found : null
}

/** Returns whether a schema takes a single value. */
export function isConstant(schema: Json | undefined): boolean {
  return hasKeywords(schema) && (schema.const !== undefined || schema.enum?.length === 1)
}
