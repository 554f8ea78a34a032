import { type Json, type JsonObject, toCanonicalJson } from '../domain/json.ts'
import { hasKeywords } from './checked-schema.ts'
import { IssueList } from './issue-list.ts'
import { pointInto } from './issue-words.ts'
import { PatternProgram } from './pattern-program.ts'
import { resolveReference } from './references.ts'
import type { Check } from './rule.ts'
import { rules } from './rules.ts'

/** Most schemas inside one another on the way to one part of a value; their calls lie on the stack. */
const deepest = 1024
/** Instructions of the programs that are kept: about 16 MB. */
const keptInstructions = 200_000
/** Steps of making a program, and for each of its instructions. */
const programSteps = 500
const instructionSteps = 40
/** Steps of the check for each of a match. */
const patternSteps = 4

/** Where in a schema and a value a check begins. */
export interface Start {
  /** A schema inside the root, to which its references are relative. */
  readonly part?: Json
  /** The JSON pointer of the value. */
  readonly at?: string
  /** Takes the issues. */
  readonly issues?: IssueList
}

/**
 * Checks values by schemas that `parseSchema` has taken, as an interpreter: the schema is read for each
 * value, so that nothing is compiled when one comes from outside. Each check has a budget of steps, which
 * end it whatever the schema and the value. Patterns and the values of each `enum` are prepared once.
 */
export class Validator {
  readonly #steps: number
  readonly #patterns = new Map<string, PatternProgram>()
  #instructions = 0
  readonly #choices = new WeakMap<readonly Json[], ReadonlySet<Json | undefined>>()
  readonly #targets = new WeakMap<JsonObject, Map<string, Json>>()

  /** @param steps most steps of one check, a step being about 10 ns */
  constructor(steps: number) {
    this.#steps = steps
  }

  /** Returns whether a value fits; one whose check takes too many steps does not. */
  fits(root: JsonObject, value: Json, part: Json = root): boolean {
    try {
      return this.#createCheck(root).fits(part, value)
    } catch (error) {
      if (error instanceof BudgetError) return false
      throw error
    }
  }

