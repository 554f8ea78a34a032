/**
 * The catalogs of workers: functions whose runners and specimens whose assets lie at the far end of a link.
 * The host's catalog merges them with its own and does not depend on links.
 */

import type { SourceError } from '../../contract/domain/source-error.ts'
import type { Specimen } from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import type { RegisteredFunction } from '../functions/registry.ts'
import type { CheckResult } from '../run/runner.ts'
import { type Snapshot, toTargets } from './snapshot.ts'

/** The catalog of one worker at one moment. The prefix `worker_id:` of names excludes local ones. */
export interface RemoteCatalog {
  readonly workerId: string
  readonly functions: readonly RegisteredFunction[]
  readonly specimens: readonly Specimen[]
  readonly bundles: number
  readonly errors: readonly SourceError[]
}

/** The port through which a relay provides the catalogs of its workers. */
export interface RemoteCatalogs {
  /** Returns the catalogs of all known workers, connected or not. */
  list(): readonly RemoteCatalog[]
  /** Makes every worker read its folders again; resolves when all that answer have done so. */
  reload(): Promise<void>
}

/** The parts of a host that remote catalogs use. */
export interface RemoteParts {
  /** Checks a result as one of this host's own. */
  readonly check: CheckResult
  /** Call it after a change of a remote catalog. */
  readonly onChange: () => void
}

/** Returns a host without workers. */
export function createNoRemotes(): RemoteCatalogs {
  return { list: () => [], reload: async () => {} }
}

/**
 * Returns the place of an unknown name as the end of a sentence: at the worker whose id is in it, or nowhere
 * because no such worker is known. Empty for a name without a worker's id.
 */
export function describeHome(name: string, remotes: readonly RemoteCatalog[]): string {
  const [workerId, rest] = name.split(':', 2)
  if (rest === undefined) return ''
  const isKnown = remotes.some((remote) => remote.workerId === workerId)
  return isKnown ? ` at worker ${workerId}` : `: no worker ${describe(workerId)} is known here`
}

/** Returns the host's own catalog merged with those of its workers. */
export function mergeSnapshot(own: Snapshot, remotes: readonly RemoteCatalog[]): Snapshot {
  if (remotes.length === 0) return own
  const functions = new Map(own.functions)
  const specimens = [...own.specimens]
  for (const remote of remotes) {
    for (const registered of remote.functions) functions.set(registered.manifest.name, registered)
    for (const specimen of remote.specimens) specimens.push([specimen.id, specimen])
  }
  const sorted = new Map(specimens.sort(([a], [b]) => (a < b ? -1 : 1)))
  return {
    functions,
    targets: toTargets(functions, sorted.values()),
    specimens: sorted,
    bundles: remotes.reduce((total, { bundles }) => total + bundles, own.bundles),
    errors: [...own.errors, ...remotes.flatMap(({ errors }) => errors)],
  }
}
