/**
 * The build from sources to bundles, all in memory: discover, read, check, bundle, derive. `write-bundles.ts`
 * writes, so that a command line, a check in CI and a watcher share this file. Results of an earlier build
 * are reused where they still hold; when all do, no reader, checker or bundler is loaded.
 */

import { join } from 'node:path'
import { formatCount } from '../core/contract/text/count.ts'
import type { CheckedReading, ReadOptions } from './assemble-bundles.ts'
import { refuseSecondNames } from './check/names.ts'
import { discoverPlugins } from './files/discover.ts'
import { compareDiagnostics, type Diagnostic } from './model/diagnostics.ts'
import type { BuildOutcome, PluginResult } from './model/outcome.ts'
import type { PluginSource } from './model/signature.ts'

interface BuildOptions extends ReadOptions {
  /** A folder of plugins, or one plugin file. */
  readonly source: string
  /** Receives a text for the terminal at each step. */
  readonly onProgress: (text: string) => void
  /** Finds the result of a plugin whose inputs and bundle are as an earlier build left them. */
  readonly earlier?: { readonly find: (plugin: PluginSource) => PluginResult | null } | null
}

/** Builds all plugins of a folder. A failing plugin stops none of the others. */
export async function buildPlugins(options: BuildOptions): Promise<BuildOutcome> {
  const { source, onProgress, earlier } = options
  const { plugins, problems, strays } = discoverPlugins(source)
  const found = plugins.flatMap((plugin) => earlier?.find(plugin) ?? [])
  const known = new Set(found.map(({ plugin }) => plugin))
  const stale = plugins.filter((plugin) => !known.has(plugin))
  const tools = stale.length > 0 ? await import('./assemble-bundles.ts') : null
  if (tools) onProgress(`reading ${stale.length} of ${formatCount(plugins.length, 'plugin')}`)
  const readings = tools ? tools.createPluginReader(options)(stale) : []
  const doubled = refuseSecondNames([...found, ...readings])
  const built = tools
    ? await tools.bundleAll(readings, (reading) => doubled.has(reading.plugin), onProgress)
    : { bundles: [], results: [] }
  const results = [...found, ...built.results]
  return {
    plugins,
    bundles: built.bundles,
    kept: found.filter(({ plugin, files }) => files && !doubled.has(plugin)),
    diagnostics: [
      ...problems,
      ...dropUsed(strays, results, readings),
      ...results.flatMap((result) => result.problems),
      ...[...doubled.values()].flat(),
    ].sort(compareDiagnostics),
    results,
    listInputs: () => listInputs(results, readings),
  }
}

function dropUsed(
  strays: readonly Diagnostic[],
  ...built: [readonly PluginResult[], readonly CheckedReading[]]
): readonly Diagnostic[] {
  if (strays.length === 0) return strays
  const inputs = listInputs(...built)
  return strays.filter(({ span }) => !span || !inputs.has(span.file))
}

function listInputs(results: readonly PluginResult[], readings: readonly CheckedReading[]): Set<string> {
  const read = readings.flatMap(({ closure }) => [...closure.paths])
  return new Set([...read, ...results.flatMap(({ plugin, inputs }) => inputs ?? [join(plugin.folder, '*')])])
}
