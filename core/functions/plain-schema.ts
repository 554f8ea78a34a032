/**
 * Plain schemas: those written with the keywords that `specimen build` writes for card types, each with a value of the
 * right kind. They compile for certain, so a host compiles them when they are first used: of the start with 100 bundles,
 * compiling was half.
 */
import { isJsonObject, type Json } from '../domain/json.ts'
import { type ParameterSchema, schemaDialect } from '../domain/schema.ts'

const types = ['number', 'integer', 'string', 'boolean']
const isText = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: Json): boolean => Number.isSafeInteger(value) && (value as number) >= 0 // a number, as just tested

const outerKeywords: { readonly [keyword: string]: (value: Json) => boolean } = {
  $schema: (value) => value === schemaDialect,
  title: isText,
  description: isText,
  type: (value) => value === 'object',
  properties: (value) => isJsonObject(value) && Object.values(value).every((property) => holds(property, propertyKeywords)),
  required: (value) => Array.isArray(value) && value.every(isText) && new Set(value).size === value.length,
  additionalProperties: (value) => value === false,
}

const propertyKeywords: { readonly [keyword: string]: (value: Json) => boolean } = {
  type: (value) => types.includes(String(value)),
  enum: (value) => Array.isArray(value) && value.length > 0 && value.every(isText) && new Set(value).size === value.length,
  title: isText,
  description: isText,
  default: (value) => isText(value) || isNumber(value) || typeof value === 'boolean',
  minimum: isNumber,
  maximum: isNumber,
  exclusiveMinimum: isNumber,
  exclusiveMaximum: isNumber,
  multipleOf: (value) => isNumber(value) && (value as number) > 0, // a number, as just tested
  minLength: isCount,
  maxLength: isCount,
}

/** Returns whether a schema is plain. One that is not may be right all the same: compiling it tells. */
export function isPlainSchema(schema: ParameterSchema): boolean {
  return holds(schema, outerKeywords)
}

function holds(node: Json, keywords: { readonly [keyword: string]: (value: Json) => boolean }): boolean {
  return (
    isJsonObject(node) && Object.entries(node).every(([name, value]) => Object.hasOwn(keywords, name) && keywords[name]?.(value))
  )
}
