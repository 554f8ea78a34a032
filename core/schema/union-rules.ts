import { isJsonObject, type Json } from '../domain/json.ts'
import { type CheckedSchema, hasKeywords } from './checked-schema.ts'
import { addIssue, type Check, type Place, type Rule, toRule } from './rule.ts'
import { isOfType } from './value-types.ts'

type Branches = readonly Json[]
type Value = Json | undefined

const allOf: Rule = {
  fits: ({ allOf: branches = [] }, value, check) => branches.every((branch) => check.fits(branch, value)),
  explain: ({ allOf: branches = [] }, value, { check, at }) => {
    for (const branch of branches) if (!check.fits(branch, value)) check.explain(branch, value, at)
  },
}

const anyOf: Rule = {
  fits: ({ anyOf: branches = [] }, value, check) => branches.some((branch) => check.fits(branch, value)),
  explain: ({ anyOf: branches = [] }, value, place) => explainUnion(branches, value, place),
}

const oneOf: Rule = {
  fits: ({ oneOf: branches = [] }, value, check) => countFitting(branches, value, check) === 1,
  explain: ({ oneOf: branches = [] }, value, place) => {
    const isNone = countFitting(branches, value, place.check) === 0
    if (isNone) explainUnion(branches, value, place)
    else addIssue({}, value, place, { passingSchemas: [] })
  },
}

/** Returns how many branches a value fits, counted up to two. */
function countFitting(branches: Branches, value: Value, check: Check): number {
  let count = 0
  for (const branch of branches) {
    if (check.fits(branch, value)) count++
    if (count > 1) break
  }
  return count
}

/** Explains by the one branch that was meant, as far as that can be told; else lists the branches. */
function explainUnion(branches: Branches, value: Value, place: Place): void {
  const { check, at } = place
  const meant = findMeant(branches, value, check)
  if (meant !== undefined) check.explain(meant, value, at)
  else addIssue({ [place.keyword]: branches.map((branch) => follow(branch, check)) }, value, place)
}

/** The branch whose constant members the value has, else the only one for values of its type. */
function findMeant(branches: Branches, value: Value, check: Check): Json | undefined {
  const named = branches.filter((branch) => hasConstants(follow(branch, check), value, check))
  if (named.length === 1) return named[0]
  const typed = branches.filter((branch) => takesType(follow(branch, check), value, check))
  return typed.length === 1 ? typed[0] : undefined
}

/**
 * Returns whether a branch has members of constant value, such as `"kind": {"const": "sphere"}`, and the
 * value has them all.
 */
function hasConstants(branch: Json, value: Value, check: Check): boolean {
  if (!hasKeywords(branch) || !isJsonObject(value)) return false
  const constants = Object.entries(branch.properties ?? {}).filter(([, part]) => isConstant(part))
  check.spend(constants.length)
  const has = ([name, part]: [string, Json]): boolean =>
    Object.hasOwn(value, name) && check.fits(part, value[name])
  return constants.length > 0 && constants.every(has)
}

function isConstant(part: Json): boolean {
  return hasKeywords(part) && (part.const !== undefined || part.enum?.length === 1)
}

function takesType(branch: Json, value: Value, check: Check): boolean {
  if (!hasKeywords(branch)) return branch === true
  if (branch.type !== undefined) return isOfType(branch.type, value)
  const choices = branch.const === undefined ? branch.enum : [branch.const]
  if (!choices) return true
  check.spend(choices.length)
  return choices.some((choice) => kindOf(choice) === kindOf(value))
}

function kindOf(value: Value): string {
  return value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value
}

/** Follows references to a schema with other keywords. */
function follow(branch: Json, check: Check): Json {
  let at = branch
  while (hasKeywords(at) && at.$ref !== undefined && Object.keys(at).length === 1)
    at = check.findTarget(at.$ref)
  return at
}

const not = toRule(({ not: branch }, value, check) => !check.fits(branch, value))

/** `if` decides between its companions; alone they ask nothing. */
const condition: Rule = {
  fits: (schema, value, check) => check.fits(chooseBranch(schema, value, check), value),
  explain: (schema, value, { check, at }) => check.explain(chooseBranch(schema, value, check), value, at),
}

function chooseBranch(schema: CheckedSchema, value: Value, check: Check): Json {
  return (check.fits(schema.if, value) ? schema.then : schema.else) ?? true
}

/**
 * The rules of the keywords that join schemas: all, any, one or none of them, or one or the other by a
 * condition.
 */
export const unionRules: readonly (readonly [keyword: string, rule: Rule])[] = [
  ['allOf', allOf],
  ['anyOf', anyOf],
  ['oneOf', oneOf],
  ['not', not],
  ['if', condition],
]
