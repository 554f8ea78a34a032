import { createRequire } from 'node:module'
import type * as Ajv from 'ajv/dist/2020.js'
import { isJsonArray, isJsonObject, type Json } from '../../values/json.ts'
import { findEqual, toEqualityKey } from '../equality.ts'
import type { Budget } from './budget.ts'
import { first, last, paid } from './prepare-schema.ts'

/** Distance of a quotient from a whole number that is overlooked, so that 0.3 is a multiple of 0.1. */
const quotientTolerance = 1e-9
/** The same for large quotients, as a part of them: value and step are rounded, and their quotient is. */
const relativeTolerance = 4 * Number.EPSILON
/** Steps of each item that is looked for, and of its error. */
const itemSteps = 24
/** Steps of each name of an object; one that has many keeps them in a table, which is read slowly. */
const nameSteps = 1
const manyNames = 500
const tableSteps = 20
/** Keywords that read a text, all items, or all names. */
const readers = [
  'minLength',
  'maxLength',
  'contains',
  'minProperties',
  'maxProperties',
  'patternProperties',
  'additionalProperties',
  'propertyNames',
]
const load = createRequire(import.meta.url)

/**
 * Returns an ajv for one schema, whose functions then go with it. Patterns are matched by our own engine, and
 * what compares values does so by keys, in time that is proportional to their size. The package is loaded at
 * the first call, so that a worker which checks nothing is without its 40 ms.
 */
export function createAjv(budget: Budget, matches: (pattern: string, text: string) => boolean): Ajv.Ajv2020 {
  const { Ajv2020, _ }: typeof Ajv = load('ajv/dist/2020.js')
  const ajv = new Ajv2020({
    meta: false,
    validateSchema: false,
    addUsedSchema: false,
    validateFormats: false,
    inlineRefs: false,
    strict: false,
    strictNumbers: true,
    ownProperties: true,
    // Without its loop, ajv 8.20 does not see that '' is missing.
    loopRequired: 1,
    verbose: true,
    messages: false,
    logger: false,
    code: { optimize: false, regExp: toEngine(matches) },
  })
  // No schema asks what others have looked at, and keeping count of that fails for some, in ajv 8.20.
  ajv.opts.unevaluated = false
  for (const keyword of ['enum', 'const', 'uniqueItems', 'multipleOf']) ajv.removeKeyword(keyword)
  addKeywords(ajv, _, budget)
  return ajv
}

function addKeywords(ajv: Ajv.Ajv2020, _: typeof Ajv._, { spend }: Budget): void {
  const spendOn = (value: Json, steps: number): void => spend(steps + countSteps(value))
  const toChoice = (values: readonly Json[]) => {
    const keys = new Set(values.map((value) => toEqualityKey(value)))
    return (value: Json): boolean => keys.has(toEqualityKey(value, spend))
  }
  const toUnique = (isAsked: boolean) => (value: Json) => !isAsked || findEqual(value, spend) === null
  ajv.addKeyword({ keyword: 'enum', compile: toChoice, errors: false })
  ajv.addKeyword({ keyword: 'const', compile: (value) => toChoice([value]), errors: false })
  ajv.addKeyword({ keyword: 'multipleOf', type: 'number', compile: toMultiple, errors: false })
  ajv.addKeyword({ keyword: 'uniqueItems', compile: toUnique, errors: false })
  ajv.addKeyword({
    keyword: paid,
    before: '$ref',
    code: ({ gen, data, schema, parentSchema }) => {
      const readsAll = readers.some((name) => Object.hasOwn(parentSchema, name))
      if (readsAll) gen.code(_`${gen.scopeValue('func', { ref: spendOn })}(${data}, ${schema})`)
      else gen.code(_`${gen.scopeValue('func', { ref: spend })}(${schema})`)
    },
  })
  ajv.addKeyword({ keyword: first, before: '$ref', macro: (schema) => schema })
  ajv.addKeyword({ keyword: last, type: 'object', macro: (schema) => schema })
}

function toMultiple(step: number): (value: number) => boolean {
  return (value) => {
    const quotient = value / step
    const tolerance = Math.max(quotientTolerance, relativeTolerance * Math.abs(quotient))
    return Math.abs(quotient - Math.round(quotient)) <= tolerance
  }
}

/** Returns the steps of reading all of a value, but not what is inside its items and members. */
function countSteps(value: Json): number {
  if (typeof value === 'string') return value.length >> 2
  if (isJsonArray(value)) return itemSteps * value.length
  if (!isJsonObject(value)) return 0
  const { length } = Object.keys(value)
  return length * (length > manyNames ? tableSteps : nameSteps)
}

/** Returns our engine as ajv takes one. It tells patterns apart by their text. */
function toEngine(
  matches: (pattern: string, text: string) => boolean,
): NonNullable<Ajv.CodeOptions['regExp']> {
  const engine = (pattern: string) => ({
    test: (text: string) => matches(pattern, text),
    toString: () => pattern,
  })
  return Object.assign(engine, { code: '' })
}
