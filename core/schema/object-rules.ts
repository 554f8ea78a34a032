/** The keywords about objects. They ask nothing of other values. */
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { listShortly, pointInto } from './issue-list.ts'
import type { Rule } from './rules.ts'
import type { Check } from './validator.ts'

/** Calls back for every member that a keyword refuses, until it returns true. */
type FindRefused = (
  asked: Json,
  object: JsonObject,
  schema: JsonObject,
  check: Check,
  found: (name: string, part: Json) => boolean,
) => void

/** Returns a rule that lays schemas over members. */
function toMemberRule(
  find: FindRefused,
  explain: (...parts: Parameters<Rule['explain']>) => (name: string, part: Json) => void,
): Rule {
  return {
    fits: (asked, value, schema, check) => {
      let fits = true
      if (isJsonObject(value)) {
        find(asked, value, schema, check, () => {
          fits = false
          return true
        })
      }
      return fits
    },
    explain: (asked, value, schema, check, at) => {
      if (!isJsonObject(value)) return
      const add = explain(asked, value, schema, check, at)
      find(asked, value, schema, check, (name, part) => {
        add(name, part)
        return check.issues.isFull
      })
    },
  }
}

const explainMember =
  (_asked: Json, value: Json, _schema: JsonObject, check: Check, at: string) => (name: string, part: Json) =>
    // A member that was found in an object.
    check.explain(part, (value as JsonObject)[name] as Json, pointInto(at, name))

const properties = toMemberRule((parts, object, _schema, check, found) => {
  for (const name in parts as JsonObject) {
    // checked to be an object
    check.spend(1)
    if (!Object.hasOwn(object, name)) continue
    const part = (parts as JsonObject)[name] as Json // likewise
    if (!check.fits(part, object[name] as Json) && found(name, part)) return // a member that is there
  }
}, explainMember)

const patternProperties = toMemberRule((parts, object, _schema, check, found) => {
  for (const [pattern, part] of Object.entries(parts as JsonObject)) {
    // checked to be an object
    for (const name in object) {
      // A member that is there.
      const isRefused = check.matches(pattern, name) && !check.fits(part, object[name] as Json)
      if (isRefused && found(name, part)) return
    }
  }
}, explainMember)

const additionalProperties = toMemberRule(
  (part, object, { properties: named = {}, patternProperties: patterns = {} }, check, found) => {
    for (const name in object) {
      check.spend(1)
      if (Object.hasOwn(named as JsonObject, name)) continue // checked to be an object
      // Likewise.
      if (Object.keys(patterns as JsonObject).some((pattern) => check.matches(pattern, name))) continue
      if (!check.fits(part, object[name] as Json) && found(name, part)) return // a member that is there
    }
  },
  (part, value, schema, check, at) => {
    if (part !== false) return explainMember(part, value, schema, check, at)
    const names = Object.keys((schema.properties ?? {}) as JsonObject) // checked to be an object
    const others = schema.patternProperties === undefined ? '' : ', and names that match patternProperties'
    const allowed =
      names.length === 0 && others === '' ? 'no properties' : `the properties ${listNames(names)}${others}`
    // As found.
    return (name) => check.issues.add(pointInto(at, name), (value as JsonObject)[name] as Json, allowed)
  },
)

const propertyNames = toMemberRule(
  (part, object, _schema, check, found) => {
    for (const name in object) if (!check.fits(part, name) && found(name, part)) return
  },
  (_part, _value, _schema, check, at) => (name, part) => check.explain(part, name, pointInto(at, name)),
)

const required = toMemberRule(
  (names, object, _schema, check, found) => {
    for (const name of names as readonly string[]) {
      // checked to be an array of names
      check.spend(1)
      if (!Object.hasOwn(object, name) && found(name, true)) return
    }
  },
  (_names, _value, _schema, check, at) => (name) =>
    check.issues.add(pointInto(at, name), undefined, `must have required property ${listNames([name])}`),
)

const dependentRequired = toMemberRule(
  (lists, object, _schema, check, found) => {
    for (const [name, names] of Object.entries(lists as { readonly [name: string]: readonly string[] })) {
      // checked to be so
      check.spend(1 + names.length)
      if (!Object.hasOwn(object, name)) continue
      for (const other of names) if (!Object.hasOwn(object, other) && found(other, name)) return
    }
  },
  (_lists, _value, _schema, check, at) => (name, because) =>
    check.issues.add(pointInto(at, name), undefined, `must be there when ${listNames([because])} is`),
)

const dependentSchemas = toMemberRule(
  (parts, object, _schema, check, found) => {
    for (const [name, part] of Object.entries(parts as JsonObject)) {
      // checked to be an object
      check.spend(1)
      if (Object.hasOwn(object, name) && !check.fits(part, object) && found(name, part)) return
    }
  },
  (_parts, value, _schema, check, at) => (_name, part) => check.explain(part, value, at),
)

/** Returns a rule about the number of members. */
function toSizeRule(fits: (limit: number, size: number) => boolean, words: string): Rule {
  return {
    fits: (limit, value, _schema, check) => {
      if (!isJsonObject(value)) return true
      const size = Object.keys(value).length
      check.spend(size)
      return fits(limit as number, size) // checked to be a number
    },
    explain: (limit, value, _schema, check, at) =>
      check.issues.add(at, value, `must NOT have ${words} than ${limit} properties`),
  }
}

function listNames(names: readonly Json[]): string {
  return listShortly(names, String)
}

export const objectRules: readonly (readonly [string, Rule])[] = [
  ['minProperties', toSizeRule((least, size) => size >= least, 'fewer')],
  ['maxProperties', toSizeRule((most, size) => size <= most, 'more')],
  ['required', required],
  ['properties', properties],
  ['patternProperties', patternProperties],
  ['additionalProperties', additionalProperties],
  ['propertyNames', propertyNames],
  ['dependentRequired', dependentRequired],
  ['dependentSchemas', dependentSchemas],
]
