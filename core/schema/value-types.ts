import type { Json } from '../domain/json.ts'

const tests: { readonly [type: string]: (value: Json | undefined) => boolean } = {
  null: (value) => value === null,
  boolean: (value) => typeof value === 'boolean',
  object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
  array: (value) => Array.isArray(value),
  number: (value) => typeof value === 'number' && Number.isFinite(value),
  integer: (value) => Number.isInteger(value),
  string: (value) => typeof value === 'string',
}

/** The types that JSON Schema tells apart. */
export const typeNames: readonly string[] = Object.keys(tests)

/** Returns whether a value is of a type, or of one of several. */
export function isOfType(types: string | readonly string[], value: Json | undefined): boolean {
  if (typeof types === 'string') return tests[types]?.(value) === true
  return types.some((type) => isOfType(type, value))
}
