import type { Display } from '../../../contract/look/display.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { isJsonArray, type Json, type JsonObject } from '../../../contract/values/json.ts'
import type { ValueRange } from '../../../data/prepared/prepared.ts'

/** A setting: its row in the panel, and how it is read from a display and written into one. */
export interface Setting {
  readonly name: string
  readonly schema: JsonObject
  readonly read: (display: Display) => Json
  readonly write: (display: Display, value: Json) => Display
}

/** Returns the setting of a member that is null where the data decide; `read` returns their decision. */
export function toDecided(
  name: 'isovalue' | 'scale' | 'center' | 'colormap' | 'window',
  schema: JsonObject,
  read: Setting['read'],
  /** Returns undefined for a value that is none of this setting. */
  parse: (value: Json, display: Display) => Json | undefined,
): Setting {
  const write = (display: Display, value: Json): Display => {
    const parsed = parse(value, display)
    if (parsed === undefined) return display
    const isUsual = JSON.stringify(parsed) === JSON.stringify(read({ ...display, [name]: null }))
    return { ...display, [name]: isUsual ? null : parsed }
  }
  return { name, schema, read, write }
}

/** Returns the schema of a choice from the titles of its values. */
export function toChoiceSchema(
  title: string,
  titles: { readonly [value: string]: string | undefined },
): JsonObject {
  const options = Object.entries(titles)
  return { title, oneOf: options.map(([value, label = value]) => ({ const: value, title: label })) }
}

/** Returns titles for the names of colours. */
export function toTitles(names: readonly string[]): { readonly [name: string]: string } {
  return Object.fromEntries(names.map((name) => [name, toLabel(name)]))
}

/** Returns the schema of a range: one slider with two thumbs. */
export function toRangeSchema(title: string, noun: string, [minimum, maximum]: ValueRange): JsonObject {
  const toEnd = (end: string) => ({ title: `${noun} ${end}`, type: 'number', minimum, maximum })
  const prefixItems = [toEnd('min'), toEnd('max')]
  return { title, type: 'array', format: 'range', prefixItems, items: false, minItems: 2, maxItems: 2 }
}

/** Returns the ends of a range; the one that was moved past the other stops there. */
export function readRange(value: Json, before: ValueRange): ValueRange | null {
  const [low, high] = isJsonArray(value) ? value : []
  if (typeof low !== 'number' || typeof high !== 'number') return null
  if (low <= high) return [low, high]
  return low === before[0] ? [low, low] : [high, high]
}
