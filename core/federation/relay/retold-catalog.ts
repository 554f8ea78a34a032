import { cutCatalog, toFunctionEntry, toSpecimenEntry } from '../link/catalog-entries.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import type { AnnouncedCatalog } from './announced-catalog.ts'
import { toOwnName } from './worker-errors.ts'

/** Bytes of entries in one frame: some milliseconds to write and to read. */
const frameBytes = 256 * 1024

/** Yields frames with the served entries of a worker, by its own names, for another host. */
export function retellCatalog({
  functions,
  specimens,
  bundles,
  errors,
}: Pick<AnnouncedCatalog, 'functions' | 'specimens' | 'bundles' | 'errors'>): Generator<
  WorkerFrameOf<'catalog'>
> {
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

function* tellFunctions(functions: AnnouncedCatalog['functions']) {
  for (const [name, { manifest, revision }] of functions)
    yield toFunctionEntry({ manifest: { ...manifest, name }, revision: toOwnName(revision) })
}

function* tellSpecimens(specimens: AnnouncedCatalog['specimens']) {
  for (const [id, specimen] of specimens) {
    if (specimen.kind === 'static') yield toSpecimenEntry({ ...specimen, id })
    else yield toSpecimenEntry({ ...specimen, id, functionName: toOwnName(specimen.functionName) })
  }
}
