/** The catalog of a worker as hosts share it: a frame a line, as by the worker itself. */
import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { cutCatalog, toFunctionEntry, toSpecimenEntry } from '../../federation/link/catalog-entries.ts'
import { encodeControl, parseWorkerFrame } from '../../federation/link/control-frames.ts'
import { AnnouncedCatalog } from '../../federation/relay/announced-catalog.ts'
import type { OpenWorkerFile } from '../../federation/relay/announced-entries.ts'
import { toOwnName } from '../../federation/relay/worker-errors.ts'

/** The lines of a catalog, and their digest. */
export interface CatalogText {
  readonly digest: string
  readonly lines: string
}

/** The parts of a catalog that other hosts show. */
export type SharedCatalog = Pick<AnnouncedCatalog, 'functions' | 'specimens' | 'bundles' | 'errors'>

/** Bytes of entries in one frame: some milliseconds to write and to read. */
const frameBytes = 256 * 1024

/** Resolves with the text of a catalog as it is now. */
export async function toCatalogText(shared: SharedCatalog): Promise<CatalogText> {
  const lines: string[] = []
  for (const frame of retellCatalog(shared)) {
    lines.push(encodeControl(frame))
    await setImmediate()
  }
  const text = lines.join('\n')
  return { digest: toTextDigest(text), lines: text }
}

/**
 * Resolves with the catalog of a text, each line parsed and each entry judged as those of the worker itself.
 * @throws Error when it is none, or another catalog's
 */
export async function readCatalogText(
  { digest, lines }: CatalogText,
  workerId: string,
  openFile: OpenWorkerFile,
): Promise<AnnouncedCatalog> {
  if (toTextDigest(lines) !== digest) throw new Error('it is not the catalog that was announced')
  const catalog = new AnnouncedCatalog(workerId, openFile)
  let whole: Promise<unknown> | undefined
  for (const line of lines.split('\n')) {
    const frame = parseWorkerFrame(line)
    if (frame?.type !== 'catalog' || whole) throw new Error('it has a line that is no part of a catalog')
    whole = catalog.take(frame)
  }
  if (!whole) throw new Error('it is cut')
  await whole
  return catalog
}

function toTextDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Yields frames with the entries of a catalog of one moment, by the worker's own names. */
function retellCatalog({ functions, specimens, bundles, errors }: SharedCatalog) {
  const change = {
    reset: true,
    bundles,
    errors: errors.map(({ source, code, detail }) => ({ source: toOwnName(source), code, detail })),
    removed_specimens: [],
    removed_functions: [],
    functions: tellFunctions(functions),
    specimens: tellSpecimens(specimens),
  }
  return cutCatalog(change, frameBytes)
}

function* tellFunctions(functions: SharedCatalog['functions']) {
  for (const [name, { manifest, revision }] of functions)
    yield toFunctionEntry({ manifest: { ...manifest, name }, revision: toOwnName(revision) })
}

function* tellSpecimens(specimens: SharedCatalog['specimens']) {
  for (const [id, specimen] of specimens) {
    if (specimen.kind === 'static') yield toSpecimenEntry({ ...specimen, id })
    else yield toSpecimenEntry({ ...specimen, id, functionName: toOwnName(specimen.functionName) })
  }
}
