/** Derives the parameter schema (JSON Schema draft 2020-12) of a checked signature. */
import type { Json, JsonObject } from '../core/domain/json.ts'
import { type ParameterSchema, schemaDialect } from '../core/domain/schema.ts'
import { readConstraints } from './constraints.ts'
import type { FunctionSignature, ParameterSignature, ParameterType } from './signature.ts'

/** Returns the schema of a function whose check found no error. Keys and properties come in a fixed order. */
export function deriveSchema({ name, description, parameters }: FunctionSignature): ParameterSchema {
  const sent = parameters.filter(({ type }) => type.kind !== 'progress')
  const required = sent.filter((parameter) => !parameter.optional && !parameter.default).map((parameter) => parameter.name)
  return {
    $schema: schemaDialect,
    title: name,
    ...(description && { description }),
    type: 'object',
    properties: Object.fromEntries(sent.map((parameter) => [parameter.name, deriveProperty(parameter)])),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  }
}

function deriveProperty(parameter: ParameterSignature): JsonObject {
  const value = parameter.default?.kind === 'value' ? parameter.default.value : undefined
  return {
    ...deriveType(parameter.type),
    ...(parameter.description && { description: parameter.description }),
    ...(value !== undefined && { default: value }),
    ...readConstraints(parameter, parameter.name).keywords,
  }
}

function deriveType(type: ParameterType): { readonly [keyword: string]: Json } {
  switch (type.kind) {
    case 'number':
      return { type: type.integer ? 'integer' : 'number' }
    case 'choice':
      return { enum: type.values }
    case 'string':
    case 'boolean':
      return { type: type.kind }
    default:
      throw new Error(`${type.kind} has no schema; a checked signature does not get here`)
  }
}
