import { isJsonArray, type Json } from '../domain/json.ts'
import type { CheckedSchema } from './checked-schema.ts'
import { pointInto } from './issue-words.ts'
import { addIssue, type Check, type Rule, toRule } from './rule.ts'

type Items = readonly Json[]

/** Returns the items of an array; other values have none. */
function itemsOf(value: Json | undefined): Items {
  return isJsonArray(value) ? value : []
}

/** Returns a rule about the array as a whole. */
function toArrayRule(fits: (items: Items, schema: CheckedSchema, check: Check) => boolean): Rule {
  return toRule((schema, value, check) => !isJsonArray(value) || fits(value, schema, check))
}

/**
 * Returns a rule that lays schemas over items, from the one at `start` on: `select` names the schema of each,
 * undefined where no more have one.
 */
function toItemRule(
  select: (schema: CheckedSchema, index: number) => Json | undefined,
  start: (schema: CheckedSchema) => number,
): Rule {
  return {
    fits: (schema, value, check) => {
      const items = itemsOf(value)
      for (let i = start(schema); i < items.length; i++) {
        const part = select(schema, i)
        if (part === undefined) return true
        if (!check.fits(part, items[i])) return false
      }
      return true
    },
    explain: (schema, value, { check, at }) => {
      const items = itemsOf(value)
      for (let i = start(schema); i < items.length && !check.issues.isFull; i++) {
        const part = select(schema, i)
        if (part === undefined) return
        if (!check.fits(part, items[i])) check.explain(part, items[i], pointInto(at, i))
      }
    },
  }
}

const rest = toItemRule(
  ({ items }) => items,
  ({ prefixItems }) => prefixItems?.length ?? 0,
)

const items: Rule = {
  ...rest,
  explain: (schema, value, place) =>
    schema.items === false ? addIssue(schema, value, place) : rest.explain(schema, value, place),
}

const contains = toArrayRule((items, { contains, minContains: least = 1, maxContains: most }, check) => {
  const enough = most === undefined ? least : most + 1
  let count = 0
  for (const item of items) {
    if (check.fits(contains, item)) count++
    if (count === enough) break
  }
  return count >= least && (most === undefined || count <= most)
})

const uniqueItems: Rule = {
  fits: ({ uniqueItems = false }, value, check) =>
    !uniqueItems || findEqual(itemsOf(value), check, () => true) === 0,
  explain: (schema, value, place) => {
    findEqual(itemsOf(value), place.check, (i, j) => {
      addIssue(schema, value, place, { i, j })
      return place.check.issues.isFull
    })
  },
}

/** Calls back for each item that equals an earlier one, until that returns true; returns how often. */
function findEqual(items: Items, check: Check, found: (later: number, first: number) => boolean): number {
  const seen = new Map<Json | undefined, number>()
  let count = 0
  for (const [i, item] of items.entries()) {
    const key = check.toKey(item)
    const first = seen.get(key)
    check.spend(4)
    if (first === undefined) seen.set(key, i)
    else {
      count++
      if (found(i, first)) break
    }
  }
  return count
}

/** The rules of the keywords about arrays. They ask nothing of other values. */
export const arrayRules: readonly (readonly [keyword: string, rule: Rule])[] = [
  ['minItems', toArrayRule(({ length }, { minItems = 0 }) => length >= minItems)],
  ['maxItems', toArrayRule(({ length }, { maxItems = length }) => length <= maxItems)],
  [
    'prefixItems',
    toItemRule(
      ({ prefixItems }, i) => prefixItems?.[i],
      () => 0,
    ),
  ],
  ['items', items],
  ['contains', contains],
  ['uniqueItems', uniqueItems],
]
