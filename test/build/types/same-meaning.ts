/** Whether two schemas take the same values and say the same of them, whatever the order in them. */
import {
  isJsonArray,
  isJsonObject,
  type Json,
  type JsonObject,
  toCanonicalJson,
} from '../../../core/contract/values/json.ts'

/** Keywords whose items are a set. `prefixItems` is a list: its order has a meaning. */
const sets = ['enum', 'anyOf', 'oneOf', 'required', 'type', 'data', 'endings']
/** Keywords that hold a value, not a schema. */
const values = ['default', 'const', 'examples']
/** Keywords whose members are names of the author's with a schema each. */
const named = ['properties', 'patternProperties', '$defs']

/**
 * Returns whether two schemas are equal up to the order of choices, branches, properties and definitions.
 * Texts for people count: a wrong reading of order must not give a parameter the comment of another.
 */
export function isSameMeaning(a: JsonObject, b: JsonObject): boolean {
  return toCanonicalJson(sortSets(a)) === toCanonicalJson(sortSets(b))
}

function sortSets(schema: Json): Json {
  if (isJsonArray(schema)) return schema.map(sortSets)
  if (!isJsonObject(schema)) return schema
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, Json] => {
      if (values.includes(keyword)) return [keyword, value]
      if (named.includes(keyword) && isJsonObject(value)) {
        return [
          keyword,
          Object.fromEntries(Object.entries(value).map(([name, part]) => [name, sortSets(part)])),
        ]
      }
      if (!sets.includes(keyword) || !isJsonArray(value)) return [keyword, sortSets(value)]
      const parts = keyword === 'enum' ? value : value.map(sortSets)
      return [
        keyword,
        [...parts].sort((one, other) => (toCanonicalJson(one) < toCanonicalJson(other) ? -1 : 1)),
      ]
    }),
  )
}
