/** Functions as published, and what comparing two of them gives. */
import { compareApis, type PublishedApi } from '../../build/compare/compare-schemas.ts'
import type { FunctionManifest } from '../../core/contract/domain/manifest.ts'
import { schemaDialect } from '../../core/contract/domain/schema.ts'
import type { JsonObject } from '../../core/contract/values/json.ts'

/** A published function, as far as a row needs it. */
export interface Shape {
  readonly properties?: { readonly [name: string]: JsonObject }
  readonly required?: readonly string[]
  readonly parameters?: readonly string[]
  readonly progress?: string
  readonly returns?: FunctionManifest['return_type']
  readonly name?: string
  readonly $defs?: JsonObject
}

/** Returns the published interface that holds this function alone. */
export function toApi({
  properties = {},
  required,
  parameters,
  progress,
  returns = 'mesh',
  name = 'ball',
  $defs,
}: Shape): PublishedApi {
  const schema = {
    $schema: schemaDialect,
    title: name,
    type: 'object',
    properties,
    ...(required && { required }),
    additionalProperties: false,
    ...($defs && { $defs }),
  } as const
  const order = parameters ?? [...(progress ? [progress] : []), ...Object.keys(properties)]
  return {
    functions: [
      { name, description: '', return_type: returns, parameters: order, progress: progress ?? null, schema },
    ],
    specimens: [{ id: name }],
    bundles: [],
  }
}

/** Returns the changes from one function to another, a line each. */
export function compare(before: Shape, after: Shape): string[] {
  return compareApis(toApi(before), toApi(after)).map(({ effect, at, text }) => `${effect} ${at}: ${text}`)
}

/** Returns the changes of a function whose one parameter `x` has another schema. */
export function compareParameter(before: JsonObject, after: JsonObject, $defs: JsonObject = {}): string[] {
  return compare({ properties: { x: before }, $defs }, { properties: { x: after }, $defs })
}

export const number = { type: 'number' }
export const integer = { type: 'integer' }
export const string = { type: 'string' }
export const point = { type: 'array', prefixItems: [number, number], items: false, minItems: 2 }
export const options = {
  type: 'object',
  properties: { size: number, deep: { type: 'array', items: integer } },
  additionalProperties: false,
}
