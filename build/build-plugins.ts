/**
 * The build from sources to bundles, all in memory: discover, read, check, bundle, derive. `write-bundles.ts`
 * writes, so that a command line, a check in CI and a watcher share this file. What an earlier build knows
 * and still holds is taken from it; when that is everything, neither ts-morph nor esbuild is loaded.
 */

import { join } from 'node:path'
import { SpecimenError } from '../core/domain/errors.ts'
import { manifestName } from '../core/domain/manifest.ts'
import { listTypeNames } from '../core/domain/result/kinds.ts'
import type { Bundled } from './bundle/bundle.ts'
import { readThumbnails, type Thumbnails } from './bundle/read-thumbnails.ts'
import { checkSignature } from './check/check-signature.ts'
import { refuseSecondNames } from './check/names.ts'
import { deriveManifest, toManifestText } from './derive/derive-manifest.ts'
import { discoverPlugins } from './files/discover.ts'
import { mapLimited } from './files/map-limited.ts'
import { compareDiagnostics, type Diagnostic, hasErrors, toError } from './model/diagnostics.ts'
import type { BuildOutcome, BuiltBundle, EarlierBuild, PluginResult } from './model/outcome.ts'
import type { PluginSource } from './model/plugin-source.ts'
import type { SourceReader, SourceReading } from './read/read-sources.ts'

export interface BuildOptions {
  /** A folder of plugins, or one plugin file. */
  readonly source: string
  /** The file that declares the types of `specimen-host/plugin`. */
  readonly sdkFile: string
  /** Called with what is being done, for people who wait. */
  readonly onProgress: (text: string) => void
  readonly earlier?: EarlierBuild | null
  /** Reads in place of a reader made for this build. */
  readonly read?: SourceReader
  /** Leaves out the pictures that comments name, which need not be there. */
  readonly withoutThumbnails?: boolean
}

/** Builds all plugins of a folder. One that fails stops none of the others. */
export async function buildPlugins(options: BuildOptions): Promise<BuildOutcome> {
  const { source, onProgress, earlier } = options
  const { plugins, problems } = discoverPlugins(source)
  const found = plugins.flatMap((plugin) => earlier?.find(plugin) ?? [])
  const known = new Set(found.map(({ plugin }) => plugin))
  const stale = plugins.filter((plugin) => !known.has(plugin))
  const tools = stale.length > 0 ? await loadTools(options) : null
  if (tools) onProgress(`reading ${stale.length} of ${plugins.length} plugins`)
  const find = options.withoutThumbnails ? noThumbnails : readThumbnails
  const read = tools ? tools.read(stale) : []
  const readings = read.map((reading) => checkReading(reading, find(reading.plugin, reading.functions)))
  const doubled = refuseSecondNames([...found, ...readings])
  const built = tools
    ? await bundleAll(readings, (reading) => doubled.has(reading.plugin), tools.bundler, onProgress)
    : { bundles: [], results: [] }
  const results = [...found, ...built.results]
  return {
    plugins,
    bundles: built.bundles,
    kept: found.filter(({ plugin, files }) => files && !doubled.has(plugin)),
    diagnostics: [
      ...problems,
      ...results.flatMap((result) => result.problems),
      ...[...doubled.values()].flat(),
    ].sort(compareDiagnostics),
    results,
    inputs: new Set(listInputs(results, readings)),
  }
}

/**
 * The inputs of results; of those that could not be bundled, what was read, and the plugin's folder as a
 * whole.
 */
function listInputs(results: readonly PluginResult[], readings: readonly CheckedReading[]): string[] {
  const read = readings.flatMap(({ closure }) => [...closure.paths])
  return [...read, ...results.flatMap(({ plugin, inputs }) => inputs ?? [join(plugin.folder, '*')])]
}

/** Loads ts-morph and esbuild, which are optional: a host runs without them. */
async function loadTools({ sdkFile, read }: BuildOptions) {
  try {
    const [{ createReader }, bundler] = await Promise.all([
      import('./read/read-sources.ts'),
      import('./bundle/bundle.ts'),
    ])
    return { read: read ?? createReader(sdkFile), bundler }
  } catch (cause) {
    if (!isMissingModule(cause)) throw cause
    const detail =
      `specimen build needs ts-morph and esbuild (${cause.message}). ` +
      'Install them: npm install ts-morph esbuild.'
    throw new SpecimenError('config.invalid', detail, { cause })
  }
}

