import { dataKeyword, endingsKeyword, isEnding } from '../domain/data-ref.ts'
import { closedKeyword, onKeyword, onValues, stepKeyword, withinKeyword } from '../domain/places.ts'
import { partTypes } from '../domain/result/result.ts'
import { timeKeyword } from '../domain/time-role.ts'
import { isJsonArray, isJsonObject, type Json } from '../values/json.ts'
import { parsePattern } from './parse-pattern.ts'

const typeNames: readonly string[] = ['null', 'boolean', 'object', 'array', 'number', 'integer', 'string']

/** The rule for the value of a keyword. */
export interface Keyword {
  /** In words, for the refusal. */
  readonly wanted: string
  /** @throws `schema.invalid` for a pattern that cannot be used */
  readonly fits: (value: Json) => boolean
  /** The schemas that a value of the right kind consists of, with the steps that lead to each. */
  readonly parts?: (value: Json) => readonly (readonly [steps: readonly string[], schema: Json])[]
  /** True where those apply to the same value as the schema itself, not to a part of it. */
  readonly isInPlace?: boolean
}

const isText = (value: Json): boolean => typeof value === 'string'
const isNumber = (value: Json): boolean => typeof value === 'number' && Number.isFinite(value)
const isCount = (value: Json): boolean => Number.isSafeInteger(value) && Number(value) >= 0
const isType = (value: Json): boolean => typeof value === 'string' && typeNames.includes(value)
const isSchema = (value: Json): boolean => typeof value === 'boolean' || isJsonObject(value)
const isSet = (value: Json, fits: (item: Json) => boolean): boolean =>
  Array.isArray(value) && value.every(fits) && new Set(value).size === value.length
const isMap = (value: Json, fits: (item: Json) => boolean): boolean =>
  isJsonObject(value) && Object.values(value).every(fits)

const text: Keyword = { wanted: 'a string', fits: isText }
const number: Keyword = { wanted: 'a number', fits: isNumber }
const count: Keyword = { wanted: 'a whole number from 0', fits: isCount }
const flag: Keyword = { wanted: 'true or false', fits: (value) => typeof value === 'boolean' }
const anything: Keyword = { wanted: 'a value', fits: () => true }
const names: Keyword = { wanted: 'an array of names, each once', fits: (value) => isSet(value, isText) }

const schema: Keyword = { wanted: 'a schema', fits: isSchema, parts: (value) => [[[], value]] }
const schemas: Keyword = {
  wanted: 'an array of schemas, at least one',
  fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
  parts: (value) => (isJsonArray(value) ? value.map((part, i) => [[String(i)], part]) : []),
}
const schemaMap: Keyword = {
  wanted: 'an object of schemas',
  fits: (value) => isMap(value, isSchema),
  parts: (value) => (isJsonObject(value) ? Object.entries(value).map(([name, part]) => [[name], part]) : []),
}
const inPlace = (keyword: Keyword): Keyword => ({ ...keyword, isInPlace: true })

