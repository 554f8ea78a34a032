import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import type { CheckedSchema } from './checked-schema.ts'
import { pointInto } from './issue-words.ts'
import { addIssue, type Check, type Place, type Rule, toRule } from './rule.ts'

/** Steps of looking for the name that was meant. */
const suggestionSteps = 20_000

/** Takes a member that a keyword refuses, with the schema that does; returns true to end the search. */
type Refuse = (name: string, part: Json | undefined) => boolean

/** Calls `refuse` for every member that a keyword refuses, until that returns true. */
type FindRefused = (
  schema: CheckedSchema,
  object: JsonObject,
  search: { readonly check: Check; readonly refuse: Refuse },
) => void

/** Returns what adds the issues of a refused member. */
type ExplainMember = (
  schema: CheckedSchema,
  object: JsonObject,
  place: Place,
) => (name: string, part: Json | undefined) => void

/** Returns a rule that lays schemas over members. */
function toMemberRule(find: FindRefused, explain: ExplainMember): Rule {
  return {
    fits: (schema, value, check) => {
      if (!isJsonObject(value)) return true
      let fits = true
      const refuse = (): boolean => {
        fits = false
        return true
      }
      find(schema, value, { check, refuse })
      return fits
    },
    explain: (schema, value, place) => {
      if (!isJsonObject(value)) return
      const { check } = place
      const add = explain(schema, value, place)
      const refuse: Refuse = (name, part) => {
        add(name, part)
        return check.issues.isFull
      }
      find(schema, value, { check, refuse })
    },
  }
}

const explainMember: ExplainMember =
  (_schema, object, { check, at }) =>
  (name, part) =>
    check.explain(part, object[name], pointInto(at, name))

const properties = toMemberRule(({ properties: parts = {} }, object, { check, refuse }) => {
  for (const name in parts) {
    check.spend(1)
    if (!Object.hasOwn(object, name)) continue
    const part = parts[name]
    if (!check.fits(part, object[name]) && refuse(name, part)) return
  }
}, explainMember)

const patternProperties = toMemberRule(({ patternProperties: parts = {} }, object, { check, refuse }) => {
  for (const [pattern, part] of Object.entries(parts)) {
    for (const name in object) {
      const isRefused = check.matches(pattern, name) && !check.fits(part, object[name])
      if (isRefused && refuse(name, part)) return
    }
  }
}, explainMember)

const additionalProperties = toMemberRule(
  (schema, object, { check, refuse }) => {
    const { additionalProperties: part, properties: named = {}, patternProperties: patterns = {} } = schema
    for (const name in object) {
      check.spend(1)
      if (Object.hasOwn(named, name)) continue
      if (Object.keys(patterns).some((pattern) => check.matches(pattern, name))) continue
      if (!check.fits(part, object[name]) && refuse(name, part)) return
    }
  },
  (schema, object, place) => {
    if (schema.additionalProperties !== false) return explainMember(schema, object, place)
    return (additionalProperty) => {
      addIssue(schema, object, place, { additionalProperty })
      place.check.spend(suggestionSteps)
    }
  },
)

const propertyNames = toMemberRule(
  ({ propertyNames: part }, object, { check, refuse }) => {
    for (const name in object) if (!check.fits(part, name) && refuse(name, part)) return
  },
  (_schema, _object, { check, at }) =>
    (name, part) =>
      check.issues.aboutName(at, name, () => check.explain(part, name, pointInto(at, name))),
)

const required = toMemberRule(
  ({ required: names = [] }, object, { check, refuse }) => {
    for (const name of names) {
      check.spend(1)
      if (!Object.hasOwn(object, name) && refuse(name, undefined)) return
    }
  },
  (schema, object, place) => (missingProperty) => addIssue(schema, object, place, { missingProperty }),
)

const dependentRequired = toMemberRule(
  ({ dependentRequired: lists = {} }, object, { check, refuse }) => {
    for (const [name, names] of Object.entries(lists)) {
      check.spend(1 + names.length)
      if (!Object.hasOwn(object, name)) continue
      for (const other of names) if (!Object.hasOwn(object, other) && refuse(other, name)) return
    }
  },
  (schema, object, place) => (missingProperty, because) =>
    addIssue(schema, object, place, { missingProperty, property: String(because) }),
)

const dependentSchemas = toMemberRule(
  ({ dependentSchemas: parts = {} }, object, { check, refuse }) => {
    for (const [name, part] of Object.entries(parts)) {
      check.spend(1)
      if (Object.hasOwn(object, name) && !check.fits(part, object) && refuse(name, part)) return
    }
  },
  (_schema, object, { check, at }) =>
    (_name, part) =>
      check.explain(part, object, at),
)

/** Returns a rule about the number of members. */
function toSizeRule(fits: (size: number, schema: CheckedSchema) => boolean): Rule {
  return toRule((schema, value, check) => {
    if (!isJsonObject(value)) return true
    const size = Object.keys(value).length
    check.spend(size)
    return fits(size, schema)
  })
}

/** The rules of the keywords about objects. They ask nothing of other values. */
export const objectRules: readonly (readonly [keyword: string, rule: Rule])[] = [
  ['minProperties', toSizeRule((size, { minProperties = 0 }) => size >= minProperties)],
  ['maxProperties', toSizeRule((size, { maxProperties = size }) => size <= maxProperties)],
  ['required', required],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['propertyNames', propertyNames],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
]
