/** The places of references to data in parameters. */
import { type DataPlace, readWantedData, takesData, toDataRef, type WantedData } from '../domain/data-ref.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../values/json.ts'
import { enterMember, openSchemas, type SchemaPlace } from './value-schemas.ts'

/** Returns the references in a value that fits a schema, in the order of the value; each is one place. */
export function listDataPlaces(root: JsonObject, value: Json): readonly DataPlace[] {
  if (!takesData(root)) return []
  return listWithin(value, { root, schemas: [root], steps: [] })
}

function listWithin(value: Json | undefined, place: SchemaPlace): readonly DataPlace[] {
  if (typeof value !== 'object' || value === null) return []
  const opened = openSchemas(place, value)
  const wanted = mergeWanted(opened)
  if (wanted) {
    const ref = isJsonObject(value) ? toDataRef(value) : undefined
    return ref ? [{ steps: place.steps, ...wanted, ref }] : []
  }
  const members = isJsonArray(value) ? value.entries() : Object.entries(value)
  return [...members].flatMap(([step, own]) => {
    if (typeof own !== 'object' || own === null) return [] // before anything is made for it
    return listWithin(own, enterMember(place, opened, step))
  })
}

/** Returns what several schemas of one place want; of files as they are and results, what is first. */
function mergeWanted(schemas: readonly JsonObject[]): WantedData | undefined {
  const all = schemas.flatMap((schema) => readWantedData(schema) ?? [])
  const [first] = all
  if (!first || all.length === 1) return first
  const isFile = first.kinds.includes('file')
  const alike = all.filter(({ kinds }) => kinds.includes('file') === isFile)
  const isAny = alike.some(({ endings }) => endings.length === 0)
  return {
    kinds: [...new Set(alike.flatMap(({ kinds }) => kinds))],
    endings: isAny ? [] : [...new Set(alike.flatMap(({ endings }) => endings))],
  }
}
