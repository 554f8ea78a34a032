/** Describes a parameter's schema in words, so that authors can check the reading of their type. */
import { describeReference } from '../../core/contract/domain/data-ref.ts'
import { describePlace } from '../../core/contract/domain/places.ts'
import { timeKeyword } from '../../core/contract/domain/time-role.ts'
import { isJsonObject, type Json, type JsonObject } from '../../core/contract/values/json.ts'

/** Returns the accepted values in words: `a whole number from 1 to 8`, `a list of numbers`. */
export function describeSchema(schema: Json | undefined): string {
  if (schema === false) return 'nothing'
  if (!isJsonObject(schema)) return 'anything'
  const { unit, ...rest } = schema
  if (typeof unit === 'string') return `${describeSchema(rest)} in ${unit}`
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.enum)) return schema.enum.map((value: Json) => JSON.stringify(value)).join(' or ')
  const reference = describeReference(schema)
  if (reference !== undefined) return reference
  const place = describePlace(schema)
  if (place !== undefined) return place + describeGuides(schema)
  const branches = schema.anyOf ?? schema.oneOf
  if (Array.isArray(branches)) return branches.map(describeSchema).join(', or ')
  if (typeof schema.$ref === 'string') return schema.$ref.replace(/^#\/\$defs\//, '')
  if (Array.isArray(schema.type))
    return schema.type.map((type: Json) => describeSchema({ ...schema, type })).join(', or ')
  switch (schema.type) {
    case 'number':
    case 'integer': {
      const isTime = schema[timeKeyword] === true
      const noun = schema.type === 'integer' ? 'a whole number' : isTime ? 'a time' : 'a number'
      return noun + describeKeywords(schema, rangeWords)
    }
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    case 'string':
      return `a text${describeKeywords(schema, textWords)}`
    case 'array':
      return describeArray(schema)
    case 'object':
      return describeObject(schema)
    default:
      return 'anything'
  }
}

const rangeWords = {
  minimum: ' from *',
  exclusiveMinimum: ' above *',
  maximum: ' to *',
  exclusiveMaximum: ' below *',
  multipleOf: ' in steps of *',
}
const textWords = {
  format: ' of the format *',
  minLength: ' of * characters or more',
  maxLength: ' of * characters at most',
  pattern: ' that matches *',
}

function describeKeywords(schema: JsonObject, words: { readonly [keyword: string]: string }): string {
  const given = Object.entries(words).filter(([keyword]) => schema[keyword] !== undefined)
  return given.map(([keyword, word]) => word.replace('*', () => String(schema[keyword]))).join('')
}

function describeArray({ prefixItems, items, minItems, maxItems, uniqueItems }: JsonObject): string {
  const places = Array.isArray(prefixItems) ? prefixItems.map(describeSchema) : []
  const rest =
    items === false ? [] : [`${places.length > 0 ? 'then any number of: ' : ''}${describeSchema(items)}`]
  const kind = uniqueItems === true ? 'a list without repetition' : 'a list'
  const counts = [
    minItems === undefined || places.length > 0 ? '' : ` of ${minItems} or more`,
    maxItems === undefined ? '' : ` of ${maxItems} at most`,
  ].join('')
  return `${kind}${counts} [${[...places, ...rest].join('; ')}]`
}

function describeObject({ properties, required, additionalProperties }: JsonObject): string {
  const names = Array.isArray(required) ? required : []
  const members = Object.entries(isJsonObject(properties) ? properties : {}).map(([name, member]) => {
    return `${name}${names.some((other: Json) => other === name) ? '' : '?'}: ${describeSchema(member)}`
  })
  const rest = additionalProperties === false ? [] : [`any other: ${describeSchema(additionalProperties)}`]
  return `{ ${[...members, ...rest].join('; ')} }`
}

/** Returns what tags of places say. */
function describeGuides({ on, within, step }: JsonObject): string {
  const tags = [
    ...(typeof on === 'string' ? [`on the ${on}`] : []),
    ...(typeof within === 'string'
      ? [within === 'bounds' ? 'within the bounds' : `within the bounds of ${within}`]
      : []),
    ...(typeof step === 'number' ? [`in steps of ${step}`] : []),
  ]
  return tags.map((tag) => `, ${tag}`).join('')
}
