/**
 * Bundles one plugin with esbuild into `index.mjs` and the files it reads. The text depends on the sources
 * alone: not on the machine, the working directory, a `tsconfig.json` nearby, or the depth of `node_modules`
 * above the plugin.
 */
import { basename, join } from 'node:path'
import { type BuildOptions, stop } from 'esbuild'
import { entryName } from '../../core/contract/domain/manifest.ts'
import { mapName, toMapText } from '../../core/contract/domain/source-map.ts'
import { hashBytes } from '../files/file-state.ts'
import { listPackageFiles } from '../files/paths.ts'
import type { Diagnostic } from '../model/diagnostics.ts'
import { listNeeds } from '../model/function-tags.ts'
import type { BuiltBundle } from '../model/outcome.ts'
import type { PluginSource, TextEdit } from '../model/signature.ts'
import { bundleEntry } from './bundle-entry.ts'
import { type Assets, ModuleFiles } from './module-files.ts'
import { isBuildFailure, toErrors, toWarnings } from './read-messages.ts'
import { entrySource, toEntry } from './write-entry.ts'

/** The files of a bundle without its manifest; none after a failure. */
export interface Bundled {
  readonly files: Assets | null
  readonly problems: readonly Diagnostic[]
  /** Absolute paths of all files read or looked for; null when bundling failed before these were known. */
  readonly inputs: ReadonlySet<string> | null
}

/** A plugin that was read. */
interface BundleSource extends Pick<BuiltBundle, 'plugin' | 'functions'> {
  /** Edits of its own files by real path, from their types. */
  readonly edits: ReadonlyMap<string, readonly TextEdit[]>
}

/** Bundles a plugin with its modules, npm packages, JSON and assets; modules of Node stay imports. */
export async function bundlePlugin(source: BundleSource): Promise<Bundled> {
  const { plugin, functions, edits } = source
  const files = new ModuleFiles(plugin, edits, listNeeds(functions).includes('native'))
  const { assets, inputs } = files
  const warnings: Diagnostic[] = []
  const entry = {
    contents: toEntry(`./${basename(plugin.entry)}`, functions),
    resolveDir: plugin.folder,
    sourcefile: entrySource,
  }
  try {
    const addEntry = async (
      name: string,
      from: Pick<BuildOptions, 'stdin' | 'entryPoints'>,
    ): Promise<void> => {
      const made = await bundleEntry(files, plugin, name, from)
      assets.set(name, made.code)
      if (name === entryName) assets.set(mapName, Buffer.from(toMapText(made.map, hashBytes(made.code))))
      for (const path of listInputs(plugin, made.paths)) inputs.add(path)
      warnings.push(...toWarnings(source, made.warnings))
    }
    await addEntry(entryName, functions.length > 0 ? { stdin: entry } : { entryPoints: [plugin.entry] })
    for (const [path, name] of files.entries) await addEntry(name, { entryPoints: [path] }) // finds more
    const { refusals, problems } = files
    const found = [...refusals, ...problems, ...warnings]
    return { files: refusals.length > 0 ? null : assets, problems: found, inputs }
  } catch (error) {
    if (!isBuildFailure(error)) throw error
    return { files: null, problems: await toErrors(source, error.errors), inputs: null }
  }
}

/** Ends esbuild's process, which otherwise stays for a next build. */
export async function closeBundler(): Promise<void> {
  await stop()
}

/** Undoes esbuild's names: relative to the working directory, with namespaces and import attributes. */
function listInputs({ folder }: PluginSource, inputs: readonly string[]): string[] {
  const paths = inputs
    .filter((path) => path !== entrySource && !/^[\w()<>-]+:/.test(path))
    .map((path) => path.replace(/ with \{ .* \}$/, ''))
  return paths.map((path) => join(folder, path)).flatMap((path) => [path, ...listPackageFiles(path)])
}