const known: { readonly [name: string]: Keyword } = {
  $schema: {
    wanted: 'the address of draft 2020-12',
    fits: (value) => isText(value) && /\/draft\/2020-12\/schema#?$/.test(String(value)),
  },
  $id: text,
  $comment: text,
  $defs: schemaMap,
  definitions: schemaMap,
  $ref: {
    wanted: 'a reference inside the schema, such as #/$defs/name',
    fits: (value) => isText(value) && /^#/.test(String(value)),
  },
  title: text,
  description: text,
  default: anything,
  preview: anything,
  unit: text,
  [timeKeyword]: flag,
  [dataKeyword]: {
    wanted: 'an array of kinds of results, each once, or ["file"]',
    fits: (value) =>
      isSet(value, (kind) => partTypes.some((known) => known === kind)) ||
      (isSet(value, (kind) => kind === 'file') && isJsonArray(value) && value.length === 1),
  },
  [endingsKeyword]: {
    wanted: 'an array of endings of files such as .csv, each once',
    fits: (value) => isSet(value, (ending) => isEnding(String(ending))),
  },
  [closedKeyword]: flag,
  [onKeyword]: {
    wanted: onValues.join(' or '),
    fits: (value) => onValues.some((known) => known === value),
  },
  [withinKeyword]: text,
  [stepKeyword]: { wanted: 'a number above 0', fits: (value) => isNumber(value) && Number(value) > 0 },
  examples: { wanted: 'an array', fits: Array.isArray },
  deprecated: flag,
  readOnly: flag,
  writeOnly: flag,
  format: text,
  contentEncoding: text,
  contentMediaType: text,
  contentSchema: schema,
  type: {
    wanted: `one of ${typeNames.join(', ')}, or an array of them`,
    fits: (value) => isType(value) || (Array.isArray(value) && value.length > 0 && isSet(value, isType)),
  },
  enum: {
    wanted: 'an array of values, at least one',
    fits: (value) => Array.isArray(value) && value.length > 0,
  },
  const: anything,
  minimum: number,
  maximum: number,
  exclusiveMinimum: number,
  exclusiveMaximum: number,
  multipleOf: { wanted: 'a number above 0', fits: (value) => isNumber(value) && Number(value) > 0 },
  minLength: count,
  maxLength: count,
  pattern: {
    wanted: 'a regular expression',
    fits: (value) => isText(value) && parsePattern(String(value)).size > 0,
  },
  minItems: count,
  maxItems: count,
  uniqueItems: flag,
  items: schema,
  prefixItems: schemas,
  contains: schema,
  minContains: count,
  maxContains: count,
  minProperties: count,
  maxProperties: count,
  required: names,
  properties: schemaMap,
  patternProperties: {
    ...schemaMap,
    wanted: 'an object of schemas, named by regular expressions',
    fits: (value) =>
      isJsonObject(value) &&
      isMap(value, isSchema) &&
      Object.keys(value).every((name) => parsePattern(name).size > 0),
  },
  additionalProperties: schema,
  propertyNames: schema,
  dependentRequired: { wanted: 'an object of arrays of names', fits: (value) => isMap(value, names.fits) },
  dependentSchemas: inPlace(schemaMap),
  allOf: inPlace(schemas),
  anyOf: inPlace(schemas),
  oneOf: inPlace(schemas),
  not: inPlace(schema),
  if: inPlace(schema),
  // biome-ignore lint/suspicious/noThenProperty: the keyword's name
  then: inPlace(schema),
  else: inPlace(schema),
}

/**
 * The keywords of JSON Schema (draft 2020-12) that a schema may be written with, by name. What is not here
 * is a spelling mistake, or something that cannot be decided step by step in bounded time.
 */
export const keywords: ReadonlyMap<string, Keyword> = new Map(Object.entries(known))

/** Keywords that ask nothing of a value. */
export const annotations: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  '$comment',
  'title',
  'description',
  'default',
  'preview',
  'unit',
  dataKeyword,
  endingsKeyword,
  closedKeyword,
  onKeyword,
  withinKeyword,
  stepKeyword,
  timeKeyword,
  'examples',
  'deprecated',
  'readOnly',
  'writeOnly',
  'format',
  'contentEncoding',
  'contentMediaType',
])

/** Remedies for keywords of other drafts and dialects, and for those that are not supported. */
export const substitutes: ReadonlyMap<string, string> = new Map([
  ['$anchor', 'a reference such as #/$defs/name'],
  ['$dynamicAnchor', 'a reference such as #/$defs/name'],
  ['$dynamicRef', '$ref'],
  ['$recursiveRef', '$ref'],
  ['unevaluatedProperties', 'additionalProperties, beside all properties'],
  ['unevaluatedItems', 'items, beside all prefixItems'],
  ['dependencies', 'dependentRequired or dependentSchemas'],
  ['additionalItems', 'prefixItems and items'],
  ['nullable', '"type": ["…", "null"]'],
  ['id', '$id'],
])

/** Keywords that have a meaning only beside another, with that other. */
export const companions: ReadonlyMap<string, string> = new Map([
  ['then', 'if'],
  ['else', 'if'],
  ['minContains', 'contains'],
  ['maxContains', 'contains'],
])
