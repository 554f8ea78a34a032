import type { Json } from '../domain/json.ts'
import type { CheckedSchema } from './checked-schema.ts'
import type { Check } from './validator.ts'

/**
 * What one keyword asks of a value. The rule reads the keyword off the schema that has it, and companions of
 * the keyword beside it. A value that is `undefined` is of no type.
 */
export interface Rule {
  /** Returns whether a value fits; nearly every step of a check is a call of this. */
  fits(schema: CheckedSchema, value: Json | undefined, check: Check): boolean
  /** Adds the issues of a value that does not fit. */
  explain(schema: CheckedSchema, value: Json | undefined, place: Place): void
}

/** Where a value that does not fit was found. */
export interface Place {
  /** Takes the issues, and checks and explains parts of the value. */
  readonly check: Check
  /** The JSON pointer of the value. */
  readonly at: string
}

/** Returns a rule whose refusal is one issue about the value itself. */
export function toRule(fits: Rule['fits'], allow: (schema: CheckedSchema) => string): Rule {
  return { fits, explain: (schema, value, { check, at }) => check.issues.add(at, value, allow(schema)) }
}
