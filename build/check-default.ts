/**
 * Checks a default against the schema of its parameter. It is done over our own model and not with ajv, whose loading
 * costs as much as the reading of twenty plugins; the tests run ajv over every default.
 */
import type { Json } from '../core/domain/json.ts'
import { type Diagnostic, toError } from './diagnostics.ts'
import type { ParameterDefault, ParameterType } from './signature.ts'

type Keywords = { readonly [keyword: string]: Json }
type Value = Extract<ParameterDefault, { kind: 'value' }>

/** Returns a problem where a folded default is not a value of its parameter. */
export function checkDefault(type: ParameterType, keywords: Keywords, written: Value, path: string): Diagnostic[] {
  const wanted = findMisfit(type, keywords, written.value)
  if (wanted === null) return []
  const value = JSON.stringify(written.value)
  const shown = value === written.text ? `The default ${value}` : `The default \`${written.text}\` is ${value} and`
  const remedy = `Write ${wanted}, or widen the type.`
  return [toError('default.misfit', written.span, path, `${shown} does not fit the type of the parameter.`, remedy)]
}

/** Returns what was wanted instead of `value`, or null where it fits. */
function findMisfit(type: ParameterType, keywords: Keywords, value: Json): string | null {
  switch (type.kind) {
    case 'number':
      if (typeof value !== 'number') return type.integer ? 'a whole number' : 'a number'
      if (type.integer && !Number.isInteger(value)) return 'a whole number'
      return findNumberMisfit(keywords, value)
    case 'string':
      return typeof value === 'string' ? findTextMisfit(keywords, value) : 'a string'
    case 'boolean':
      return typeof value === 'boolean' ? null : 'true or false'
    case 'choice':
      return typeof value === 'string' && type.values.includes(value)
        ? null
        : `one of ${JSON.stringify(type.values).slice(1, -1)}`
    default:
      return null // reporters have no default, and refused types are reported as such
  }
}

function findNumberMisfit(keywords: Keywords, value: number): string | null {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = keywords
  if (typeof minimum === 'number' && value < minimum) return `a number from ${minimum}`
  if (typeof maximum === 'number' && value > maximum) return `a number up to ${maximum}`
  if (typeof exclusiveMinimum === 'number' && value <= exclusiveMinimum) return `a number above ${exclusiveMinimum}`
  if (typeof exclusiveMaximum === 'number' && value >= exclusiveMaximum) return `a number below ${exclusiveMaximum}`
  return typeof multipleOf === 'number' && !isMultiple(value, multipleOf) ? `a multiple of ${multipleOf}` : null
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
  return typeof pattern === 'string' && !new RegExp(pattern).test(value) ? `a text that matches ${pattern}` : null
}
