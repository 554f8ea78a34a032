import {
  closedKeyword,
  onKeyword,
  type PlaceFormat,
  readPlaceFormat,
  stepKeyword,
  withinKeyword,
} from '../../../contract/domain/places.ts'
import { isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'

/** The kind of a place and the annotations of its schema, by which a picture shows it. */
export interface PlaceHint {
  readonly format: PlaceFormat
  /** True of a curve whose last point leads to the first. */
  readonly isClosed: boolean
  /** True where it is dragged over the surface. */
  readonly isOnSurface: boolean
  /** True where it snaps to the samples of the result, or to steps where that has none. */
  readonly isOnGrid: boolean
  /** `bounds` where it stays in the box of the result, the name of a parameter where in that of its data. */
  readonly within: string | null
  /** The way of one press of a key, in the unit of lengths; null where the size of the picture says it. */
  readonly step: number | null
}

/** Returns how a picture shows the values of a schema; null for values that are no places. */
export function readPlaceHint(schema: JsonObject): PlaceHint | null {
  const format = readPlaceFormat(schema)
  const { [stepKeyword]: step, [withinKeyword]: within } = schema
  if (!format) return null
  return {
    format,
    isClosed: schema[closedKeyword] === true,
    isOnSurface: schema[onKeyword] === 'surface',
    isOnGrid: schema[onKeyword] === 'grid',
    within: typeof within === 'string' ? within : null,
    step: typeof step === 'number' && step > 0 ? step : null,
  }
}

/** Returns the schema of a part with the annotations of what it is in, such as those of a list of points. */
export function withPlaceHints(whole: JsonObject, part: Json | undefined): Json | undefined {
  if (part === undefined || !isJsonObject(part)) return part
  if (part.$ref === undefined && readPlaceFormat(part) === undefined) return part
  const names = [onKeyword, withinKeyword, stepKeyword].filter((name) => whole[name] !== undefined)
  return { ...Object.fromEntries(names.map((name) => [name, whole[name] ?? null])), ...part }
}
