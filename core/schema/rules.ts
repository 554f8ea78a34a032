/**
 * What each keyword asks of a value, and in words what it allows. Annotations ask nothing and are not here.
 */
import type { Json, JsonObject } from '../domain/json.ts'
import { arrayRules } from './array-rules.ts'
import { listShortly } from './issue-list.ts'
import { objectRules } from './object-rules.ts'
import { unionRules } from './union-rules.ts'
import type { Check } from './validator.ts'
import { isOfType } from './value-types.ts'

/**
 * One keyword. The schema's check has seen that `asked`, the keyword's value in `schema`, is of the right
 * kind.
 */
export interface Rule {
  fits(asked: Json, value: Json, schema: JsonObject, check: Check): boolean
  /** Adds the issues of a value that does not fit. */
  explain(asked: Json, value: Json, schema: JsonObject, check: Check, at: string): void
}

/** Returns a rule whose refusal is one issue about the value itself. */
function toRule(fits: Rule['fits'], allow: (asked: Json) => string): Rule {
  return { fits, explain: (asked, value, _schema, check, at) => check.issues.add(at, value, allow(asked)) }
}

function toNumberRule(fits: (limit: number, value: number) => boolean, words: string): Rule {
  // Checked to be a number.
  const holds = (limit: Json, value: Json) => typeof value !== 'number' || fits(limit as number, value)
  return toRule(holds, (limit) => `must be ${words} ${limit}`)
}

function toLengthRule(fits: (limit: number, length: number) => boolean, words: string): Rule {
  const holds: Rule['fits'] = (limit, value, _schema, check) => {
    if (typeof value !== 'string') return true
    check.spend(value.length >> 3)
    return fits(limit as number, countCharacters(value)) // checked to be a number
  }
  return toRule(holds, (limit) => `must NOT have ${words} than ${limit} characters`)
}

/** Counts code points, as JSON Schema does. */
function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) if ((text.codePointAt(i) as number) > 0xffff) count-- // i is in range
  return count
}

/** 0.3 is a multiple of 0.1 to everybody but binary fractions. */
function isMultiple(step: number, value: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9
}

const patternRule = toRule(
  (pattern, value, { maxLength }, check) => {
    if (typeof value !== 'string') return true
    // What is too long is refused as that, and costs no match.
    if (typeof maxLength === 'number' && value.length > 2 * maxLength) return true
    return check.matches(String(pattern), value)
  },
  (pattern) => `must match pattern "${pattern}"`,
)

const referenceRule: Rule = {
  fits: (reference, value, _schema, check) => check.fitsReference(String(reference), value),
  explain: (reference, value, _schema, check, at) =>
    check.explain(check.findTarget(String(reference)), value, at),
}

/** The rules by keyword. */
export const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ['$ref', referenceRule],
  ['type', toRule(isOfType, (types) => `must be ${[types].flat().join(' or ')}`)],
  [
    'enum',
    toRule(
      // Checked to be an array.
      (values, value, _schema, check) => check.isAmong(values as readonly Json[], value),
      (values) => `one of ${listShortly(values as readonly Json[])}`, // likewise
    ),
  ],
  [
    'const',
    toRule(
      (wanted, value, _schema, check) => wanted === value || check.toKey(wanted) === check.toKey(value),
      (wanted) => `must be ${listShortly([wanted])}`,
    ),
  ],
  ['minimum', toNumberRule((limit, value) => value >= limit, '>=')],
  ['maximum', toNumberRule((limit, value) => value <= limit, '<=')],
  ['exclusiveMinimum', toNumberRule((limit, value) => value > limit, '>')],
  ['exclusiveMaximum', toNumberRule((limit, value) => value < limit, '<')],
  ['multipleOf', toNumberRule(isMultiple, 'a multiple of')],
  ['minLength', toLengthRule((limit, length) => length >= limit, 'fewer')],
  ['maxLength', toLengthRule((limit, length) => length <= limit, 'more')],
  ['pattern', patternRule],
  ...arrayRules,
  ...objectRules,
  ...unionRules,
])
