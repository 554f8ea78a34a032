import { cutText } from '../domain/cut-text.ts'
import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, type JsonObject, maxJsonDepth, parseJson } from '../domain/json.ts'
import { isParameterSchema, mergeDefaults, type ParameterSchema } from '../domain/schema.ts'
import { pointInto, toSentence } from './issue-words.ts'
import { companions, type Keyword, keywords, substitutes } from './keywords.ts'
import { Chains, longestChain, resolveReference } from './references.ts'
import { Validator } from './validator.ts'

const schemaLength = 256 * 1024
const mostSchemas = 10_000
/** Characters of all patterns together: reading one costs more than reading other text. */
const patternLength = 16 * 1024
/** Steps of the check of a schema's own defaults; ordinary ones take some hundred. */
const leastSteps = 50_000
const stepsPerCharacter = 16
/** Characters of each step in the place that a refusal names. */
const stepLength = 60
const placeLength = 300

/**
 * Returns a JSON value as a parameter schema, if hosts can check values by it and it takes its own defaults.
 * Nothing is compiled: the cost is proportional to the size of the schema.
 * @throws `schema.invalid` with the place and what is wrong there; `what` names the schema
 */
export function parseSchema(value: unknown, what: string): ParameterSchema {
  if (!isParameterSchema(value)) {
    throw refuse(what, 'must be an object schema, {"type": "object", "properties": {…}}')
  }
  const { length } = JSON.stringify(value)
  if (length > schemaLength)
    throw refuse(what, `must have at most ${schemaLength} characters (got ${length})`)
  new SchemaCheck(value, what).run()
  const steps = leastSteps + stepsPerCharacter * length
  requireDefaults(value, what, steps)
  requirePreviews(value, what, steps)
  return value
}

/**
 * Returns a copy of a schema that is given in code, so that nobody can change it later.
 * @throws `schema.invalid`
 */
export function copySchema(value: unknown, what: string): ParameterSchema {
  let text: string | undefined
  try {
    text = JSON.stringify(value)
  } catch (cause) {
    const found = cause instanceof Error ? cause.message.split('\n')[0] : String(cause)
    throw refuse(what, `must be JSON (got ${found})`)
  }
  return parseSchema(text === undefined ? undefined : parseJson(text, what), what)
}

class SchemaCheck {
  readonly #root: ParameterSchema
  readonly #what: string
  readonly #references: [at: string, reference: string][] = []
  /** The steps to the schema that is being visited. */
  readonly #path: string[] = []
  readonly #schemas = new Set<Json>()
  #patterns = 0

  constructor(root: ParameterSchema, what: string) {
    this.#root = root
    this.#what = what
  }

  run(): void {
    this.#visit(this.#root, 0)
    for (const [at, reference] of this.#references) {
      const target = resolveReference(this.#root, reference)
      const isSchema = typeof target === 'boolean' || (target !== undefined && this.#schemas.has(target))
      if (!isSchema)
        throw this.#refuse(at, `$ref must lead to a schema in this document (got ${describe(reference)})`)
    }
    const chains = new Chains(this.#root)
    for (const schema of this.#schemas) {
      if (chains.measure(schema) <= longestChain) continue
      throw this.#refuse(
        '',
        `must not have references in a circle, or more than ${longestChain} schemas for one value`,
      )
    }
  }

  #visit(schema: Json, depth: number): void {
    if (!isJsonObject(schema)) return
    if (depth > maxJsonDepth) throw this.#refuse('', `must nest at most ${maxJsonDepth} levels`)
    if (this.#schemas.size >= mostSchemas)
      throw this.#refuse('', `must have at most ${mostSchemas} schemas inside`)
    this.#schemas.add(schema)
    for (const name in schema) {
      if (name.startsWith('x-')) continue // for clients
      const value = schema[name] ?? null
      const keyword = this.#findKeyword(schema, name)
      if (name === 'preview' && !(this.#path.length === 2 && this.#path[0] === 'properties'))
        throw this.#refuse(this.#at, 'preview is for a parameter as a whole; put it there')
      if (name === '$id' && depth > 0) throw this.#refuse(this.#at, '$id is allowed at the top only')
      this.#countPatterns(name, value)
      if (!this.#fits(keyword.fits, value)) {
        throw this.#refuse(this.#at, `${name} must be ${keyword.wanted} (got ${describe(value)})`)
      }
      if (name === '$ref') this.#references.push([this.#at, String(value)])
      for (const [steps, part] of keyword.parts?.(value) ?? []) {
        this.#path.push(name, ...steps)
        this.#visit(part, depth + 1 + steps.length)
        this.#path.length -= 1 + steps.length
      }
    }
  }

  #countPatterns(name: string, value: Json): void {
    if (name === 'pattern') this.#patterns += String(value).length
    if (name === 'patternProperties' && isJsonObject(value))
      this.#patterns += Object.keys(value).join('').length
    if (this.#patterns > patternLength)
      throw this.#refuse('', `must have patterns of at most ${patternLength} characters`)
  }

  get #at(): string {
    return this.#path.reduce((at, step) => pointInto(at, cutText(step, stepLength)), '')
  }

  #findKeyword(schema: JsonObject, name: string): Keyword {
    const keyword = keywords.get(name)
    if (!keyword) {
      const substitute = substitutes.get(name)
      const remedy = substitute ? `use ${substitute}` : 'is it misspelt? Begin names of your own with x-'
      throw this.#refuse(this.#at, `the keyword ${describe(name)} is not supported; ${remedy}`)
    }
    const companion = companions.get(name)
    if (companion && !Object.hasOwn(schema, companion))
      throw this.#refuse(this.#at, `${name} has no meaning without ${companion}; add it`)
    return keyword
  }

  #fits(fits: Keyword['fits'], value: Json): boolean {
    try {
      return fits(value)
    } catch (error) {
      if (!(error instanceof SpecimenError)) throw error
      throw this.#refuse(this.#at, error.message.replace(/\.$/, ''))
    }
  }

  #refuse(at: string, reason: string): SpecimenError {
    return refuse(this.#what, at === '' ? reason : `at ${cutText(at, placeLength)}: ${reason}`)
  }
}

/**
 * A call without parameters takes the defaults, so each must fit its property, and all together the schema,
 * if no parameter has to be given.
 */
function requireDefaults(schema: ParameterSchema, what: string, steps: number): void {
  const { properties } = schema
  const defaults = mergeDefaults(schema, {})
  const isComplete = Object.keys(properties).every((name) => Object.hasOwn(defaults, name))
  const part = isComplete ? schema : { properties }
  const [issue] = new Validator(steps).findIssues(schema, defaults, { part }).issues
  if (issue) throw refuse(what, `must take its own defaults: ${toSentence(issue)}`)
}

/** A preview is sent in place of what was chosen, so each must fit its property. */
function requirePreviews(schema: ParameterSchema, what: string, steps: number): void {
  const { properties } = schema
  const previews = Object.entries(properties).flatMap(([name, { preview }]) =>
    preview === undefined ? [] : [[name, preview] as const],
  )
  if (previews.length === 0) return
  const part = { properties }
  const [issue] = new Validator(steps).findIssues(schema, Object.fromEntries(previews), { part }).issues
  if (issue) throw refuse(what, `must take its own previews: ${toSentence(issue)}`)
}

function refuse(what: string, reason: string): SpecimenError {
  return new SpecimenError('schema.invalid', `${what}: ${reason.replace(/\.$/, '')}.`)
}
