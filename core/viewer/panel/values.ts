/** Values by JSON pointer (RFC 6901). Nothing is changed in place. */

import { mergeDefaults, type ParameterSchema, type Params } from '../../contract/domain/schema.ts'
import { readSteps } from '../../contract/schema/issue-words.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'

/** Returns the last step of a pointer: the name of a member, or an index. */
export function toLastStep(pointer: string): string {
  return readSteps(pointer).at(-1) ?? ''
}

/** Returns the value at a pointer; undefined where there is none. */
export function readAt(value: Json | undefined, pointer: string): Json | undefined {
  let at = value
  for (const step of readSteps(pointer)) {
    if (at === undefined || at === null || typeof at !== 'object' || !Object.hasOwn(at, step))
      return undefined
    at = isJsonObject(at) ? at[step] : at[Number(step)]
  }
  return at
}

/**
 * Returns parameters with another value at a pointer, or with none there for undefined: the items behind a
 * removed one move up. A value that cannot hold another becomes an object.
 */
export function writeAt(params: Params, pointer: string, next: Json | undefined): Params {
  const written = write(params, readSteps(pointer), next)
  return isJsonObject(written) ? written : params
}

function write(value: Json | undefined, steps: readonly string[], next: Json | undefined): Json | undefined {
  const [step, ...inner] = steps
  if (step === undefined) return next
  if (isJsonArray(value)) {
    const place = Number(step)
    const item = write(value[place], inner, next)
    return item === undefined ? value.toSpliced(place, 1) : value.toSpliced(place, 1, item)
  }
  const members = isJsonObject(value) ? value : {}
  const member = write(Object.hasOwn(members, step) ? members[step] : undefined, inner, next)
  if (member !== undefined) return { ...members, [step]: member }
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== step))
}

/** Returns whether two values are the same for a function; members have no order. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true
  if (isJsonArray(a))
    return isJsonArray(b) && a.length === b.length && a.every((item, i) => isSame(item, b[i]))
  if (isJsonArray(b) || !isJsonObject(a) || !isJsonObject(b)) return false
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  )
}

/**
 * Returns parameters without those that the function does not take. An older link may have some, and a host
 * would then refuse the whole request.
 */
export function keepKnown({ properties, additionalProperties }: ParameterSchema, params: Params): Params {
  if (additionalProperties !== false) return params
  return Object.fromEntries(Object.entries(params).filter(([name]) => Object.hasOwn(properties, name)))
}

/** Returns the parameters that are not at their default, as a link carries them. */
export function toChanged(schema: ParameterSchema, params: Params): Params {
  const isChanged = ([name, value]: [string, Json]): boolean =>
    !Object.hasOwn(schema.properties, name) || !isSame(value, schema.properties[name]?.default)
  return Object.fromEntries(Object.entries(params).filter(isChanged))
}

/** Returns parameters with every default. Required ones without a default keep their value. */
export function resetAll(schema: ParameterSchema, params: Params): Params {
  const kept = Object.entries(params).filter(
    ([name]) => schema.required?.includes(name) && schema.properties[name]?.default === undefined,
  )
  return mergeDefaults(schema, Object.fromEntries(kept))
}
