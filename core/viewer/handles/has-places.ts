import { readPlaceFormat } from '../../contract/domain/places.ts'
import { isJsonArray, isJsonObject, type Json } from '../../contract/values/json.ts'

/** Returns whether a schema, or a part of it, is that of a place which a picture shows. */
export function hasPlaces(schema: Json): boolean {
  if (isJsonArray(schema)) return schema.some(hasPlaces)
  if (!isJsonObject(schema)) return false
  const format = readPlaceFormat(schema)
  return (format !== undefined && format !== 'color') || Object.values(schema).some(hasPlaces)
}
