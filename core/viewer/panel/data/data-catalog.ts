/** What references to data may lead to, as far as a client knows, and what they are called. */
import { dataKeyword } from '../../../contract/domain/data-ref.ts'
import { namesParts } from '../../../contract/domain/result/returned.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import type { CatalogEntry } from '../../../contract/wire/bodies.ts'

/** A host's specimens at a moment. */
export interface DataCatalog {
  readonly entries: readonly CatalogEntry[]
  /** The schemas that are known, by the id of their specimen; null for a file, which takes nothing. */
  readonly schemas: ReadonlyMap<string, ParameterSchema | null>
  /** The reason why there are no entries, as a sentence; null for none. */
  readonly problem: string | null
}

/** A result that a reference may lead to: that of a specimen, or a part of it. */
export interface DataOption {
  readonly entry: CatalogEntry
  readonly part?: string
  readonly label: string
}

/** The catalog of a client that knows nothing of its host. */
export const noCatalog: DataCatalog = {
  entries: [],
  schemas: new Map(),
  problem: null,
}

/** Returns the results that are of one of these kinds. */
export function listFitting({ entries }: DataCatalog, kinds: readonly string[]): readonly DataOption[] {
  return entries.flatMap((entry): readonly DataOption[] => {
    const { type, returns, display_name: label, available } = entry
    if (!available) return []
    if (type !== 'scene') return kinds.includes(type) ? [{ entry, label }] : []
    if (!returns || !namesParts(returns)) return []
    const parts = Object.entries(returns.parts).filter(([, kind]) => kinds.includes(kind))
    return parts.map(([part]) => ({
      entry,
      part,
      label: `${label}: ${toLabel(part)}`,
    }))
  })
}

/** Returns the reference to a result, with the defaults of its function. */
export function toOptionRef({
  entry: { id },
  part,
}: Pick<DataOption, 'part'> & {
  readonly entry: Pick<CatalogEntry, 'id'>
}): JsonObject {
  return toRef({ id, ...(part !== undefined && { part }) }, {})
}

/** A reference in few words: the specimen, and the part of its scene. */
export interface ReadRef {
  readonly id: string
  readonly part?: string
  readonly inputs: JsonObject
}

/** Returns what a reference says; null for another value. */
export function readRef(value: unknown): ReadRef | null {
  if (!isJsonObject(value)) return null
  const { specimen, process, part, inputs } = value
  const id = typeof specimen === 'string' ? specimen : process
  if (typeof id !== 'string') return null
  return {
    id,
    inputs: isJsonObject(inputs) ? inputs : {},
    ...(typeof part === 'string' && { part }),
  }
}

/** Returns a reference, in its short form where nothing is sent to its function. */
export function toRef({ id, part }: Omit<ReadRef, 'inputs'>, inputs: Params): JsonObject {
  const of = part === undefined ? {} : { part }
  return Object.keys(inputs).length === 0 ? { specimen: id, ...of } : { process: id, inputs, ...of }
}

/** Returns the result that a reference leads to, if it is one of some. */
export function findOption(options: readonly DataOption[], value: Json | undefined): DataOption | undefined {
  const ref = readRef(value)
  return options.find(({ entry, part }) => entry.id === ref?.id && part === ref.part)
}

/** Returns what a reference leads to in few words: by its name, if it is one of some, else by its id. */
export function describeRef(options: readonly DataOption[], value: Json | undefined): string | null {
  const ref = readRef(value)
  if (ref === null) return null
  const part = ref.part === undefined ? '' : `: ${toLabel(ref.part)}`
  return findOption(options, value)?.label ?? `${toLabel(ref.id)}${part}`
}

/** Returns the kinds that a schema's references lead to; null for another schema. */
export function readKinds(schema: JsonObject): readonly string[] | null {
  const kinds = schema[dataKeyword]
  return isJsonArray(kinds) ? kinds.map(String) : null
}
