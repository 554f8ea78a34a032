/** The types that JSON Schema tells apart. */
import type { Json } from '../domain/json.ts'

const tests: { readonly [type: string]: (value: Json) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
}

export const typeNames: readonly string[] = Object.keys(tests)

/** Returns whether a value is of a type, or of one of several. */
export function isOfType(types: Json, value: Json): boolean {
  if (Array.isArray(types)) return types.some((type: Json) => isOfType(type, value))
  return tests[String(types)]?.(value) === true
}
