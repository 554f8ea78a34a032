/**
 * The build from sources to bundles, all in memory: discover, read, check, bundle, derive. `write-bundles.ts`
 * writes, so that a command line, a check in CI and a watcher share this file. Results of an earlier build
 * are reused where they still hold; when all do, no reader, checker or bundler is loaded.
 */

import { join } from 'node:path'
import { SpecimenError } from '../core/domain/errors.ts'
import type { CheckedReading, ReadOptions } from './assemble-bundles.ts'
import { refuseSecondNames } from './check/names.ts'
import { discoverPlugins } from './files/discover.ts'
import { compareDiagnostics, type Diagnostic } from './model/diagnostics.ts'
import type { BuildOutcome, EarlierBuild, PluginResult } from './model/outcome.ts'

export interface BuildOptions extends ReadOptions {
  /** A folder of plugins, or one plugin file. */
  readonly source: string
  /** Receives a text for the terminal at each step. */
  readonly onProgress: (text: string) => void
  readonly earlier?: EarlierBuild | null
}

/** Builds all plugins of a folder. A failing plugin stops none of the others. */
export async function buildPlugins(options: BuildOptions): Promise<BuildOutcome> {
  const { source, onProgress, earlier } = options
  const { plugins, problems, strays } = discoverPlugins(source)
  const found = plugins.flatMap((plugin) => earlier?.find(plugin) ?? [])
  const known = new Set(found.map(({ plugin }) => plugin))
  const stale = plugins.filter((plugin) => !known.has(plugin))
  const tools = stale.length > 0 ? await loadTools(options) : null
  if (tools) onProgress(`reading ${stale.length} of ${plugins.length} plugins`)
  const readings = tools ? tools.readPlugins(stale) : []
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

/** Loads ts-morph and esbuild, which are optional: a host runs without them. */
async function loadTools(options: ReadOptions) {
  try {
    const { createPluginReader, bundleAll } = await import('./assemble-bundles.ts')
    return { readPlugins: createPluginReader(options), bundleAll }
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause
    const [found] = cause.message.split('\n')
    const needed = `specimen build needs ts-morph and esbuild (${found}).`
    const detail = `${needed} Install them: npm install ts-morph esbuild.`
    throw new SpecimenError('config.invalid', detail, { cause })
  }
}

function isMissingModule(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(cause.code))
}