  /** Returns what is wrong with a value: nothing when it fits. */
  findIssues(
    root: JsonObject,
    value: Json,
    { part = root, at = '', issues = new IssueList() }: Start = {},
  ): IssueList {
    const before = issues.issues.length
    try {
      if (this.#createCheck(root).fits(part, value)) return issues
      this.#createCheck(root, issues).explain(part, value, at)
    } catch (error) {
      if (!(error instanceof BudgetError)) throw error
      if (issues.issues.length === before) issues.add(...error.toIssue(at, value))
    }
    return issues
  }

  #createCheck(root: JsonObject, issues?: IssueList): BoundedCheck {
    return new BoundedCheck({ validator: this, root, steps: this.#steps, issues })
  }

  /** Returns the program of a pattern, which is kept for a while; `spend` takes the steps of making it. */
  findPattern(text: string, spend: (steps: number) => void): PatternProgram {
    const known = this.#patterns.get(text)
    if (known) return known
    const program = new PatternProgram(text)
    spend(programSteps + instructionSteps * program.size)
    for (const [oldest, { size }] of this.#patterns) {
      if (this.#instructions + program.size <= keptInstructions) break
      this.#patterns.delete(oldest)
      this.#instructions -= size
    }
    this.#patterns.set(text, program)
    this.#instructions += program.size
    return program
  }

  /** Returns the values of an `enum` as {@link toEqualityKey} makes them. */
  findChoices(values: readonly Json[]): ReadonlySet<Json | undefined> {
    const known = this.#choices.get(values)
    if (known) return known
    const choices = new Set(values.map(toEqualityKey))
    this.#choices.set(values, choices)
    return choices
  }

  /** Returns what a reference leads to; the schema's check has seen that it leads somewhere. */
  findTarget(root: JsonObject, reference: string): Json {
    const targets = this.#targets.get(root) ?? new Map<string, Json>()
    this.#targets.set(root, targets)
    const known = targets.get(reference)
    if (known !== undefined) return known
    const target = resolveReference(root, reference) ?? true
    targets.set(reference, target)
    return target
  }
}

/** Returns a scalar that is the same for equal values, and for no others. */
function toEqualityKey(value: Json | undefined): Json | undefined {
  if (typeof value === 'string') return `"${value}`
  return typeof value === 'object' && value !== null ? toCanonicalJson(value) : value
}

/** What a check is made of. */
interface CheckOptions {
  readonly validator: Validator
  readonly root: JsonObject
  /** Most steps. */
  readonly steps: number
  /** Takes what is explained. */
  readonly issues: IssueList | undefined
}

/**
 * One check of one value, within one budget of steps. A schema that is applied to the same object again by
 * way of a reference answers from memory.
 */
class BoundedCheck implements Check {
  readonly #validator: Validator
  readonly #root: JsonObject
  #verdicts: Map<Json, Map<JsonObject, boolean>> | undefined
  readonly #explained = new Map<Json, Set<string>>()
  #issues: IssueList | undefined
  #steps: number
  #depth = 0
  readonly #spend = (steps: number): void => this.spend(steps)
  readonly #spendOnPattern = (steps: number): void => this.spend(patternSteps * steps)

  constructor({ validator, root, steps, issues }: CheckOptions) {
    this.#validator = validator
    this.#root = root
    this.#steps = steps
    this.#issues = issues
  }

  /** The list that takes what is explained, made when it is first needed: a value that fits needs none. */
  get issues(): IssueList {
    this.#issues ??= new IssueList()
    return this.#issues
  }

  fits(schema: Json | undefined, value: Json | undefined): boolean {
    if (!hasKeywords(schema)) return schema === true
    this.#enter()
    let fits = true
    for (const name in schema) {
      this.#steps -= 2
      const rule = rules.get(name)
      fits = rule === undefined || rule.fits(schema, value, this)
      if (!fits) break
    }
    this.#depth--
    return fits
  }

  explain(schema: Json | undefined, value: Json | undefined, at: string): void {
    if (this.issues.isFull) return
    if (!hasKeywords(schema)) {
      const refusal = { keyword: 'false schema', instancePath: at, data: value, params: {} }
      if (schema !== true) this.issues.refuse(refusal)
      return
    }
    const places = this.#explained.get(schema) ?? new Set<string>()
    this.#explained.set(schema, places)
    if (places.has(at)) return
    places.add(at)
    this.#enter()
    for (const name in schema) {
      const rule = rules.get(name)
      if (rule && !rule.fits(schema, value, this))
        rule.explain(schema, value, { check: this, at, keyword: name })
    }
    this.#depth--
  }

  fitsReference(reference: string, value: Json | undefined): boolean {
    const target = this.findTarget(reference)
    if (!hasKeywords(target) || typeof value !== 'object' || value === null) return this.fits(target, value)
    this.#verdicts ??= new Map()
    const verdicts = this.#verdicts.get(value) ?? new Map<JsonObject, boolean>()
    this.#verdicts.set(value, verdicts)
    const known = verdicts.get(target)
    if (known !== undefined) return known
    const fits = this.fits(target, value)
    verdicts.set(target, fits)
    return fits
  }

  findTarget(reference: string): Json {
    return this.#validator.findTarget(this.#root, reference)
  }

  matches(pattern: string, text: string): boolean {
    this.spend(16) // for the call
    const program = this.#validator.findPattern(pattern, this.#spend)
    try {
      return program.test(text, this.#spendOnPattern)
    } catch (error) {
      throw error instanceof BudgetError ? new BudgetError({ pattern, text }) : error
    }
  }

  isAmong(values: readonly Json[], value: Json | undefined): boolean {
    return this.#validator.findChoices(values).has(this.toKey(value))
  }

  toKey(value: Json | undefined): Json | undefined {
    const key = toEqualityKey(value)
    if (typeof key === 'string') this.spend(key.length)
    return key
  }

  spend(steps: number): void {
    this.#steps -= steps
    if (this.#steps < 0) throw new BudgetError()
  }

  #enter(): void {
    if (++this.#depth > deepest) throw new BudgetError()
    this.spend(4)
  }
}

/** The end of a check that takes too long, or too much of the stack; and the match in which it ended. */
class BudgetError extends Error {
  readonly #match: { readonly pattern: string; readonly text: string } | undefined

  constructor(match?: { readonly pattern: string; readonly text: string }) {
    super('The check takes too long')
    this.#match = match
  }

  toIssue(at: string, value: Json): [pointer: string, found: Json, allowed: string] {
    const { pattern, text } = this.#match ?? {}
    if (text === undefined) return [at, value, 'must be smaller: the check takes too long']
    const allowed = `must be shorter: it takes too long to check by the pattern ${pattern}`
    return [findText(value, text, at) ?? at, text, allowed]
  }
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
