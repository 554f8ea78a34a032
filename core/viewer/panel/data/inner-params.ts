/**
 * The parameters of functions in references. A panel has them complete, `{"process": id, "inputs": {…}}`, so
 * that each has a value to show; what is sent has those that are not at their default, or `{"specimen": id}`.
 */
import { deepestData, replaceAt } from '../../../contract/domain/data-ref.ts'
import type { Issue } from '../../../contract/domain/errors.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../../contract/domain/schema.ts'
import { listDataPlaces } from '../../../contract/schema/data-places.ts'
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

/** What references lead to: the ids of specimens and functions, and the hashes of files. */
export interface Referred {
  readonly ids: readonly string[]
  readonly files: readonly string[]
}

/** Returns what the references in parameters lead to, those of known functions too. */
export function listReferred(schema: ParameterSchema, params: Params, known: Schemas): Referred {
  const found = listDataPlaces(schema, params).map(({ ref }): Referred => {
    if ('file' in ref) return { ids: [], files: [ref.file] }
    const read = readRef(ref)
    if (!read) return { ids: [], files: [] }
    const inner = known.schemas.get(read.id)
    const { ids, files } = inner ? listReferred(inner, read.inputs, known) : { ids: [], files: [] }
    return { ids: [read.id, ...ids], files }
  })
  return { ids: found.flatMap(({ ids }) => ids), files: found.flatMap(({ files }) => files) }
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
