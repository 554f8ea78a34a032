import { decodePercent } from '../text/decode-percent.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { keywords } from './keywords.ts'

/** Longest chain of schemas that apply to one and the same value. */
export const longestChain = 100

/** Returns the target of a reference in `root` (RFC 6901 in a fragment); undefined for none. */
export function resolveReference(root: JsonObject, reference: string): Json | undefined {
  let at: Json | undefined = root
  for (const step of reference.split('/').slice(1)) {
    const name = decodeStep(step)
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = isJsonObject(at) ? at[name] : isJsonArray(at) ? at[Number(name)] : undefined
  }
  return reference === '#' || reference.startsWith('#/') ? at : undefined
}

/** Returns the reference to a definition of a schema. */
export function toDefinitionReference(name: string): string {
  return `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`
}

function decodeStep(step: string): string {
  // Without an escape that can be read, a percent sign stands for itself.
  return decodePercent(step)?.replaceAll('~1', '/').replaceAll('~0', '~') ?? step
}

/**
 * Returns a function that measures the longest chain of schemas that apply to one value, from a schema on:
 * infinite for a circle or too long a one. So each check of a value ends.
 */
export function createChainMeasure(root: JsonObject): (schema: Json) => number {
  const lengths = new Map<JsonObject, number>()
  const open = new Set<JsonObject>()
  const measure = (schema: Json): number => {
    if (!isJsonObject(schema)) return 1
    const known = lengths.get(schema)
    if (known !== undefined) return known
    const next = listNext(root, schema)
    if (next.length === 0) return 1
    if (open.has(schema) || open.size > longestChain) return Number.POSITIVE_INFINITY
    open.add(schema)
    let longest = 0
    for (const part of next) longest = Math.max(longest, measure(part))
    open.delete(schema)
    lengths.set(schema, longest + 1)
    return longest + 1
  }
  return measure
}

function listNext(root: JsonObject, schema: JsonObject): Json[] {
  const next: Json[] = []
  for (const name in schema) {
    const { isInPlace = false, parts } = keywords.get(name) ?? {}
    if (isInPlace && parts) for (const [, part] of parts(schema[name] ?? null)) next.push(part)
  }
  const target = typeof schema.$ref === 'string' ? resolveReference(root, schema.$ref) : undefined
  return target === undefined ? next : [...next, target]
}
