import type { RemoteCatalog } from '../../engine/catalog/remote-catalog.ts'
import type { Snapshot } from '../../engine/catalog/snapshot.ts'
import { isBundleRevision } from '../runs/run-queues.ts'

type RegisteredFunction = RemoteCatalog['functions'][number]

/** The catalogs of the other hosts of a group. */
interface OtherHosts {
  readonly there: readonly RemoteCatalog[]
  /** Those of hosts that are gone for a while. */
  readonly away: readonly RemoteCatalog[]
  /** The times at which the group first saw revisions. */
  readonly seen: ReadonlyMap<string, number>
}

/**
 * Returns what this host lacks of the catalog of all: of each function of a bundle the version that was seen
 * last, with the specimens of the host that has it. Its own functions in code, and its own files, stay.
 */
export function mergeHosts(
  own: Snapshot,
  { there, away, seen }: OtherHosts,
): Pick<RemoteCatalog, 'functions' | 'specimens'> {
  const chosen = new Map(own.functions)
  const isNewer = (found: RegisteredFunction, known: RegisteredFunction): boolean => {
    if (!isBundleRevision(known.revision) || found.revision === known.revision) return false
    const later = (seen.get(found.revision) ?? 0) - (seen.get(known.revision) ?? 0)
    return later === 0 ? found.revision > known.revision : later > 0
  }
  const all = [...there, ...away]
  for (const [i, { functions }] of all.entries())
    for (const found of functions) {
      const known = chosen.get(found.manifest.name)
      if (!known || (i < there.length && isNewer(found, known))) chosen.set(found.manifest.name, found)
    }
  const shown = new Map(own.specimens)
  for (const { functions, specimens } of all) {
    const isChosen = (name: string): boolean => functions.some((found) => chosen.get(name) === found)
    for (const specimen of specimens)
      if (!shown.has(specimen.id) || (specimen.kind === 'dynamic' && isChosen(specimen.functionName)))
        shown.set(specimen.id, specimen)
  }
  return {
    functions: [...chosen.values()].filter((found) => own.functions.get(found.manifest.name) !== found),
    specimens: [...shown.values()].filter((specimen) => own.specimens.get(specimen.id) !== specimen),
  }
}
