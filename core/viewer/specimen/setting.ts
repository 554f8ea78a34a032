import { isJsonArray, type Json, type JsonObject } from '../../domain/json.ts'
import type { Display } from '../../look/display.ts'
import type { ValueRange } from '../data/prepared.ts'

/** A setting: its row in the panel, and how it is read from a display and written into one. */
export interface Setting {
  readonly name: string
  readonly schema: JsonObject
  readonly read: (display: Display) => Json
  readonly write: (display: Display, value: Json) => Display
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
