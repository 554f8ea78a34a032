import type { CatalogEntry, FunctionEntry } from '../../client/client.ts'
import { isJsonObject, type Json } from '../../contract/values/json.ts'
import { readKinds } from '../panel/data/data-catalog.ts'
import { openSchema } from '../panel/rows/open-schema.ts'

/** A specimen whose function takes data of a kind. */
export interface Taker {
  readonly id: string
  readonly label: string
  /** The parameter that takes them: the first of its function. */
  readonly param: string
}

/** Returns the specimens whose functions take data of a kind, in the order of the catalog. */
export function listTakers(
  functions: readonly FunctionEntry[],
  entries: readonly CatalogEntry[],
  kind: string,
): readonly Taker[] {
  const params = new Map(functions.map(({ name, schema }) => [name, findParam(schema, kind)]))
  return entries.flatMap(({ id, display_name: label, function_name: name, available }) => {
    const param = available && name !== null ? params.get(name) : undefined
    return param === undefined ? [] : [{ id, label, param }]
  })
}

function findParam(schema: FunctionEntry['schema'], kind: string): string | undefined {
  if (!isJsonObject(schema) || !isJsonObject(schema.properties)) return undefined
  const takes = (part: Json): boolean => {
    const opened = openSchema(schema, part)
    if (opened === null) return false
    return readKinds(opened)?.includes(kind) ?? opened.anyOf?.some(takes) ?? false
  }
  return Object.entries(schema.properties).find(([, part]) => takes(part))?.[0]
}
