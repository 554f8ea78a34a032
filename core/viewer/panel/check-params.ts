/**
 * The page's own check, so that what is wrong is marked while it is set. It is an interpreter, because a page
 * may not compile code. The host has the last word, and its refusals are shown in the same places.
 */
import { type OutputUnit, validate } from '@cfworker/json-schema'
import type { Issue } from '../../contract/domain/errors.ts'
import type { ParameterSchema, Params } from '../../contract/domain/schema.ts'
import { type CheckedSchema, hasKeywords } from '../../contract/schema/checked-schema.ts'
import { findCause } from '../../contract/schema/find-cause.ts'
import { pointInto, readSteps, type ValueRefusal } from '../../contract/schema/issue-words.ts'
import { listIssues } from '../../contract/schema/list-issues.ts'
import { resolveReference } from '../../contract/schema/references.ts'
import type { Json, JsonObject } from '../../contract/values/json.ts'
import { readAt } from './values.ts'

/** The parameter that a part of a schema is checked as, so that references find the rest of the schema. */
const place = 'checked'
/** Keywords whose errors only lead to one inside them. */
const ways = [
  '$ref',
  'allOf',
  'if',
  'dependentSchemas',
  'properties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
  'items',
  'prefixItems',
]

/** Returns whether a value fits a part of a schema. */
export function fitsPart(root: JsonObject, part: Json, value: Json): boolean {
  const { $defs = {}, definitions = {}, properties } = root
  const parts = { ...(hasKeywords(properties) && properties), [place]: part }
  return findErrors({ $defs, definitions, properties: parts }, { [place]: value }).length === 0
}

/** Returns what is wrong with complete parameters, one issue for each; nothing for those that fit. */
export type CheckParams = (root: ParameterSchema, params: Params) => readonly Issue[]

/** See {@link CheckParams}. */
export function checkParams(root: ParameterSchema, params: Params): readonly Issue[] {
  const { required: _, ...asked } = root // is listed by itself
  const check = (rest: Params): ValueRefusal | undefined => {
    const errors = findErrors(asked, rest).filter(({ keyword }) => !ways.includes(keyword))
    return findCause(
      root,
      errors.map((error) => toRefusal(root, rest, error)),
    )
  }
  return listIssues({ root, params, check }).issues
}

/** Formats ask nothing. A check that fails, as for patterns of the plain mode, is left to the host. */
function findErrors(root: JsonObject, value: Json): readonly OutputUnit[] {
  const copy = JSON.stringify(root, (name, part) => (name === 'format' ? undefined : part))
  try {
    return validate(value, JSON.parse(copy), '2020-12').errors
  } catch {
    return []
  }
}

function toRefusal(root: JsonObject, value: Json, error: OutputUnit): ValueRefusal {
  const instancePath = decodeURIComponent(error.instanceLocation).slice(1)
  const data = readAt(value, instancePath)
  const keyword = error.keyword === 'false' ? 'false schema' : error.keyword
  const parentSchema = findSchema(root, error.keywordLocation)
  const missingProperty = parentSchema.required?.find(
    (name) => readAt(data, pointInto('', name)) === undefined,
  )
  const params = keyword === 'required' && missingProperty !== undefined ? { missingProperty } : {}
  return { keyword, instancePath, data, parentSchema, params }
}

/** Returns the schema whose keyword is at a location. */
function findSchema(root: JsonObject, location: string): CheckedSchema {
  let at: Json = root
  for (const step of readSteps(decodeURIComponent(location)).slice(0, -1)) {
    const reference: Json | undefined = step === '$ref' && hasKeywords(at) ? at.$ref : undefined
    const next: Json | undefined =
      typeof reference === 'string' ? resolveReference(root, reference) : readAt(at, pointInto('', step))
    at = next ?? true
  }
  return hasKeywords(at) ? at : {}
}
