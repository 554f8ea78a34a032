/**
 * The build from sources to bundles, all in memory: discover, read, check, bundle, derive. Writing is another file's
 * business, so that a command line, a check in CI and a watcher share this one.
 */
import { SpecimenError } from '../core/domain/errors.ts'
import { manifestName } from '../core/domain/manifest.ts'
import type { Bundled } from './bundle.ts'
import { checkSignature } from './check-signature.ts'
import { deriveManifest, toManifestText } from './derive-manifest.ts'
import { compareDiagnostics, type Diagnostic, hasErrors, toError } from './diagnostics.ts'
import { discoverPlugins, type PluginSource } from './discover.ts'
import type { Reading } from './read-signature.ts'
import { readThumbnails, type Thumbnails } from './read-thumbnails.ts'
import type { FunctionSignature } from './signature.ts'

/** A bundle that can be written: every file by its path in the bundle's folder, the manifest included. */
export interface BuiltBundle {
  readonly plugin: PluginSource
  readonly functions: readonly FunctionSignature[]
  readonly files: ReadonlyMap<string, Uint8Array>
}

export interface BuildOutcome {
  /** Every plugin found, built or not, by name. */
  readonly plugins: readonly PluginSource[]
  readonly bundles: readonly BuiltBundle[]
  /** By file and place. */
  readonly diagnostics: readonly Diagnostic[]
}

export interface BuildOptions {
  /** A folder of plugins, or one plugin file. */
  readonly source: string
  /** The file that declares the types of `specimen-host/plugin`. */
  readonly sdkFile: string
  /** Hears what is being done, for people who wait. */
  readonly onProgress: (text: string) => void
}

/** Builds all plugins of a folder. One that fails stops none of the others. */
export async function buildPlugins({ source, sdkFile, onProgress }: BuildOptions): Promise<BuildOutcome> {
  const { plugins, problems } = discoverPlugins(source)
  if (plugins.length === 0) return { plugins, bundles: [], diagnostics: problems }
  onProgress(`reading ${plugins.length} plugins`)
  const { readSignatures, bundler } = await loadTools()
  const checked = checkNames(readSignatures(plugins, sdkFile).map(checkReading))
  onProgress(`bundling ${checked.filter(({ problems }) => !hasErrors(problems)).length} plugins`)
  const built = await bundleAll(checked, bundler)
  const diagnostics = [...problems, ...built.flatMap((plugin) => plugin.problems)].sort(compareDiagnostics)
  return { plugins, bundles: built.flatMap(({ bundle }) => bundle ?? []), diagnostics }
}

/** Loads ts-morph and esbuild, which are optional: a host runs without them. */
async function loadTools() {
  try {
    const [{ readSignatures }, bundler] = await Promise.all([import('./read-signature.ts'), import('./bundle.ts')])
    return { readSignatures, bundler }
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND')) throw cause
    const detail = `specimen build needs ts-morph and esbuild (${cause.message}). Install them: npm install ts-morph esbuild.`
    throw new SpecimenError('config.invalid', detail, { cause })
  }
}

async function bundleAll(checked: readonly CheckedReading[], { bundlePlugin, closeBundler }: typeof import('./bundle.ts')) {
  try {
    return await Promise.all(
      checked.map(async (reading) => {
        if (hasErrors(reading.problems)) return { bundle: null, problems: reading.problems }
        const bundled = await bundlePlugin(reading.plugin, reading.functions)
        return { bundle: assemble(reading, bundled), problems: [...reading.problems, ...bundled.problems] }
      }),
    )
  } finally {
    await closeBundler()
  }
}

interface CheckedReading extends Reading {
  readonly thumbnails: Thumbnails
}

function checkReading(reading: Reading): CheckedReading {
  const { plugin, functions } = reading
  const thumbnails = readThumbnails(plugin, functions)
  const problems = [...reading.problems, ...functions.flatMap(checkSignature), ...thumbnails.problems]
  if (functions.length === 0 && !hasErrors(problems)) problems.push(refuseEmpty(plugin))
  return { plugin, functions, problems, thumbnails }
}

function refuseEmpty({ entry }: PluginSource): Diagnostic {
  const span = { file: entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  const remedy =
    'Export a function whose return type is Mesh, Volume, PointCloud or Image of specimen-host/plugin (or a promise of one): ' +
    "import type { Mesh } from 'specimen-host/plugin'; export function ball(radius = 1): Mesh { … }. " +
    'Modules that only help belong into a folder beside an index.ts.'
  return toError('plugin.empty', span, null, 'No exported function returns a result.', remedy)
}

/** Refuses the second claimant of a function's name; plugins come by name, so the second is the same one every time. */
function checkNames(readings: readonly CheckedReading[]): CheckedReading[] {
  const owners = new Map<string, PluginSource>()
  return readings.map((reading) => {
    const { plugin } = reading
    const doubled: Diagnostic[] = []
    for (const { name, span } of reading.functions) {
      const owner = owners.get(name)
      const remedy = `Rename one of the two: a function's name is its address on the host.`
      if (!owner) owners.set(name, plugin)
      else doubled.push(toError('function.twice', span, name, `The plugin "${owner.name}" exports ${name} already.`, remedy))
    }
    return { ...reading, problems: [...reading.problems, ...doubled] }
  })
}

function assemble({ plugin, functions, thumbnails }: CheckedReading, { files }: Bundled): BuiltBundle | null {
  if (!files) return null
  const contents = new Map([...thumbnails.files, ...files])
  const manifest = deriveManifest(plugin.name, functions, contents, thumbnails.byFunction)
  return { plugin, functions, files: contents.set(manifestName, Buffer.from(toManifestText(manifest))) }
}
