/** The keywords about arrays. They ask nothing of other values. */
import type { Json, JsonObject } from '../domain/json.ts'
import { pointInto } from './issue-list.ts'
import type { Rule } from './rules.ts'
import type { Check } from './validator.ts'

type Items = readonly Json[]

function asItems(value: Json): Items | undefined {
  return Array.isArray(value) ? value : undefined
}

/** Returns a rule about the array as a whole. */
function toArrayRule(
  fits: (asked: Json, items: Items, schema: JsonObject, check: Check) => boolean,
  allow: (asked: Json, schema: JsonObject) => string,
): Rule {
  return {
    fits: (asked, value, schema, check) => {
      const items = asItems(value)
      return items === undefined || fits(asked, items, schema, check)
    },
    explain: (asked, value, schema, check, at) => check.issues.add(at, value, allow(asked, schema)),
  }
}

/**
 * Returns a rule that lays schemas over items: `select` names the schema of each item, undefined for none.
 */
function toItemRule(
  select: (asked: Json, index: number) => Json | undefined,
  start: (schema: JsonObject) => number,
): Rule {
  return {
    fits: (asked, value, schema, check) => {
      const items = asItems(value) ?? []
      for (let i = start(schema); i < items.length; i++) {
        const part = select(asked, i)
        if (part === undefined) return true
        if (!check.fits(part, items[i] as Json)) return false // i is in range
      }
      return true
    },
    explain: (asked, value, schema, check, at) => {
      const items = asItems(value) ?? []
      for (let i = start(schema); i < items.length && !check.issues.isFull; i++) {
        const [part, item] = [select(asked, i), items[i] as Json] // i is in range
        if (part === undefined) return
        if (!check.fits(part, item)) check.explain(part, item, pointInto(at, i))
      }
    },
  }
}

function countFitting(part: Json, items: Items, check: Check, enough: number): number {
  let count = 0
  for (const item of items) {
    if (check.fits(part, item)) count++
    if (count === enough) break
  }
  return count
}

const contains = toArrayRule(
  (part, items, { minContains, maxContains }, check) => {
    const [least, most] = [toCount(minContains, 1), toCount(maxContains, Number.POSITIVE_INFINITY)]
    const count = countFitting(part, items, check, Number.isFinite(most) ? most + 1 : least)
    return count >= least && count <= most
  },
  (_part, { minContains, maxContains }) => {
    const most = maxContains === undefined ? '' : ` and at most ${maxContains}`
    return `must contain at least ${toCount(minContains, 1)}${most} items that fit "contains"`
  },
)

function toCount(value: Json | undefined, otherwise: number): number {
  return typeof value === 'number' ? value : otherwise
}

const uniqueItems: Rule = {
  fits: (isAsked, value, _schema, check) =>
    isAsked !== true || findEqual(asItems(value) ?? [], check, () => true) === 0,
  explain: (_asked, value, _schema, check, at) => {
    const items = asItems(value) ?? []
    findEqual(items, check, (later, first) => {
      check.issues.add(pointInto(at, later), items[later], `must differ from item ${first}`)
      return check.issues.isFull
    })
  },
}

/** Calls back for each item that equals an earlier one, until told to stop; returns how often. */
function findEqual(items: Items, check: Check, found: (later: number, first: number) => boolean): number {
  const seen = new Map<Json, number>()
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

export const arrayRules: readonly (readonly [string, Rule])[] = [
  [
    'minItems',
    toArrayRule(
      (least, items) => items.length >= Number(least),
      (least) => `must NOT have fewer than ${least} items`,
    ),
  ],
  [
    'maxItems',
    toArrayRule(
      (most, items) => items.length <= Number(most),
      (most) => `must NOT have more than ${most} items`,
    ),
  ],
  [
    'prefixItems',
    toItemRule(
      (parts, i) => (parts as Items)[i],
      () => 0,
    ),
  ], // checked to be an array
  [
    'items',
    toItemRule(
      (part) => part,
      ({ prefixItems }) => asItems(prefixItems ?? null)?.length ?? 0,
    ),
  ],
  ['contains', contains],
  ['uniqueItems', uniqueItems],
]
