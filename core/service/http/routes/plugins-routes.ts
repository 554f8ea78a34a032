import type { FastifyInstance } from 'fastify'
import type { SourceError } from '../../../contract/domain/source-error.ts'
import type { FunctionRuns, PluginEntry } from '../../../contract/wire/bodies.ts'
import type { BundleNeeds } from '../../../engine/functions/bundle-needs.ts'
import type { BundleRecords } from '../../../engine/functions/bundle-records.ts'
import type { FolderBundles, VerifiedBundle } from '../../../engine/functions/load-bundles.ts'
import { administering, route } from './access.ts'

/** The parts of a host by which its bundles are listed. */
export interface PluginsParts {
  readonly listBundles: () => FolderBundles
  readonly records: Pick<BundleRecords, 'read'>
  readonly bundleNeeds: Pick<BundleNeeds, 'compare'>
}

/** Adds `/api/plugins`: the bundles of this host for its operator. */
export function addPluginsRoutes(app: FastifyInstance, parts: PluginsParts): void {
  app.get('/api/plugins', route(administering, 'listPlugins'), async (): Promise<PluginEntry[]> => {
    const { used, refused } = parts.listBundles()
    const entries = [...used.map((bundle) => toEntry(bundle, parts)), ...refused.map(toRefused)]
    return entries.sort((a, b) => (a.source < b.source ? -1 : 1))
  })
}

function toEntry(
  bundle: VerifiedBundle,
  { records, bundleNeeds }: Omit<PluginsParts, 'listBundles'>,
): PluginEntry {
  const { source, name, hash, manifest, signer } = bundle
  const tallies = manifest.functions.map((entry) => ({ entry, tally: records.read(hash, entry.name) }))
  const suspension = tallies.find(({ tally }) => tally?.suspension)?.tally?.suspension
  const state = suspension
    ? ({ state: 'suspended', code: 'function.suspended', detail: suspension.reason } as const)
    : ({ state: 'loaded', code: null, detail: null } as const)
  const functions = tallies.map(({ entry: { name }, tally }): FunctionRuns => {
    const { runs = 0, failures = 0, crashes = 0, times, suspension: own } = tally ?? {}
    const milliseconds = {
      mean_ms: times?.mean ?? null,
      max_ms: times?.max ?? null,
      last_ms: times?.last ?? null,
    }
    return { name, runs, failures, crashes, ...milliseconds, suspended_seconds: own?.seconds ?? null }
  })
  const shown = { name, format: manifest.format, hash, signed_by: signer?.name ?? null }
  return { source, ...state, ...shown, ...bundleNeeds.compare(bundle), functions }
}

function toRefused({ source, code, detail }: SourceError): PluginEntry {
  const unknown = { name: null, format: null, hash: null, signed_by: null, functions: [] }
  const nothing = { needs: [], allowed: [], allow: null }
  return { source, state: 'refused', code, detail, ...unknown, ...nothing }
}
