/** Derives the parameter schema (JSON Schema draft 2020-12) of a checked signature. */

import { mostDataItems, toDataSchema, toFileSchema } from '../../core/contract/domain/data-ref.ts'
import { closedKeyword, places } from '../../core/contract/domain/places.ts'
import { type ParameterSchema, schemaDialect } from '../../core/contract/domain/schema.ts'
import { toLabel } from '../../core/contract/text/to-label.ts'
import { isJsonObject, type JsonObject } from '../../core/contract/values/json.ts'
import {
  type Constrained,
  findMember,
  readConstraints,
  toNonNull,
  toScalarName,
  toTypeKeywords,
} from '../model/constraints.ts'
import {
  type Definition,
  type FunctionSignature,
  listParts,
  type ParameterSignature,
  type ParameterType,
  type TypeOf,
} from '../model/signature.ts'

/** Returns the schema of a function whose check found no error. Keys and properties come in a fixed order. */
export function deriveSchema({
  name,
  description,
  parameters,
  definitions,
  tags,
}: FunctionSignature): ParameterSchema {
  const sent = parameters.filter(({ type }) => type.kind !== 'progress')
  const required = sent
    .filter((parameter) => !parameter.optional && !parameter.default)
    .map((parameter) => parameter.name)
  return {
    $schema: schemaDialect,
    title: name,
    ...(description && { description }),
    ...(tags.some((tag) => tag.name === 'deprecated') && { deprecated: true }),
    type: 'object',
    properties: Object.fromEntries(sent.map((parameter) => [parameter.name, deriveParameter(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
    ...deriveDefinitions(sent, definitions),
  }
}

/** Returns the schema of a call with one value, which what the author wrote for it is checked by. */
export function deriveAlone(value: Constrained, definitions: readonly Definition[]): ParameterSchema {
  const properties = { [value.name]: deriveValue(value, '', {}) }
  return { type: 'object', properties, ...deriveDefinitions([value], definitions) }
}

function deriveDefinitions(values: readonly Constrained[], definitions: readonly Definition[]): JsonObject {
  const defs = listUsed(values, definitions)
  if (defs.length === 0) return {}
  return { $defs: Object.fromEntries(defs.map(({ name, type }) => [name, deriveWhole(type)])) }
}

function listUsed(values: readonly Constrained[], definitions: readonly Definition[]): Definition[] {
  const used: Definition[] = []
  const visit = (type: ParameterType): void => {
    const found = type.kind === 'reference' ? definitions.find(({ name }) => name === type.name) : undefined
    if (found && !used.includes(found)) {
      used.push(found)
      visit(found.type)
    }
    for (const part of listParts(type)) visit(part.type)
  }
  for (const { type } of values) visit(type)
  return used
}

function deriveParameter(parameter: ParameterSignature): JsonObject {
  const value = parameter.default?.kind === 'value' ? parameter.default.value : undefined
  return deriveValue(parameter, parameter.description, value === undefined ? {} : { default: value })
}

function deriveValue(constrained: Constrained, description: string, more: JsonObject): JsonObject {
  const { keywords } = readConstraints(constrained, constrained.name)
  const base = deriveType(constrained.type)
  const items = findMember(constrained.type, 'array')?.items
  // Validators compare items without the name of a scalar type one by one, in quadratic time.
  const listed = keywords.uniqueItems === true && isJsonObject(base.items) ? base.items : null
  const named = items && listed && { items: { type: toScalarName(items), ...listed } }
  const text = describeNames(constrained.type, description)
  return { ...base, ...named, ...(text && { description: text }), ...more, ...keywords }
}

/** Numbers of an enum say nothing without their names, and many readers know no titles of values. */
function describeNames(type: ParameterType, description: string): string {
  if (type.kind !== 'choice' || !type.names) return description
  // By value, as the order of members may be read otherwise and means nothing.
  const named = type.names.map((name, i) => [Number(type.values[i]), name] as const)
  const names = named
    .sort(([one], [other]) => one - other)
    .map(([value, name]) => `${value} is ${name}`)
    .join(', ')
  return description === '' ? `${names}.` : `${description.replace(/[.]?$/, '')}: ${names}.`
}

function deriveWhole(type: ParameterType): JsonObject {
  return { ...deriveType(type), ...toTypeKeywords(type) }
}

/** Derives without the keywords of {@link readConstraints}. */
function deriveType(type: ParameterType): JsonObject {
  switch (type.kind) {
    case 'number':
      return { type: type.integer ? 'integer' : 'number' }
    case 'choice':
      return { enum: type.values, ...deriveTitles(type) }
    case 'string':
    case 'boolean':
      return { type: type.kind }
    case 'array':
      return {
        type: 'array',
        items: deriveWhole(type.items),
        ...(type.items.kind === 'data' && { maxItems: mostDataItems }),
      }
    case 'tuple':
      return deriveTuple(type)
    case 'object':
      return deriveObject(type, [])
    case 'reference':
      return { $ref: `#/$defs/${toPointer(type.name)}` }
    case 'union':
      return deriveUnion(type.members)
    case 'data':
      return deriveData(type)
    case 'place':
      return { ...places[type.format].schema, ...(type.closed && { [closedKeyword]: true }) }
    default:
      return {} // reporters have no value, and refused types are reported as such
  }
}

function deriveData({ kinds, endings = [] }: TypeOf<'data'>): JsonObject {
  const results = kinds.flatMap((kind) => (kind === 'file' ? [] : [kind]))
  return results.length === 0 ? toFileSchema(endings) : toDataSchema(results)
}

/**
 * Returns the names of an enum of numbers as titles of its values, by the custom of JSON Schema: a reader
 * that does not know it has `enum`.
 */
function deriveTitles({ values, names }: TypeOf<'choice'>): JsonObject {
  if (!names) return {}
  return { oneOf: values.map((value, i) => ({ const: value, title: toLabel(names[i] ?? String(value)) })) }
}

function toPointer(name: string): string {
  return encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))
}

/** `T | null` becomes one schema with two types, one control for clients; other unions are branches. */
function deriveUnion(members: readonly ParameterType[]): JsonObject {
  const inner = toNonNull(members)
  const only = inner && inner.kind !== 'data' ? deriveType(inner) : null
  if (only && typeof only.type === 'string') return { ...only, type: [only.type, 'null'] }
  const tags = findDiscriminators(members)
  return {
    anyOf: members.map((member) => {
      if (member.kind === 'object') return deriveObject(member, tags)
      return member.kind === 'choice' && member.values.length === 1
        ? deriveSingle(member.values)
        : deriveWhole(member)
    }),
  }
}

function deriveSingle(values: readonly (string | number | boolean | null)[]): JsonObject {
  return values[0] === null ? { type: 'null' } : { enum: values }
}

/** Finds names that every object of a union has with one literal value: they distinguish the branches. */
function findDiscriminators(members: readonly ParameterType[]): string[] {
  const [first, ...others] = members.filter((member) => member.kind === 'object').map(listSingle)
  return (first ?? []).filter((name) => others.length > 0 && others.every((names) => names.includes(name)))
}

function listSingle({ properties }: TypeOf<'object'>): string[] {
  return properties.flatMap(({ name, type, optional }) => {
    return type.kind === 'choice' && type.values.length === 1 && !optional ? [name] : []
  })
}

function deriveObject(
  { properties, index }: TypeOf<'object'>,
  discriminators: readonly string[],
): JsonObject {
  const required = properties.filter(({ optional }) => !optional).map(({ name }) => name)
  const open = index.find(({ pattern }) => pattern === null)
  const patterns = index.flatMap(({ pattern, type }) =>
    pattern === null ? [] : [[pattern, deriveWhole(type)] as const],
  )
  return {
    type: 'object',
    properties: Object.fromEntries(
      properties.map((property) => {
        const schema = deriveValue(property, property.description, {})
        if (!discriminators.includes(property.name) || property.type.kind !== 'choice')
          return [property.name, schema]
        const { enum: _, oneOf: _titles, ...rest } = schema
        return [property.name, { const: property.type.values[0] ?? null, ...rest }]
      }),
    ),
    ...(required.length > 0 && { required }),
    ...(patterns.length > 0 && { patternProperties: Object.fromEntries(patterns) }),
    additionalProperties: open ? deriveWhole(open.type) : false,
  }
}

function deriveTuple({ elements, rest }: TypeOf<'tuple'>): JsonObject {
  const needed = elements.filter(({ optional }) => !optional).length
  if (elements.length === 0) return { type: 'array', maxItems: 0 }
  return {
    type: 'array',
    prefixItems: elements.map(({ name, type }) => ({
      ...(name !== null && { title: name }),
      ...deriveWhole(type),
    })),
    items: rest ? deriveWhole(rest) : false,
    minItems: needed,
  }
}
