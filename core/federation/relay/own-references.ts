/** References of a worker's catalog to what is its own, by the names that these have at the relay. */
import { replaceAt, takesData } from '../../contract/domain/data-ref.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { listDataPlaces } from '../../contract/schema/data-places.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { toFederatedName } from './worker-errors.ts'

/** Returns a schema of a worker whose defaults name its specimens and functions as the relay does. */
export function nameDefaults(workerId: string, schema: ParameterSchema): ParameterSchema {
  if (!takesData(schema)) return schema
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    if (property.default === undefined) return [name, property] as const
    const { [name]: value = property.default } = nameReferences(workerId, schema, {
      [name]: property.default,
    })
    return [name, { ...property, default: value }] as const
  })
  return { ...schema, properties: Object.fromEntries(properties) }
}

/** Returns parameters that fit a schema of a worker in the same way. */
export function nameReferences(workerId: string, schema: ParameterSchema, params: Params): Params {
  const named = listDataPlaces(schema, params).reduce<Json>(
    (value, { steps }) => replaceAt(value, steps, nameOne(workerId, findAt(params, steps))),
    params,
  )
  return isJsonObject(named) ? named : params
}

function findAt(value: Json, [step, ...rest]: readonly string[]): Json {
  if (step === undefined) return value
  if (isJsonArray(value)) return findAt(value[Number(step)] ?? null, rest)
  return isJsonObject(value) && Object.hasOwn(value, step) ? findAt(value[step] ?? null, rest) : null
}

/** Renames a reference, and those in its inputs: of these no schema is here that says which they are. */
function nameOne(workerId: string, ref: Json): Json {
  if (!isJsonObject(ref)) return ref
  const { specimen, process, inputs } = ref
  if (typeof specimen === 'string') return { ...ref, specimen: toFederatedName(workerId, specimen) }
  if (typeof process !== 'string') return ref
  const named = { ...ref, process: toFederatedName(workerId, process) }
  return inputs === undefined ? named : { ...named, inputs: nameInside(workerId, inputs) }
}

function nameInside(workerId: string, value: Json): Json {
  if (isJsonArray(value)) return value.map((item) => nameInside(workerId, item))
  if (!isJsonObject(value)) return value
  if (isReference(value)) return nameOne(workerId, value)
  return Object.fromEntries(
    Object.entries(value).map(([name, own]) => [name, nameInside(workerId, own ?? null)]),
  )
}

function isReference(value: { readonly [name: string]: Json | undefined }): boolean {
  const names = Object.keys(value).filter((name) => name !== 'part')
  if (typeof value.specimen === 'string') return names.length === 1
  return typeof value.process === 'string' && names.every((name) => name === 'process' || name === 'inputs')
}
