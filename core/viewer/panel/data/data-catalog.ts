/** What references to data may lead to, as far as a client knows, and what they are called. */
import { dataKeyword, type FileRef } from '../../../contract/domain/data-ref.ts'
import { namesParts } from '../../../contract/domain/result/returned.ts'
import type { ParameterSchema, Params } from '../../../contract/domain/schema.ts'
import { toLabel } from '../../../contract/text/to-label.ts'
import { toShownText } from '../../../contract/text/visible-text.ts'
import { isJsonArray, isJsonObject, type Json, type JsonObject } from '../../../contract/values/json.ts'
import type { CatalogEntry } from '../../../contract/wire/bodies.ts'

/** A host's specimens at a moment. */
export interface DataCatalog {
  readonly entries: readonly CatalogEntry[]
  /** The schemas that are known, by the id of their specimen; null for a file, which takes nothing. */
  readonly schemas: ReadonlyMap<string, ParameterSchema | null>
  /** The names of files that were asked for, by their hash; null for what the host does not have. */
  readonly files: ReadonlyMap<string, string | null>
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
  files: new Map(),
  problem: null,
}

/** Returns the results that are of one of these kinds. */
export function listFitting({ entries }: DataCatalog, kinds: readonly string[]): readonly DataOption[] {
  return entries
    .filter(({ available }) => available)
    .flatMap((entry) =>
      listResults(entry)
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ part }): DataOption => {
          const label = entry.display_name
          return part === undefined ? { entry, label } : { entry, part, label: joinPart(label, part) }
        }),
    )
}

/** A result that a specimen gives: all of it, or a part of a scene. */
interface GivenResult {
  readonly part?: string
  readonly kind: string
}

/** Returns what may be taken of a specimen: its result, or the parts that its scene is known to have. */
export function listResults({
  type,
  returns,
}: Pick<CatalogEntry, 'type' | 'returns'>): readonly GivenResult[] {
  if (type !== 'scene') return [{ kind: type }]
  if (!returns || !namesParts(returns)) return []
  return Object.entries(returns.parts).map(([part, kind]) => ({ part, kind }))
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

/** Returns a file that a reference leads to; null for another value. */
export function readFile(value: unknown): FileRef | null {
  if (!isJsonObject(value) || typeof value.file !== 'string') return null
  const { file, name } = value
  return { file, ...(typeof name === 'string' && { name }) }
}

/** Results by their names, and files by theirs, as far as they are known. */
export interface KnownNames {
  readonly options: readonly DataOption[]
  readonly files: DataCatalog['files']
}

const noNames: KnownNames = { options: [], files: noCatalog.files }
/** Digits of a hash that tell files apart for people. */
const shownDigits = 8

/** Returns what a reference leads to in few words: by its name where that is known, else by its id. */
export function describeRef(
  value: Json | undefined,
  { options, files }: KnownNames = noNames,
): string | null {
  const file = readFile(value)
  if (file)
    return toShownText(file.name || files.get(file.file) || `File ${file.file.slice(0, shownDigits)}…`)
  const ref = readRef(value)
  if (ref === null) return null
  const label = toLabel(ref.id)
  return findOption(options, value)?.label ?? (ref.part === undefined ? label : joinPart(label, ref.part))
}

/** Returns the name of a part behind that of its scene. */
export function joinPart(label: string, part: string): string {
  return `${label} › ${toLabel(part)}`
}

/** Returns the kinds that a schema's references lead to; null for another schema. */
export function readKinds(schema: JsonObject): readonly string[] | null {
  const kinds = schema[dataKeyword]
  return isJsonArray(kinds) ? kinds.map(String) : null
}
