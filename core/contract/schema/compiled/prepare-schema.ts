/** Schemas as ajv compiles them. Every part stays at its place, so that references lead where they led. */
import { dataKeyword, endingsKeyword } from '../../domain/data-ref.ts'
import { isJsonArray, type Json, type JsonObject } from '../../values/json.ts'
import { type CheckedSchema, hasKeywords, isConstant, readTitles } from '../checked-schema.ts'
import { annotations, keywords } from '../keywords.ts'

/** Takes the steps of a schema before anything else is asked. */
export const paid = 'x-paid'
/** Looks at members of constant value before all others: they tell the branches of a union apart. */
export const first = 'x-first'
/** Looks at all parameters together, after each of them. */
export const last = 'x-last'

const schemaSteps = 2
/** Keywords that take as many steps as a branch that is not taken, whose errors are copied with others. */
const slowKeywords = ['$ref', 'const', 'enum', 'not', 'if']
const slowSteps = 12
const copySteps = 0.25

/** Returns a schema that `parseSchema` has taken with the keywords that bound and order its check. */
export function prepareRoot({ required, minProperties, maxProperties, ...rest }: CheckedSchema): JsonObject {
  const whole = Object.entries({ required, minProperties, maxProperties })
  const asked = whole.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const]))
  // Without a name, ajv does not find the whole again from inside.
  return { $id: 'schema', ...prepareKeywords(rest), [last]: Object.fromEntries(asked) }
}

function prepare(schema: Json): Json {
  if (!hasKeywords(schema)) return schema
  const prepared = prepareKeywords(schema)
  const constants = Object.entries(prepared.properties ?? {}).filter(([, part]) => isConstant(part))
  if (constants.length === 0) return prepared
  return { ...prepared, [first]: { properties: Object.fromEntries(constants) } }
}

/** Without titles of the values of `enum`, each of which would cost a branch. */
function prepareKeywords(given: CheckedSchema): CheckedSchema {
  const { oneOf, ...rest } = given
  const schema = oneOf && readTitles(given) ? rest : given
  const prepared: { [keyword: string]: Json } = { [paid]: countSteps(schema) }
  for (const [name, value] of Object.entries(schema))
    if (isKept(name)) prepared[name] = prepareValue(name, value)
  // ajv 8.20 does not see that '' is missing: its code tests the name itself, but not that of a schema.
  const nameless = Object.entries(schema.dependentRequired ?? {}).filter(([, names]) => names.includes(''))
  if (nameless.length > 0) {
    const schemas = Object.fromEntries(nameless.map(([name]) => [name, { required: [''] }]))
    prepared.allOf = [...(schema.allOf ?? []).map(prepare), { dependentSchemas: schemas }]
  }
  // ajv refuses each item by itself where no other schemas are for items.
  if (schema.items === false) prepared.prefixItems ??= []
  // Without a limit, ajv 8.20 takes [[1], []] for arrays that contain 1.
  if (schema.contains !== undefined) prepared.maxContains ??= Number.POSITIVE_INFINITY
  return prepared
}

/** Keeps titles and kinds of data, which are in the words of a refusal, and what asks something. */
function isKept(name: string): boolean {
  if (name === 'title' || name === dataKeyword || name === endingsKeyword) return true
  return !(annotations.has(name) || name.startsWith('x-'))
}

function prepareValue(name: string, value: Json): Json {
  const parts = keywords.get(name)?.parts?.(value)
  if (!parts) return value
  if (isJsonArray(value)) return value.map(prepare)
  if (parts[0]?.[0].length === 0) return prepare(value)
  return Object.fromEntries(parts.map(([[key], part]) => [key, prepare(part)]))
}

function countSteps(schema: CheckedSchema): number {
  const { properties = {}, required = [], dependentRequired = {}, dependentSchemas = {} } = schema
  const names = [properties, dependentSchemas, dependentRequired].flatMap(Object.keys)
  const count = names.length + required.length + Object.values(dependentRequired).flat().length
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].length
  const slow = branches + slowKeywords.filter((name) => Object.hasOwn(schema, name)).length
  const own = schemaSteps + Object.keys(schema).length + count
  return own + slowSteps * slow + copySteps * branches * branches
}
