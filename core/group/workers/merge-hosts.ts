import type { RemoteCatalog } from '../../catalog/remote-catalog.ts'
import type { Snapshot } from '../../catalog/snapshot.ts'
import { isBundleRevision } from '../runs/run-queues.ts'

type RegisteredFunction = RemoteCatalog['functions'][number]

/** The catalogs of other hosts: of those that are there, and of those that are away for a while. */
export interface OtherHosts {
  readonly there: readonly RemoteCatalog[]
  readonly away: readonly RemoteCatalog[]
  /** Returns the time at which the group first saw a revision; 0 when it has not yet. */
  readonly findSeen: (revision: string) => number
}

/**
 * Returns what this host lacks of the catalog of all: of each function of a bundle the version that was seen
 * last, with the specimens of the host that has it. Its own functions in code, and its own files, stay.
 */
export function mergeHosts(
  own: Snapshot,
  { there, away, findSeen }: OtherHosts,
): Pick<RemoteCatalog, 'functions' | 'specimens'> {
  const chosen = new Map(own.functions)
  const isNewer = (found: RegisteredFunction, known: RegisteredFunction): boolean => {
    if (!isBundleRevision(known.revision) || found.revision === known.revision) return false
    const later = findSeen(found.revision) - findSeen(known.revision)
    return later === 0 ? found.revision > known.revision : later > 0
  }
  for (const [i, { functions }] of [...there, ...away].entries())
    for (const found of functions) {
      const known = chosen.get(found.manifest.name)
      if (!known || (i < there.length && isNewer(found, known))) chosen.set(found.manifest.name, found)
    }
  const shown = new Map(own.specimens)
  for (const { functions, specimens } of [...there, ...away]) {
    const of = new Map(functions.map((found) => [found.manifest.name, found]))
    for (const specimen of specimens) {
      const found = specimen.kind === 'dynamic' ? of.get(specimen.functionName) : undefined
      const isChosen = found !== undefined && chosen.get(found.manifest.name) === found
      if (isChosen || !shown.has(specimen.id)) shown.set(specimen.id, specimen)
    }
  }
  return {
    functions: [...chosen.values()].filter((found) => own.functions.get(found.manifest.name) !== found),
    specimens: [...shown.values()].filter((specimen) => own.specimens.get(specimen.id) !== specimen),
  }
}
