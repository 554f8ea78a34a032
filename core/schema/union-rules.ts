/** The keywords that join schemas: all, any, one or none of them, or one or the other by a condition. */

import { describe } from '../domain/describe.ts'
import { isJsonObject, type Json, type JsonObject } from '../domain/json.ts'
import { listShortly } from './issue-list.ts'
import type { Rule } from './rules.ts'
import type { Check } from './validator.ts'
import { isOfType } from './value-types.ts'

type Branches = readonly Json[]

const allOf: Rule = {
  fits: (branches, value, _schema, check) =>
    (branches as Branches).every((branch) => check.fits(branch, value)), // checked
  explain: (branches, value, _schema, check, at) => {
    for (const branch of branches as Branches)
      if (!check.fits(branch, value)) check.explain(branch, value, at) // checked
  },
}

const anyOf: Rule = {
  fits: (branches, value, _schema, check) =>
    (branches as Branches).some((branch) => check.fits(branch, value)), // checked
  // Checked.
  explain: (branches, value, _schema, check, at) => explainUnion(branches as Branches, value, check, at),
}

const oneOf: Rule = {
  // Checked.
  fits: (branches, value, _schema, check) => countFitting(branches as Branches, value, check) === 1,
  explain: (branches, value, _schema, check, at) => {
    const isNone = countFitting(branches as Branches, value, check) === 0 // checked
    if (isNone)
      explainUnion(branches as Branches, value, check, at) // checked
    else check.issues.add(at, value, 'must fit exactly one schema of "oneOf", and fits several')
  },
}

function countFitting(branches: Branches, value: Json, check: Check): number {
  let count = 0
  for (const branch of branches) {
    if (check.fits(branch, value)) count++
    if (count > 1) break
  }
  return count
}

/** Explains by the one branch that was meant, as far as that can be told; else says what the branches are. */
function explainUnion(branches: Branches, value: Json, check: Check, at: string): void {
  const meant = findMeant(branches, value, check)
  if (meant !== undefined) check.explain(meant, value, at)
  else
    check.issues.add(
      at,
      value,
      `one of ${listShortly(branches, (branch) => describeBranch(follow(branch, check)))}`,
    )
}

/** The branch whose constant members the value has, else the only one for values of its type. */
function findMeant(branches: Branches, value: Json, check: Check): Json | undefined {
  const named = branches.filter((branch) => hasConstants(follow(branch, check), value, check))
  if (named.length === 1) return named[0]
  const typed = branches.filter((branch) => takesType(follow(branch, check), value, check))
  return typed.length === 1 ? typed[0] : undefined
}

/**
 * Returns whether a branch has members of constant value, such as `"kind": {"const": "sphere"}`, and the
 * value has them all.
 */
function hasConstants(branch: Json, value: Json, check: Check): boolean {
  if (!isJsonObject(branch) || !isJsonObject(value) || !isJsonObject(branch.properties ?? null)) return false
  // As just tested.
  const constants = Object.entries(branch.properties as JsonObject).filter(([, part]) => isConstant(part))
  check.spend(constants.length)
  const has = ([name, part]: [string, Json]) =>
    Object.hasOwn(value, name) && check.fits(part, value[name] as Json) // is there
  return constants.length > 0 && constants.every(has)
}

function isConstant(part: Json): boolean {
  return (
    isJsonObject(part) && (part.const !== undefined || (Array.isArray(part.enum) && part.enum.length === 1))
  )
}

function takesType(branch: Json, value: Json, check: Check): boolean {
  if (!isJsonObject(branch)) return branch === true
  if (branch.type !== undefined) return isOfType(branch.type, value)
  const choices = branch.const === undefined ? branch.enum : [branch.const]
  if (!Array.isArray(choices)) return true
  check.spend(choices.length)
  return choices.some((choice: Json) => kindOf(choice) === kindOf(value))
}

function kindOf(value: Json): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Follows references to the schema that says something. */
function follow(branch: Json, check: Check): Json {
  let at = branch
  while (isJsonObject(at) && typeof at.$ref === 'string' && Object.keys(at).length === 1)
    at = check.findTarget(at.$ref)
  return at
}

function describeBranch(branch: Json): string {
  if (!isJsonObject(branch)) return branch === true ? 'anything' : 'nothing'
  if (branch.const !== undefined) return describe(branch.const)
  if (Array.isArray(branch.enum)) return listShortly(branch.enum)
  if (typeof branch.title === 'string') return branch.title
  return branch.type === undefined ? 'a value of another form' : [branch.type].flat().join(' or ')
}

const not: Rule = {
  fits: (branch, value, _schema, check) => !check.fits(branch, value),
  explain: (_branch, value, _schema, check, at) =>
    check.issues.add(at, value, 'must not fit the schema of "not"'),
}

/** `if` decides between its companions; alone they ask nothing. */
const condition: Rule = {
  fits: (test, value, schema, check) => check.fits(chooseBranch(test, value, schema, check), value),
  explain: (test, value, schema, check, at) =>
    check.explain(chooseBranch(test, value, schema, check), value, at),
}

function chooseBranch(test: Json, value: Json, schema: JsonObject, check: Check): Json {
  return (check.fits(test, value) ? schema.then : schema.else) ?? true
}

export const unionRules: readonly (readonly [string, Rule])[] = [
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
]
