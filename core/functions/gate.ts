/**
 * The gate: the only parser of parameters. It takes what a client sent, in whichever of the API's forms, and returns an
 * {@link Invocation}: JSON, an object, defaults merged, valid, canonical, keyed. Nothing behind it checks again.
 */
import { createHash } from 'node:crypto'
import type { ErrorObject } from 'ajv'
import { type Issue, SpecimenError } from '../domain/errors.ts'
import { defaultRoomId, type Invocation } from '../domain/invocation.ts'
import { isJsonObject, type Json, parseJson, toCanonicalJson } from '../domain/json.ts'
import { describe } from '../domain/result.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../domain/schema.ts'
import type { SchemaCompiler } from './check-schema.ts'
import type { RegisteredFunction } from './registry.ts'

const issueLimit = 100
const roomIdLength = 128

/** What is called: a function with the schema under which it is shown. */
export interface CallTarget {
  readonly registered: RegisteredFunction
  readonly schema: ParameterSchema
}

export interface Gate {
  /** Returns the complete call. @throws `params.invalid` with every offending field */
  admit(target: CallTarget, params: Params, roomId: string): Invocation
}

/** Returns a gate that validates with the compiler's validators. */
export function createGate(compiler: SchemaCompiler): Gate {
  return {
    admit({ registered, schema }, given, roomId) {
      const validate = compiler.compile(schema)
      const params = mergeDefaults(schema, given)
      const unknown = Object.keys(given).filter((name) => !Object.hasOwn(schema.properties, name))
      const fits = validate(params)
      const errors = fits
        ? []
        : (validate.errors ?? []).filter(({ keyword }) => keyword !== 'additionalProperties' || unknown.length === 0)
      const issues = [
        ...unknown.map((name) => toUnknownIssue(name, given[name], schema)),
        ...errors.slice(0, issueLimit).map((error) => toIssue(error, params)),
      ]
      if (issues.length > 0) throw refuseParams(registered.manifest.name, issues)
      return toInvocation(registered, params, roomId)
    },
  }
}

function toInvocation({ manifest, revision }: RegisteredFunction, params: Params, roomId: string): Invocation {
  const hash = createHash('sha256').update(toCanonicalJson(params)).digest('hex')
  return { functionName: manifest.name, revision, params, roomId, key: `${manifest.name}:${hash}` }
}

/** Returns the parameters of a query: absent or empty means none. @throws `json.syntax` unless it is a JSON object */
export function parseParamsText(text: string | undefined): Params {
  return text === undefined || text === '' ? {} : requireParams(parseJson(text, 'params'))
}

/** Returns the parameters of a body: absent or null means none. @throws `json.syntax` unless it is an object */
export function parseParams(value: Json | undefined): Params {
  return value === undefined || value === null ? {} : requireParams(value)
}

function requireParams(value: Json): Params {
  if (isJsonObject(value)) return value
  throw new SpecimenError('json.syntax', `params is ${describe(value)}; a JSON object such as {"name": value} was wanted.`)
}

/** Returns the room id, `service` when absent or empty. @throws `room.invalid` */
export function parseRoomId(value: Json | undefined): string {
  if (value === undefined || value === null || value === '') return defaultRoomId
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (typeof value === 'string' && value.length <= roomIdLength && !/[\u0000-\u001f\u007f]/.test(value) && value.isWellFormed()) {
    return value
  }
  throw new SpecimenError(
    'room.invalid',
    `room_id is ${describe(value)}; 1 to ${roomIdLength} characters without control characters were wanted.`,
  )
}

/** Arguments of a call, whose form is right. */
export interface Arguments {
  readonly positional: readonly Json[]
  readonly named: Params
}

/** Returns the arguments of a body: absent or null means none. @throws `request.invalid` unless they are an array and an object */
export function parseArguments(args: Json | undefined, kwargs: Json | undefined): Arguments {
  const positional = args ?? []
  const named = kwargs ?? {}
  if (!isJsonArray(positional)) throw refuseBody('args', positional, 'an array of positional arguments')
  if (!isJsonObject(named)) throw refuseBody('kwargs', named, 'an object of named arguments')
  return { positional, named }
}

// Array.isArray does not narrow readonly arrays.
function isJsonArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

/**
 * Returns positional arguments, bound in the order of the signature, and named ones as one set of parameters.
 * @throws `params.invalid` for too many or doubled arguments
 */
export function bindArguments({ registered: { manifest } }: CallTarget, { positional, named }: Arguments): Params {
  const names = manifest.parameters.filter((name) => name !== manifest.progress)
  const issues = positional.flatMap((value: Json, i): Issue[] => {
    const name = names[i]
    const allowed =
      name === undefined ? `at most ${names.length} arguments: ${names.join(', ')}` : 'each parameter once: in args or in kwargs'
    return name === undefined || Object.hasOwn(named, name) ? [{ pointer: `/${name ?? i}`, found: describe(value), allowed }] : []
  })
  if (issues.length > 0) throw refuseParams(manifest.name, issues)
  return { ...Object.fromEntries(positional.map((value: Json, i) => [names[i], value])), ...named }
}

function toUnknownIssue(name: string, value: Json | undefined, schema: ParameterSchema): Issue {
  const names = Object.keys(schema.properties)
  const allowed = names.length === 0 ? 'no parameters' : `the parameters ${names.join(', ')}`
  return { pointer: `/${escapePointer(name)}`, found: describe(value), allowed }
}

function toIssue({ instancePath, keyword, params, message, schema }: ErrorObject & { schema?: unknown }, root: Params): Issue {
  const missing = keyword === 'required' ? `/${escapePointer(String(params.missingProperty))}` : ''
  const pointer = instancePath + missing
  const found = missing ? 'nothing' : describe(readPointer(root, instancePath))
  const choices = Array.isArray(params.allowedValues) ? params.allowedValues : Array.isArray(schema) ? schema : undefined
  const allowed = choices ? `one of ${choices.map((choice) => JSON.stringify(choice)).join(', ')}` : (message ?? keyword)
  return { pointer, found, allowed }
}

function readPointer(root: Json, pointer: string): Json | undefined {
  const names = pointer.split('/').slice(1)
  const step = (node: Json | undefined, name: string): Json | undefined => {
    const container = node as { readonly [name: string]: Json } | undefined // ajv's own path leads through containers only
    return container?.[name.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return names.reduce<Json | undefined>(step, root)
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1')
}

function refuseBody(name: string, value: Json, wanted: string): SpecimenError {
  return new SpecimenError('request.invalid', `${name} is ${describe(value)}; ${wanted} was wanted.`)
}

function refuseParams(functionName: string, issues: readonly Issue[]): SpecimenError {
  const first = issues[0]
  const detail = `${functionName} does not take these parameters: ${first?.pointer} is ${first?.found}, allowed: ${first?.allowed}.`
  const others = issues.length > 1 ? ` ${issues.length - 1} more in errors.` : ''
  return new SpecimenError('params.invalid', detail + others, { issues })
}
