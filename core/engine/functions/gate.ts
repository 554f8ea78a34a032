import { hash } from 'node:crypto'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { Validator } from '../../contract/schema/compiled/validator.ts'
import { IssueList } from '../../contract/schema/issue-list.ts'
import { listShortly, pointInto, toSentence } from '../../contract/schema/issue-words.ts'
import { completeParams } from '../../contract/schema/place-values.ts'
import { describe } from '../../contract/text/describe.ts'
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  parseJson,
  toCanonicalJson,
} from '../../contract/values/json.ts'
import type { RegisteredFunction } from './registry.ts'

/** Steps of a check for each character of parameters; a list of numbers takes about five. */
const stepsPerCharacter = 8

/** A function with the schema under which it is shown. */
export interface CallTarget {
  readonly registered: RegisteredFunction
  readonly schema: ParameterSchema
}

/**
 * The only parser of parameters. It takes what a client sent, in whichever of the API's forms, and returns an
 * {@link Invocation}: JSON, an object, defaults merged, valid, places in one spelling, canonical, keyed.
 * Nothing behind it checks again.
 */
export interface Gate {
  /** Returns the complete call. @throws `params.invalid` with every offending field */
  admit(target: CallTarget, params: Params, roomId: string): Invocation
  /** As {@link admit}, but returns the refusal: for a caller that has another schema to try. */
  tryAdmit(target: CallTarget, params: Params, roomId: string): Invocation | SpecimenError
}

/** Arguments of `/invoke` whose syntax is right. */
export interface Arguments {
  readonly positional: readonly Json[]
  readonly named: JsonObject
}

/** Returns a gate of bounded time: at 256 KiB 40 ms at most. `paramsLength`: most characters, as JSON. */
export function createGate({ paramsLength }: { readonly paramsLength: number }): Gate {
  const validator = new Validator(stepsPerCharacter * paramsLength)
  const tryAdmit: Gate['tryAdmit'] = ({ registered, schema }, given, roomId) => {
    const { length } = JSON.stringify(given)
    if (length > paramsLength) return lengthError(registered.manifest.name, length, paramsLength)
    const names = Object.keys(given)
    const unknown = names.filter((name) => !Object.hasOwn(schema.properties, name))
    const issues = new IssueList()
    const parentSchema = { properties: schema.properties }
    for (const additionalProperty of unknown) {
      if (issues.isFull) break
      const params = { additionalProperty }
      issues.refuse({ keyword: 'additionalProperties', instancePath: '', data: given, parentSchema, params })
    }
    if (issues.isFull) return paramsError(issues)
    const known = unknown.length === 0 ? given : keepKnown(schema, given)
    const params = mergeDefaults(schema, known)
    validator.findIssues(schema, params, { issues })
    if (issues.issues.length > 0) return paramsError(issues)
    // With the function's own defaults, too, a call has the same key as one by the function's own schema.
    return toInvocation(registered, completeParams(registered.manifest.schema, params), roomId)
  }
  return {
    tryAdmit,
    admit(target, given, roomId) {
      const admitted = tryAdmit(target, given, roomId)
      if (admitted instanceof SpecimenError) throw admitted
      return admitted
    },
  }
}

function keepKnown(schema: ParameterSchema, given: Params): Params {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(schema.properties, name)))
}

function toInvocation(
  { manifest, revision }: RegisteredFunction,
  params: Params,
  roomId: string,
): Invocation {
  const key = `${manifest.name}:${hash('sha256', toCanonicalJson(params))}`
  return { functionName: manifest.name, revision, params, roomId, key }
}

/** Returns the parameters of a query: absent or empty means none. @throws `json.syntax` for no object */
export function parseParamsText(text: string | undefined): Params {
  return text === undefined || text === '' ? {} : requireParams(parseJson(text, 'params'))
}

/** Returns the parameters of a body: absent or null means none. @throws `json.syntax` for no object */
export function parseParams(value: Json | undefined): Params {
  return value === undefined || value === null ? {} : requireParams(value)
}

function requireParams(value: Json): Params {
  if (isJsonObject(value)) return value
  const detail = `params must be a JSON object such as {"name": value} (got ${describe(value)}).`
  throw new SpecimenError('json.syntax', detail)
}

/**
 * Returns the arguments of `/invoke`; absent or null means none. @throws `request.invalid` for other than
 * array and object
 */
export function parseArguments(args: Json | undefined, kwargs: Json | undefined): Arguments {
  const positional = args ?? []
  const named = kwargs ?? {}
  if (!isJsonArray(positional)) throw argumentsError('args', positional, 'an array of positional arguments')
  if (!isJsonObject(named)) throw argumentsError('kwargs', named, 'an object of named arguments')
  return { positional, named }
}

/**
 * Returns positional arguments, bound in the order of the signature, and named ones as one set of parameters.
 * @throws `params.invalid` for too many or doubled arguments
 */
export function bindArguments(
  { registered: { manifest } }: CallTarget,
  { positional, named }: Arguments,
): Params {
  const names = manifest.parameters.filter((name) => name !== manifest.progress)
  const issues = new IssueList()
  const tooMany =
    positional.length > names.length
      ? `must be left out: ${manifest.name} takes ${listShortly(names, String) || 'no arguments'}`
      : ''
  for (const [i, value] of positional.entries()) {
    if (issues.isFull) break
    const name = names[i]
    if (name === undefined) issues.add(pointInto('', i), value, tooMany)
    else if (Object.hasOwn(named, name))
      issues.add(pointInto('', name), value, 'must be given once: in args or in kwargs')
  }
  if (issues.issues.length > 0) throw paramsError(issues)
  return { ...Object.fromEntries(positional.map((value, i) => [names[i], value])), ...named }
}

function argumentsError(name: string, value: Json, wanted: string): SpecimenError {
  return new SpecimenError('request.invalid', `${name} must be ${wanted} (got ${describe(value)}).`)
}

function lengthError(functionName: string, found: number, limit: number): SpecimenError {
  const detail =
    `${functionName} takes at most ${limit} characters of parameters, as JSON (got ${found}); ` +
    'send less, or have the host started with a larger --params-length.'
  const issue = { pointer: '', found: `${found} characters`, allowed: `at most ${limit} characters` }
  return new SpecimenError('params.invalid', detail, { issues: [issue] })
}

/** Most sentences of one refusal; the other issues are in its list alone. */
const mostSentences = 3

function paramsError({ issues, isFull }: IssueList): SpecimenError {
  const more = issues.length - mostSentences
  const others = more > 0 ? [`${isFull ? 'At least ' : ''}${more} more in errors.`] : []
  const detail = [...issues.slice(0, mostSentences).map(toSentence), ...others].join(' ')
  return new SpecimenError('params.invalid', detail, { issues })
}
