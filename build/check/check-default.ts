/**
 * Checks a default against the schema of its parameter. It is done over our own model, which knows the
 * words of the author; the tests run a validator of JSON Schema over every default.
 */

import { isJsonObject, type Json } from '../../core/domain/json.ts'
import { PatternProgram } from '../../core/schema/pattern-program.ts'
import { type Constrained, findMember, type Keywords, readConstraints } from '../model/constraints.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type {
  Definition,
  ObjectType,
  ParameterDefault,
  ParameterType,
  TupleType,
} from '../model/signature.ts'

type DefaultValue = Extract<ParameterDefault, { kind: 'value' }>

/** What did not fit: where inside the value, and what was wanted there. */
interface Misfit {
  readonly at: string
  readonly wanted: string
}

/** Returns a problem where a folded default is not a value of its parameter. */
export function checkDefault(
  constrained: Constrained,
  definitions: readonly Definition[],
  written: DefaultValue,
  path: string,
): Diagnostic[] {
  const misfit = findMisfit(constrained, definitions, written.value)
  if (misfit === null) return []
  const value = JSON.stringify(written.value)
  const shown =
    value === written.text ? `The default ${value}` : `The default \`${written.text}\` is ${value} and`
  const remedy = `Write ${misfit.wanted}${misfit.at === '' ? '' : ` at ${misfit.at}`}, or widen the type.`
  return [
    toError('default.misfit', {
      span: written.span,
      path,
      found: `${shown} does not fit ${constrained.name}.`,
      remedy,
    }),
  ]
}

/** Returns where a value breaks a type and its tags, null where it fits. */
export function findMisfit(
  constrained: Constrained,
  definitions: readonly Definition[],
  value: Json,
): Misfit | null {
  const { keywords } = readConstraints(constrained, constrained.name)
  return findTypeMisfit(constrained.type, keywords, definitions, value)
}

function findTypeMisfit(
  type: ParameterType,
  keywords: Keywords,
  definitions: readonly Definition[],
  value: Json,
): Misfit | null {
  const inside = (inner: ParameterType, part: Json, at: string): Misfit | null =>
    prefix(findMisfit({ name: '', type: inner, tags: [] }, definitions, part), at)
  switch (type.kind) {
    case 'number':
      if (typeof value !== 'number') return want(type.integer ? 'a whole number' : 'a number')
      if (type.integer && !Number.isInteger(value)) return want('a whole number')
      return want(findNumberMisfit(keywords, value))
    case 'string':
      return want(typeof value === 'string' ? findTextMisfit(keywords, value) : 'a string')
    case 'boolean':
      return want(typeof value === 'boolean' ? null : 'true or false')
    case 'choice':
      if (type.values.some((choice) => choice === value)) return null
      return want(`one of ${JSON.stringify(type.values).slice(1, -1)}`)
    case 'array':
      if (!Array.isArray(value)) return want('an array')
      return (
        want(findLengthMisfit(keywords, value)) ??
        findFirst(value.map((item: Json, i) => () => inside(type.items, item, `[${i}]`)))
      )
    case 'tuple':
      return findTupleMisfit(type, keywords, value, inside)
    case 'object':
      return findObjectMisfit(type, definitions, value, inside)
    case 'reference': {
      const target = definitions.find(({ name }) => name === type.name)
      return target ? inside(target.type, value, '') : null
    }
    case 'union':
      return findUnionMisfit(type.members, keywords, definitions, value)
    default:
      return null // reporters have no default, and refused types are reported as such
  }
}

type Inside = (type: ParameterType, value: Json, at: string) => Misfit | null

