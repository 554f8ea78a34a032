import { describeReference } from '../../domain/data-ref.ts'
import { describePlace } from '../../domain/places.ts'
import { timeKeyword } from '../../domain/time-role.ts'
import { toShownText } from '../../text/visible-text.ts'
import { isJsonObject, type Json } from '../../values/json.ts'

/** Returns what a schema says of a value in one line: its description, bounds, unit and default. */
export function describeValue(schema: Json | undefined): string {
  if (!isJsonObject(schema)) return ''
  const { description, unit } = schema
  const reference = describeReference(schema) ?? describePlace(schema)
  const said = typeof description === 'string' ? [toSentence(description)] : []
  const facts = [
    ...(reference === undefined ? [] : [reference]),
    ...(schema[timeKeyword] === true ? ['a time'] : []),
    ...describeBounds(schema),
    ...(typeof unit === 'string' ? [`in ${unit}`] : []),
    ...(schema.default === undefined ? [] : [`default ${JSON.stringify(schema.default)}`]),
  ]
  const [first = '', ...others] = facts
  const rest =
    facts.length === 0 ? [] : [`${[first.replace(/^./, (l) => l.toUpperCase()), ...others].join(', ')}.`]
  return toShownText([...said, ...rest].join(' ').replace(/\s+/g, ' '))
}

function toSentence(text: string): string {
  const trimmed = text.trim()
  return /[.!?…]$/.test(trimmed) ? trimmed : `${trimmed}.`
}

function describeBounds(schema: { readonly [keyword: string]: Json }): readonly string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const bounds = [
    ...(typeof minimum === 'number' ? [`from ${minimum}`] : []),
    ...(typeof exclusiveMinimum === 'number' ? [`above ${exclusiveMinimum}`] : []),
    ...(typeof maximum === 'number' ? [`to ${maximum}`] : []),
    ...(typeof exclusiveMaximum === 'number' ? [`below ${exclusiveMaximum}`] : []),
  ].join(' ')
  const steps = typeof multipleOf === 'number' ? [`in steps of ${multipleOf}`] : []
  return bounds === '' ? steps : [bounds, ...steps]
}
