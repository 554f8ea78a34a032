import { arrayRules } from './array-rules.ts'
import type { CheckedSchema } from './checked-schema.ts'
import { objectRules } from './object-rules.ts'
import { type Rule, toRule } from './rule.ts'
import { unionRules } from './union-rules.ts'
import { isOfType } from './value-types.ts'

/** Returns a rule about numbers. */
function toNumberRule(fits: (value: number, schema: CheckedSchema) => boolean): Rule {
  return toRule((schema, value) => typeof value !== 'number' || fits(value, schema))
}

/** Returns a rule about the length of texts, counted in code points as JSON Schema does. */
function toLengthRule(fits: (length: number, schema: CheckedSchema) => boolean): Rule {
  return toRule((schema, value, check) => {
    if (typeof value !== 'string') return true
    check.spend(value.length >> 3)
    return fits(countCharacters(value), schema)
  })
}

function countCharacters(text: string): number {
  let count = text.length
  for (let i = 0; i < text.length; i++) if ((text.codePointAt(i) ?? 0) > 0xffff) count--
  return count
}

/** 0.3 is a multiple of 0.1 to everybody but binary fractions. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9
}

const pattern = toRule(({ pattern = '', maxLength }, value, check) => {
  if (typeof value !== 'string') return true
  // What is too long is refused as that, and costs no match.
  if (maxLength !== undefined && value.length > 2 * maxLength) return true
  return check.matches(pattern, value)
})

const reference: Rule = {
  fits: ({ $ref = '#' }, value, check) => check.fitsReference($ref, value),
  explain: ({ $ref = '#' }, value, { check, at }) => check.explain(check.findTarget($ref), value, at),
}

const constant = toRule(
  ({ const: wanted }, value, check) => wanted === value || check.toKey(wanted) === check.toKey(value),
)

/** The rules by keyword. Annotations ask nothing and are not here. */
export const rules: ReadonlyMap<string, Rule> = new Map([
  ['$ref', reference],
  ['type', toRule(({ type = [] }, value) => isOfType(type, value))],
  ['enum', toRule(({ enum: values = [] }, value, check) => check.isAmong(values, value))],
  ['const', constant],
  ['minimum', toNumberRule((value, { minimum = value }) => value >= minimum)],
  ['maximum', toNumberRule((value, { maximum = value }) => value <= maximum)],
  ['exclusiveMinimum', toNumberRule((value, { exclusiveMinimum: limit = value }) => value > limit)],
  ['exclusiveMaximum', toNumberRule((value, { exclusiveMaximum: limit = value }) => value < limit)],
  ['multipleOf', toNumberRule((value, { multipleOf: step = value }) => isMultiple(value, step))],
  ['minLength', toLengthRule((length, { minLength = 0 }) => length >= minLength)],
  ['maxLength', toLengthRule((length, { maxLength = length }) => length <= maxLength)],
  ['pattern', pattern],
  ...arrayRules,
  ...objectRules,
  ...unionRules,
])
