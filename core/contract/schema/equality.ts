import { type Json, toCanonicalJson } from '../values/json.ts'

const itemSteps = 12
/** Steps of each character of an array or object as text, which is written for that. */
const writtenSteps = 3

/** Returns a scalar that is the same for equal values alone. A text costs its characters of `spend`. */
export function toEqualityKey(value: Json, spend: (steps: number) => void = () => {}): Json {
  if (typeof value !== 'string' && (typeof value !== 'object' || value === null)) return value
  const key = typeof value === 'string' ? `"${value}` : toCanonicalJson(value)
  spend(key.length * (typeof value === 'string' ? 1 : writtenSteps))
  return key
}

/** Returns the first item that equals an earlier one; null for none, and for what is no array. */
export function findEqual(
  value: unknown,
  spend?: (steps: number) => void,
): { readonly i: number; readonly j: number } | null {
  const items: readonly Json[] = Array.isArray(value) ? value : []
  const seen = new Map<Json, number>()
  for (const [i, item] of items.entries()) {
    spend?.(itemSteps)
    const key = toEqualityKey(item, spend)
    const j = seen.get(key)
    if (j !== undefined) return { i, j }
    seen.set(key, i)
  }
  return null
}
