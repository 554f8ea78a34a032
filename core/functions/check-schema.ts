/**
 * The check of a parameter schema that comes from outside (a bundle or a metadata file), and its compilation. What passes
 * here cannot stall the event loop later: patterns run in linear time, and no keyword compares every item with every other.
 */
import { createRequire } from 'node:module'
import { setFlagsFromString } from 'node:v8'
import type { Ajv2020, ValidateFunction } from 'ajv/dist/2020.js'
import { SpecimenError } from '../domain/errors.ts'
import { isJsonObject, type Json, maxJsonDepth } from '../domain/json.ts'
import { isLinearPattern, isParameterSchema, type ParameterSchema } from '../domain/schema.ts'
import { isPlainSchema } from './plain-schema.ts'

const schemaBytes = 256 * 1024

/**
 * V8 repeats a match that backtracks too much on its linear engine when this flag is set: `^(a+)+$` on 28 characters
 * takes 2 ms instead of 12 s (Node 20). That engine has no Unicode mode and no look-around, so patterns do without.
 */
const linearRegexFlag = '--enable-experimental-regexp-engine-on-excessive-backtracks'

/** Compiles schemas, each in an instance of its own, because two schemas may carry one `$id`. */
export interface SchemaCompiler {
  /** Returns the validator of a schema, made once per schema object. @throws `schema.invalid` */
  compile(schema: ParameterSchema): ValidateFunction
  /** Makes sure that a schema compiles, by its keywords or by compiling it. @throws `schema.invalid` */
  check(schema: ParameterSchema): void
}

/** Returns a compiler and makes regular expressions of this process run in linear time. */
export function createSchemaCompiler(): SchemaCompiler {
  setFlagsFromString(linearRegexFlag)
  const compiled = new WeakMap<ParameterSchema, ValidateFunction>()
  let meta: Ajv2020 | undefined
  const compile = (schema: ParameterSchema): ValidateFunction => {
    const known = compiled.get(schema)
    if (known) return known
    const validate = compileSchema(schema, () => {
      meta ??= createAjv({ strict: false })
      return meta
    })
    compiled.set(schema, validate)
    return validate
  }
  return {
    compile,
    check: (schema) => {
      if (!isPlainSchema(schema)) compile(schema)
    },
  }
}

/** Returns `value` as a schema if it has the outer form of one and is harmless. @throws `schema.invalid` */
export function parseSchema(value: unknown, what: string): ParameterSchema {
  if (!isParameterSchema(value)) {
    throw refuse(`${what} is not an object schema; {"type": "object", "properties": {…}} was wanted.`)
  }
  if (JSON.stringify(value).length > schemaBytes) throw refuse(`${what} is larger than ${schemaBytes} bytes.`)
  checkNode(value, what, 0)
  return value
}

function checkNode(node: Json, at: string, depth: number): void {
  if (depth > maxJsonDepth) throw refuse(`${at} nests deeper than ${maxJsonDepth} levels.`)
  if (Array.isArray(node)) node.forEach((item: Json, i) => void checkNode(item, `${at}/${i}`, depth + 1))
  if (!isJsonObject(node)) return
  if (typeof node.pattern === 'string') checkPattern(node.pattern, at)
  if (node.uniqueItems === true && !hasScalarItems(node.items)) {
    throw refuse(`${at}: uniqueItems needs items of one scalar type, because comparing objects takes quadratic time.`)
  }
  for (const [name, value] of Object.entries(node)) checkNode(value, `${at}/${name}`, depth + 1)
}

function checkPattern(pattern: string, at: string): void {
  if (!isLinearPattern(pattern)) {
    const wanted = 'without look-around, back-references and \\p{…}, which cannot be matched in linear time'
    throw refuse(`${at}: the pattern ${JSON.stringify(pattern)} must do ${wanted}.`)
  }
}

function hasScalarItems(items: Json | undefined): boolean {
  return isJsonObject(items) && ['string', 'number', 'integer', 'boolean'].includes(String(items.type))
}

/** Loaded when the first schema is compiled: it takes a tenth of a host's start, and nothing needs it before. */
function createAjv(options: ConstructorParameters<typeof Ajv2020>[0]): Ajv2020 {
  const { Ajv2020: Ajv } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 } // as imported above
  return new Ajv({ ...options, logger: false })
}

function compileSchema(schema: ParameterSchema, getMeta: () => Ajv2020): ValidateFunction {
  try {
    if (!isPlainSchema(schema)) checkKeywords(schema, getMeta())
    const ajv = createAjv({
      allErrors: true,
      strict: true,
      strictTypes: false,
      strictTuples: false,
      strictRequired: false,
      ownProperties: true,
      multipleOfPrecision: 9, // 0.3 is a multiple of 0.1 for everybody but binary fractions
      unicodeRegExp: false,
      validateFormats: false,
      validateSchema: false,
      meta: false,
    })
    ajv.addVocabulary(listExtensions(schema))
    return ajv.compile(schema)
  } catch (cause) {
    const found = cause instanceof Error ? cause.message : String(cause)
    throw new SpecimenError('schema.invalid', `The schema cannot be used: ${found}.`, { cause })
  }
}

function checkKeywords(schema: ParameterSchema, meta: Ajv2020): void {
  if (meta.validateSchema(schema) !== true) throw new Error(meta.errorsText(meta.errors, { dataVar: 'schema' }))
}

/** Keywords that begin with `x-` are a client's business; every other unknown one is a spelling mistake. */
function listExtensions(schema: ParameterSchema): string[] {
  const names = new Set<string>()
  const visit = (node: Json | undefined): void => {
    if (Array.isArray(node)) node.forEach(visit)
    if (!isJsonObject(node)) return
    for (const [name, value] of Object.entries(node)) {
      if (name.startsWith('x-')) names.add(name)
      visit(value)
    }
  }
  visit(schema)
  return [...names]
}

function refuse(detail: string): SpecimenError {
  return new SpecimenError('schema.invalid', detail)
}
