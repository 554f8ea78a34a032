import type { ValidateFunction } from 'ajv'
import type { Json, JsonObject } from '../../values/json.ts'
import type { CheckedSchema } from '../checked-schema.ts'
import { findCause } from '../find-cause.ts'
import { IssueList } from '../issue-list.ts'
import { pointInto, type ValueRefusal } from '../issue-words.ts'
import { type IssueSource, listIssues } from '../list-issues.ts'
import { Budget, BudgetError } from './budget.ts'
import { createAjv } from './create-ajv.ts'
import { createMatcher } from './kept-patterns.ts'
import { prepareRoot } from './prepare-schema.ts'

/** Schemas whose functions are kept. */
const mostKept = 500

/** Checks values by schemas that `parseSchema` has taken, compiled once, each within a budget of steps. */
export class Validator {
  readonly #steps: number
  readonly #budget = new Budget()
  readonly #matches = createMatcher(this.#budget)
  readonly #texts = new WeakMap<JsonObject, string>()
  readonly #kept = new Map<string, ValidateFunction>()

  /** @param steps most steps of one check, a step being about 10 ns */
  constructor(steps: number) {
    this.#steps = steps
  }

  /** Returns whether a value fits; one whose check takes too many steps does not. */
  fits(root: JsonObject, value: Json): boolean {
    return this.#check(this.#begin(root), value) === true
  }

  /** Returns what is wrong with parameters, one issue for each: nothing when they fit. */
  findIssues(
    root: CheckedSchema,
    params: JsonObject,
    scope: Pick<IssueSource, 'isPartial' | 'issues'> = {},
  ): IssueList {
    const issues = scope.issues ?? new IssueList()
    const before = issues.issues.length
    const validate = this.#begin(root)
    const check = (rest: JsonObject): ValueRefusal | undefined => {
      const verdict = this.#check(validate, rest)
      if (verdict instanceof BudgetError && issues.issues.length === before)
        issues.add(...toLongIssue(verdict, params))
      return verdict === false ? findCause(root, validate.errors ?? []) : undefined
    }
    return listIssues({ root, params, check, ...scope, issues })
  }

  #begin(root: JsonObject): ValidateFunction {
    const text = this.#texts.get(root) ?? JSON.stringify(prepareRoot(root))
    this.#texts.set(root, text)
    const validate = this.#kept.get(text) ?? createAjv(this.#budget, this.#matches).compile(prepareRoot(root))
    this.#kept.delete(text)
    this.#kept.set(text, validate)
    const [oldest] = this.#kept.keys()
    if (oldest && this.#kept.size > mostKept) this.#kept.delete(oldest)
    this.#budget.begin(this.#steps)
    return validate
  }

  #check(validate: ValidateFunction, value: Json): boolean | BudgetError {
    try {
      return validate(value) === true
    } catch (error) {
      if (error instanceof BudgetError) return error
      // The stack ends before the steps do where a long chain of schemas is asked at every level of a value.
      if (error instanceof RangeError) return new BudgetError()
      throw error
    }
  }
}

/** Returns the issue of a check that took too long. */
function toLongIssue({ match }: BudgetError, params: Json): [pointer: string, found: Json, allowed: string] {
  if (match === undefined) return ['', params, 'must be smaller: the check takes too long']
  const allowed = `must be shorter: it takes too long to check by the pattern ${match.pattern}`
  return [findText(params, match.text, '') ?? '', match.text, allowed]
}

/** Returns where in a value a text is, as a value or as a name. */
function findText(value: Json, text: string, at: string): string | undefined {
  if (value === text) return at
  if (typeof value !== 'object' || value === null) return undefined
  for (const [name, part] of Object.entries(value)) {
    const found = name === text ? pointInto(at, name) : findText(part, text, pointInto(at, name))
    if (found !== undefined) return found
  }
  return undefined
}
