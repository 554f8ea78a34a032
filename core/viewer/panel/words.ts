import { toLabel } from '../../contract/text/to-label.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'
import { describeRef, readRef } from './data/data-catalog.ts'
import type { Row } from './panel-model.ts'
import { isSame } from './values.ts'

/** Returns the label of a value in a choice. */
export function toOptionLabel(value: Json): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'string') return value === '' ? 'Empty' : toLabel(value)
  return JSON.stringify(value)
}

/** Returns a value of a row in few words, as its field shows it. */
export function describeRowValue({ field }: Row, value: Json | undefined): string {
  if (field.kind === 'variant') {
    const chosen = field.variants.find(({ row }) => value !== undefined && row.fits(value))
    const form = chosen?.row.field.kind
    if (form === 'variant' || form === 'group') {
      const reference = describeReference(value)
      if (reference !== null) return reference
    }
    return form === 'group' && chosen ? chosen.label : describeValue(value)
  }
  // The rows inside say what is sent to its function.
  if (field.kind === 'data') return describeRef(value, field) ?? describeValue(value ?? null)
  const option = field.kind === 'choice' ? field.options.find((each) => isSame(each.value, value)) : undefined
  return option?.label ?? describeValue(value)
}

/** Returns a reference with what it sends to its function; null for another value. */
export function describeReference(value: Json | undefined): string | null {
  const name = describeRef(value)
  const inputs = Object.entries(readRef(value)?.inputs ?? {})
  if (name === null || inputs.length === 0) return name
  const words = inputs.map(([key, input]) => `${toLabel(key)} ${describeRef(input) ?? describeValue(input)}`)
  return `${name} (${words.join(', ')})`
}

function describeValue(value: Json | undefined): string {
  if (value === undefined) return 'no value'
  if (value === null) return 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value === '' ? 'an empty text' : `“${shorten(value, 40)}”`
  if (typeof value === 'number') return String(value)
  if (isJsonArray(value)) {
    const isShort = value.length <= 4 && value.every((item) => typeof item === 'number')
    return isShort ? value.join(', ') : `a list of ${value.length}`
  }
  return isJsonObject(value) ? 'other values' : 'another value'
}

function shorten(text: string, length: number): string {
  const characters = [...text]
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`
}