function findTupleMisfit(
  { elements, rest }: TupleType,
  keywords: Keywords,
  value: Json,
  inside: Inside,
): Misfit | null {
  if (!Array.isArray(value)) return want('an array')
  const needed = elements.filter(({ optional }) => !optional).length
  if (value.length < needed) return want(`at least ${needed} items`)
  if (!rest && value.length > elements.length) return want(`at most ${elements.length} items`)
  const items = value.map((item: Json, i) => () => {
    const type = elements[i]?.type ?? rest
    return type ? inside(type, item, `[${i}]`) : null
  })
  return want(findLengthMisfit(keywords, value)) ?? findFirst(items)
}

function findObjectMisfit(
  { properties, index }: ObjectType,
  definitions: readonly Definition[],
  value: Json,
  inside: Inside,
): Misfit | null {
  if (!isJsonObject(value)) return want('an object')
  const missing = properties.find(({ name, optional }) => !optional && !Object.hasOwn(value, name))
  if (missing) return want(`the property ${missing.name}`)
  return findFirst(
    Object.entries(value).map(([name, part]) => () => {
      const property = properties.find((candidate) => candidate.name === name)
      if (property) return prefix(findMisfit(property, definitions, part), `.${name}`)
      const open = index.find(({ pattern }) => pattern === null || new RegExp(pattern).test(name))
      return open ? inside(open.type, part, `.${name}`) : want(`an object without ${name}`)
    }),
  )
}

/** Tags of a parameter reach into `T | null`, not into other unions. */
function findUnionMisfit(
  members: readonly ParameterType[],
  keywords: Keywords,
  definitions: readonly Definition[],
  value: Json,
): Misfit | null {
  const [inner] = members.filter(({ kind }) => kind !== 'choice')
  // Members of a union are never none.
  const union = { kind: 'union', members, span: members[0]?.span } as ParameterType
  const reached = inner && findMember(union, inner.kind) === inner ? inner : null
  const misfits = members.map((member) =>
    member === reached
      ? findTypeMisfit(member, keywords, definitions, value)
      : findMisfit({ name: '', type: member, tags: [] }, definitions, value),
  )
  const wanted = misfits.map((misfit) => misfit?.wanted)
  return misfits.includes(null) ? null : want([...new Set(wanted)].join(' or '))
}

function findFirst(checks: readonly (() => Misfit | null)[]): Misfit | null {
  for (const check of checks) {
    const misfit = check()
    if (misfit) return misfit
  }
  return null
}

function want(wanted: string | null): Misfit | null {
  return wanted === null ? null : { at: '', wanted }
}

function prefix(misfit: Misfit | null, at: string): Misfit | null {
  return misfit && { ...misfit, at: `${at}${misfit.at}` }
}

function findLengthMisfit(
  { minItems, maxItems, uniqueItems }: Keywords,
  value: readonly Json[],
): string | null {
  if (typeof minItems === 'number' && value.length < minItems) return `at least ${minItems} items`
  if (typeof maxItems === 'number' && value.length > maxItems) return `at most ${maxItems} items`
  return uniqueItems === true && new Set(value).size < value.length ? 'each item once' : null
}

function findNumberMisfit(keywords: Keywords, value: number): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords
  if (typeof minimum === 'number' && value < minimum) return `a number from ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `a number up to ${maximum}`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum)
    return `a number above ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum)
    return `a number below ${exclusiveMaximum}`
  return typeof multipleOf === 'number' && !isMultiple(value, multipleOf)
    ? `a multiple of ${multipleOf}`
    : null
}

/** 0.3 is a multiple of 0.1 to everybody but binary fractions. */
function isMultiple(value: number, step: number): boolean {
  const quotient = value / step
  return Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient))
}

function findTextMisfit(keywords: Keywords, value: string): string | null {
  const { minLength, maxLength, pattern } = keywords
  const length = [...value].length // JSON Schema counts code points
  if (typeof minLength === 'number' && length < minLength) return `at least ${minLength} characters`
  if (typeof maxLength === 'number' && length > maxLength) return `at most ${maxLength} characters`
  return typeof pattern === 'string' && !new PatternProgram(pattern).test(value, () => {})
    ? `a text that matches ${pattern}`
    : null
}
