/**
 * The parameters of functions in references. A panel has them complete, `{"process": id, "inputs": {…}}`, so
 * that each has a value to show; what is sent has those that are not at their default, or `{"specimen": id}`.
 */
import { deepestData, listDataPlaces, replaceAt } from '../../../contract/domain/data-ref.ts'
import type { Issue } from '../../../contract/domain/errors.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../../contract/domain/schema.ts'
import { pointInto } from '../../../contract/schema/issue-words.ts'
import { isJsonObject } from '../../../contract/values/json.ts'
import { checkParams } from '../check-params.ts'
import { keepKnown, toChanged } from '../values.ts'
import { type DataCatalog, type ReadRef, readRef, toRef } from './data-catalog.ts'

/** The functions that are known. */
type Schemas = Pick<DataCatalog, 'schemas'>

/** Returns parameters with all that references send to known functions, as deep as hosts follow them. */
export function expandParams(
  schema: ParameterSchema,
  params: Params,
  known: Schemas,
  depth = deepestData,
): Params {
  if (depth === 0) return params
  return replaceRefs(schema, params, known, (inner, { inputs }) =>
    expandParams(inner, mergeDefaults(inner, keepKnown(inner, inputs)), known, depth - 1),
  )
}

/** Returns parameters as they are sent: those that are not at their default. */
export function toSent(schema: ParameterSchema, params: Params, known: Schemas): Params {
  const short = replaceRefs(schema, params, known, (inner, { inputs }) => toSent(inner, inputs, known))
  return toChanged(schema, short)
}

/** Returns what is wrong with parameters, those of known functions in references too. */
export function checkAll(schema: ParameterSchema, params: Params, known: Schemas): readonly Issue[] {
  const inner = listDataPlaces(schema, params).flatMap(({ steps, ref }) => {
    const read = readRef(ref)
    const taken = read && known.schemas.get(read.id)
    if (!taken || !('process' in ref)) return []
    const start = [...steps, 'inputs'].reduce((at, step) => pointInto(at, step), '')
    return checkAll(taken, read.inputs, known).map((issue) => ({
      ...issue,
      pointer: `${start}${issue.pointer}`,
    }))
  })
  return [...checkParams(schema, params), ...inner]
}

/** Returns the ids of functions and files that references lead to. */
export function listReferred(schema: ParameterSchema, params: Params, known: Schemas): readonly string[] {
  return listDataPlaces(schema, params).flatMap(({ ref }) => {
    const read = readRef(ref)
    if (!read) return []
    const inner = known.schemas.get(read.id)
    return [read.id, ...(inner ? listReferred(inner, read.inputs, known) : [])]
  })
}

/** Replaces the inputs of each reference to a known function. */
function replaceRefs(
  schema: ParameterSchema,
  params: Params,
  { schemas }: Schemas,
  toInputs: (inner: ParameterSchema, ref: ReadRef) => Params,
): Params {
  return listDataPlaces(schema, params).reduce((written, { steps, ref }) => {
    const read = readRef(ref)
    const inner = read && schemas.get(read.id)
    if (!inner) return written
    const replaced = replaceAt(written, steps, toRef(read, toInputs(inner, read)))
    return isJsonObject(replaced) ? replaced : written
  }, params)
}
