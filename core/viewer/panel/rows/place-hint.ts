import {
  closedKeyword,
  onKeyword,
  type PlaceFormat,
  readPlaceFormat,
  stepKeyword,
  withinKeyword,
} from '../../../contract/domain/places.ts'
import type { JsonObject } from '../../../contract/values/json.ts'

/** The kind of a place and the annotations of its schema, by which a picture shows it. */
export interface PlaceHint {
  readonly format: PlaceFormat
  /** True of a curve whose last point leads to the first. */
  readonly isClosed: boolean
  /** True where it is dragged over the surface. */
  readonly isOnSurface: boolean
  /** True where it stays in the box of the result. */
  readonly isInBounds: boolean
  /** The way of one press of a key, in the unit of lengths; null where the size of the picture says it. */
  readonly step: number | null
}

/** Returns how a picture shows the values of a schema; null for values that are no places. */
export function readPlaceHint(schema: JsonObject): PlaceHint | null {
  const format = readPlaceFormat(schema)
  const step = schema[stepKeyword]
  if (!format) return null
  return {
    format,
    isClosed: schema[closedKeyword] === true,
    isOnSurface: schema[onKeyword] === 'surface',
    isInBounds: schema[withinKeyword] === 'bounds',
    step: typeof step === 'number' && step > 0 ? step : null,
  }
}