/** The two ways in which modules are loaded have a code each. */
function isMissingModule(cause: unknown): cause is Error {
  return cause instanceof Error && 'code' in cause && /^(ERR_)?MODULE_NOT_FOUND$/.test(String(cause.code))
}

interface CheckedReading extends SourceReading {
  readonly thumbnails: Thumbnails
}

function noThumbnails(): Thumbnails {
  return { files: new Map(), byFunction: new Map(), problems: [], inputs: [] }
}

function checkReading(reading: SourceReading, thumbnails: Thumbnails): CheckedReading {
  const { plugin, functions } = reading
  const problems = [...reading.problems, ...functions.flatMap(checkSignature), ...thumbnails.problems]
  if (functions.length === 0 && !hasErrors(problems)) problems.push(refuseEmpty(plugin))
  return { ...reading, problems, thumbnails }
}

function refuseEmpty({ entry }: PluginSource): Diagnostic {
  const span = { file: entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  const remedy =
    `Export a function whose return type is ${listTypeNames()} of specimen-host/plugin ` +
    '(or a promise of one): ' +
    "import type { Mesh } from 'specimen-host/plugin'; export function ball(radius = 1): Mesh { … }. " +
    'Modules that only help belong into a folder beside an index.ts.'
  return toError('plugin.empty', {
    span,
    path: null,
    found: 'No exported function returns a result.',
    remedy,
  })
}

/** esbuild works on a few plugins at once: all of a thousand would hold a thousand results in its memory. */
const bundledAtOnce = 16

async function bundleAll(
  readings: readonly CheckedReading[],
  isRefused: (reading: CheckedReading) => boolean,
  { bundlePlugin, closeBundler }: typeof import('./bundle/bundle.ts'),
  onProgress: (text: string) => void,
): Promise<{ bundles: BuiltBundle[]; results: PluginResult[] }> {
  const bundles: BuiltBundle[] = []
  let done = 0
  try {
    const results = await mapLimited(readings, bundledAtOnce, async (reading) => {
      onProgress(`bundling ${++done} of ${readings.length} plugins`)
      if (hasErrors(reading.problems) || isRefused(reading)) return toResult(reading, null, null)
      const bundled = await bundlePlugin(reading.plugin, reading.functions)
      const bundle = assemble(reading, bundled)
      if (bundle) bundles.push(bundle)
      return toResult(reading, bundled, bundle)
    })
    const order = new Map(readings.map(({ plugin }, i) => [plugin, i]))
    const toPlace = ({ plugin }: BuiltBundle): number => order.get(plugin) ?? 0
    return { bundles: bundles.sort((a, b) => toPlace(a) - toPlace(b)), results }
  } finally {
    await closeBundler()
  }
}

function assemble({ plugin, functions, thumbnails }: CheckedReading, { files }: Bundled): BuiltBundle | null {
  if (!files) return null
  const contents = new Map([...thumbnails.files, ...files])
  const manifest = deriveManifest(plugin.name, functions, contents, thumbnails.byFunction)
  return { plugin, functions, files: contents.set(manifestName, Buffer.from(toManifestText(manifest))) }
}

function toResult(
  reading: CheckedReading,
  bundled: Bundled | null,
  bundle: BuiltBundle | null,
): PluginResult {
  const { plugin, functions, problems, closure, thumbnails } = reading
  const inputs =
    bundled && !bundled.inputs
      ? null
      : [...new Set([...closure.paths, ...thumbnails.inputs, ...(bundled?.inputs ?? [])])]
  return {
    plugin,
    functions: functions.map(({ name, returns, span }) => ({ name, returns, span })),
    problems: [...problems, ...(bundled?.problems ?? [])],
    files: bundle && [...bundle.files].map(([path, { byteLength }]) => ({ path, bytes: byteLength })),
    inputs,
  }
}
