import { SpecimenError } from '../domain/errors.ts'
import { isParameterSchema, type ParameterSchema } from '../domain/schema.ts'
import { cutText } from '../text/cut-text.ts'
import { describe } from '../text/describe.ts'
import { isJsonObject, type Json, type JsonObject, maxJsonDepth } from '../values/json.ts'
import { isConstant, readTitles } from './checked-schema.ts'
import { pointInto } from './issue-words.ts'
import { annotations, companions, type Keyword, keywords, substitutes } from './keywords.ts'
import { createChainMeasure, longestChain, resolveReference } from './references.ts'

const schemaLength = 256 * 1024
/**
 * Schemas and keywords that are compiled, once: 500 parameters are 2,000 of them, and take 100 to 150 ms. The
 * names that lead to each stand in its code, so that many of long ones count as more.
 */
const mostKeywords = 3000
const pathLength = 256
/** Characters of all patterns together: reading one costs more than reading other text. */
const patternLength = 16 * 1024
/** Characters of each step in the place that a refusal names. */
const stepLength = 60
const placeLength = 300

/** Returns a schema that can be checked by, not compiled. @throws `schema.invalid`; `what` names it */
export function parseSchema(value: unknown, what: string): ParameterSchema {
  if (!isParameterSchema(value)) {
    throw refuseSchema(what, 'must be an object schema, {"type": "object", "properties": {…}}')
  }
  const { length } = JSON.stringify(value)
  if (length > schemaLength)
    throw refuseSchema(what, `must have at most ${schemaLength} characters (got ${length})`)
  new SchemaCheck(value, what).run()
  return value
}

class SchemaCheck {
  readonly #root: ParameterSchema
  readonly #what: string
  readonly #references: [at: string, reference: string][] = []
  /** The steps to the schema that is being visited. */
  readonly #path: string[] = []
  readonly #schemas = new Set<Json>()
  #patterns = 0
  #keywords = 0

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
    const measure = createChainMeasure(this.#root)
    for (const schema of this.#schemas) {
      if (measure(schema) <= longestChain) continue
      throw this.#refuse(
        '',
        `must not have references in a circle, or more than ${longestChain} schemas for one value`,
      )
    }
  }

  #visit(schema: Json, depth: number): void {
    this.#countKeywords(1)
    if (!isJsonObject(schema)) return
    if (depth > maxJsonDepth) throw this.#refuse('', `must nest at most ${maxJsonDepth} levels`)
    this.#schemas.add(schema)
    for (const name in schema) {
      if (name.startsWith('x-')) continue // for clients
      if (name === 'oneOf' && readTitles(schema)) continue // it is not compiled
      const value = schema[name] ?? null
      const keyword = this.#findKeyword(schema, name)
      if (name === 'preview' && !(this.#path.length === 2 && this.#path[0] === 'properties'))
        throw this.#refuse(this.#at, 'preview is for a parameter as a whole; put it there')
      if (name === '$id' && depth > 0) throw this.#refuse(this.#at, '$id is allowed at the top only')
      this.#countPatterns(name, value)
      if (!this.#fits(keyword.fits, value)) {
        throw this.#refuse(this.#at, `${name} must be ${keyword.wanted} (got ${describe(value)})`)
      }
      this.#countKeywords(measureCode(name, value))
      if (name === '$ref') this.#references.push([this.#at, String(value)])
      for (const [steps, part] of keyword.parts?.(value) ?? []) {
        this.#path.push(name, ...steps)
        this.#visit(part, depth + 1 + steps.length)
        this.#path.length -= 1 + steps.length
      }
    }
  }

  #countKeywords(count: number): void {
    this.#keywords += count * (1 + Math.floor(this.#path.join('/').length / pathLength))
    if (this.#keywords > mostKeywords)
      throw this.#refuse(
        '',
        `must have at most ${mostKeywords} schemas and keywords inside, or shorter names`,
      )
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
    return refuseSchema(this.#what, at === '' ? reason : `at ${cutText(at, placeLength)}: ${reason}`)
  }
}

/** Returns how much code a keyword becomes, beside that of the schemas in it; usual ones count as one. */
function measureCode(name: string, value: Json): number {
  if (annotations.has(name)) return 0
  const parts = Object.values(value ?? {})
  if (name === 'properties') return 1 + 3 * parts.filter(isConstant).length // those are looked at twice
  if (name === 'patternProperties') return 1 + parts.length
  return name === 'dependentRequired' ? 1 + 8 * parts.flat().length : 1
}

/** Returns the refusal of a schema. */
export function refuseSchema(what: string, reason: string): SpecimenError {
  return new SpecimenError('schema.invalid', `${what}: ${reason.replace(/\.$/, '')}.`)
}
