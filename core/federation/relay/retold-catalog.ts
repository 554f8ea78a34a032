import type { JsonObject } from '../../domain/json.ts'
import type { Specimen } from '../../domain/specimen.ts'
import { toFunctionEntry, toSpecimenEntry } from '../link/catalog-entries.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import type { AnnouncedCatalog } from './announced-catalog.ts'
import { toOwnName } from './worker-errors.ts'

/** Characters of entries in one frame: some milliseconds to write and to read. */
const frameLength = 256 * 1024

type CatalogFrame = WorkerFrameOf<'catalog'>

/** Yields frames with the served entries of a worker, by its own names, for another host. */
export function* retellCatalog(
  catalog: Pick<AnnouncedCatalog, 'functions' | 'specimens' | 'bundles' | 'errors'>,
): Generator<CatalogFrame> {
  const { bundles, errors } = catalog
  const empty = { specimens: [], functions: [], removed_specimens: [], removed_functions: [] }
  const base = { type: 'catalog', bundles, ...empty } as const
  let isFirst = true
  for (const part of cutEntries(catalog)) {
    yield { ...base, reset: isFirst, more: true, errors: [], ...part }
    isFirst = false
  }
  const told = errors.map(({ source, code, detail }) => ({ source: toOwnName(source), code, detail }))
  yield { ...base, reset: isFirst, more: false, errors: told }
}

function* cutEntries({
  functions,
  specimens,
}: Pick<AnnouncedCatalog, 'functions' | 'specimens'>): Generator<
  Pick<CatalogFrame, 'functions'> | Pick<CatalogFrame, 'specimens'>
> {
  for (const part of cut(functions, ([name, { manifest, revision }]) =>
    toFunctionEntry({ manifest: { ...manifest, name }, revision: toOwnName(revision) }),
  ))
    yield { functions: part }
  for (const part of cut(specimens, ([id, specimen]) => toSpecimenEntry(toOwn(specimen, id))))
    yield { specimens: part }
}

function* cut<Entry>(
  entries: ReadonlyMap<string, Entry>,
  tell: (entry: readonly [string, Entry]) => JsonObject,
): Generator<JsonObject[]> {
  let part: JsonObject[] = []
  let length = 0
  for (const entry of entries) {
    const told = tell(entry)
    part.push(told)
    length += JSON.stringify(told).length
    if (length < frameLength) continue
    yield part
    part = []
    length = 0
  }
  if (part.length > 0) yield part
}

function toOwn(specimen: Specimen, id: string): Specimen {
  if (specimen.kind === 'static') return { ...specimen, id }
  return { ...specimen, id, functionName: toOwnName(specimen.functionName) }
}
