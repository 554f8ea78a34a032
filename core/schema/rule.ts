import type { Json } from '../domain/json.ts'
import type { CheckedSchema } from './checked-schema.ts'
import type { IssueList } from './issue-list.ts'
import type { ValueRefusal } from './issue-words.ts'

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

/** What a rule asks of the check that it is part of: parts of the value, comparisons, and steps. */
export interface Check {
  /** Takes what is explained. */
  readonly issues: IssueList
  /** Returns whether a value fits a schema of the root. */
  fits(schema: Json | undefined, value: Json | undefined): boolean
  /** Adds an issue for every way in which a value does not fit. */
  explain(schema: Json | undefined, value: Json | undefined, at: string): void
  /** Returns whether a value fits what a reference leads to, once for each object and target. */
  fitsReference(reference: string, value: Json | undefined): boolean
  /** Returns what a reference of the root leads to. */
  findTarget(reference: string): Json
  /** Returns whether a pattern matches anywhere in a text. */
  matches(pattern: string, text: string): boolean
  /** Returns whether a value is one of those. */
  isAmong(values: readonly Json[], value: Json | undefined): boolean
  /** Returns the key of a value for comparisons, and counts what it costs. */
  toKey(value: Json | undefined): Json | undefined
  /** Counts steps. @throws BudgetError when more have been taken than were given */
  spend(steps: number): void
}

/** Where a value that does not fit was found, and by which keyword. */
export interface Place {
  readonly keyword: string
  /** Takes the issues, and checks and explains parts of the value. */
  readonly check: Check
  /** The JSON pointer of the value. */
  readonly at: string
}

/** Returns a rule whose refusal is one issue about the value itself. */
export function toRule(fits: Rule['fits']): Rule {
  return { fits, explain: (schema, value, place) => addIssue(schema, value, place) }
}

/**
 * Adds the issue of a value that does not fit a keyword. `params` are what its words need beside the schema.
 */
export function addIssue(
  schema: CheckedSchema,
  value: Json | undefined,
  { check, at, keyword }: Place,
  params: ValueRefusal['params'] = {},
): void {
  check.issues.refuse({ keyword, instancePath: at, data: value, parentSchema: schema, params })
}
