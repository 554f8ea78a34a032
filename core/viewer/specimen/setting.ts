import type { Json, JsonObject } from '../../domain/json.ts'
import type { Display } from '../../look/display.ts'

/** A setting: its row in the panel, and how it is read from a display and written into one. */
export interface Setting {
  readonly name: string
  readonly schema: JsonObject
  readonly read: (display: Display) => Json
  readonly write: (display: Display, value: Json) => Display
}
