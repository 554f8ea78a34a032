/** One module of a bundle by esbuild, with the names that it has at any place of the plugin. */
import { join, relative, sep } from 'node:path'
import { type BuildOptions, build, type Message, type Metafile } from 'esbuild'
import { entryName } from '../../core/contract/domain/manifest.ts'
import { listRenamed, type SourceMap } from '../../core/contract/domain/source-map.ts'
import { findRoot } from '../files/discover.ts'
import type { PluginSource } from '../model/signature.ts'
import { listPlugins } from './bundle-assets.ts'
import { keepNames } from './keep-names.ts'
import type { ModuleFiles } from './module-files.ts'
import { listLeftOut } from './own-modules.ts'
import { entrySource } from './write-entry.ts'

/** A bundled module, with the names that esbuild gives to what it read. */
export interface BundledEntry {
  readonly code: Uint8Array
  readonly map: SourceMap
  readonly paths: readonly string[]
  readonly warnings: readonly Message[]
}

/**
 * Bundles a module, and again where the first time shows what has to be kept: names of classes and functions,
 * and modules that are imported for their effect.
 */
export async function bundleEntry(
  files: ModuleFiles,
  plugin: PluginSource,
  name: string,
  from: Pick<BuildOptions, 'stdin' | 'entryPoints'>,
): Promise<BundledEntry> {
  const { folder } = plugin
  const first = await runBundler(files, plugin, name, from)
  const leftOut = listLeftOut(first, folder)
  const named = listNamed(files, first.map, folder)
  for (const path of leftOut) files.kept.add(path)
  for (const [path, text] of named) files.named.set(path, text)
  const isWhole = leftOut.length === 0 && named.size === 0
  const { metafile, map, text, warnings } = isWhole ? first : await runBundler(files, plugin, name, from)
  const paths = Object.keys(metafile.inputs)
  const head = usesRequire(metafile) ? requireLine : ''
  return {
    code: Buffer.from(head + shortenPaths(text, paths)),
    map: placeMap(plugin, map, head),
    paths,
    warnings,
  }
}

/** The output of the bundler. */
interface BundlerOutput {
  readonly metafile: Metafile
  readonly map: NamedMap
  readonly text: string
  readonly warnings: readonly Message[]
}

type NamedMap = SourceMap & { readonly names: readonly string[] }

async function runBundler(
  files: ModuleFiles,
  plugin: PluginSource,
  name: string,
  from: Pick<BuildOptions, 'stdin' | 'entryPoints'>,
): Promise<BundlerOutput> {
  const { metafile, outputFiles, warnings } = await build({
    ...from,
    absWorkingDir: plugin.folder,
    outfile: join(plugin.folder, name),
    write: false,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    charset: 'utf8',
    nodePaths: [],
    tsconfigRaw: { compilerOptions: { target: 'es2023', useDefineForClassFields: true } },
    // CommonJS packages expect these two; esbuild replaces them only where a module does not declare them.
    define: { __dirname: 'import.meta.dirname', __filename: 'import.meta.filename' },
    sourcemap: name === entryName ? 'linked' : 'external',
    sourcesContent: false,
    metafile: true,
    logLevel: 'silent',
    plugins: listPlugins(files),
  })
  const [map = '{"sources":[],"names":[],"mappings":""}', text = ''] = ['.map', name].map(
    (end) => outputFiles.find(({ path }) => path.endsWith(end))?.text,
  )
  return { metafile, map: JSON.parse(map), text, warnings }
}

/** Returns the texts of modules whose classes and functions were renamed, with their names kept. */
function listNamed({ texts }: ModuleFiles, map: NamedMap, folder: string): Map<string, string> {
  const bySource = groupBy(listRenamed(map), ({ source }) => source)
  const named = [...bySource].flatMap(([source, places]) => {
    const path = join(folder, decodeURI(source))
    const text = texts.get(path)
    const kept = text === undefined ? undefined : keepNames(text, places)
    return kept === undefined || kept === text ? [] : [[path, kept] as const]
  })
  return new Map(named)
}

/** Starts paths of packages at `node_modules`; longer ones first, since a path may end as another does. */
function shortenPaths(text: string, inputs: readonly string[]): string {
  return inputs
    .filter((path) => path.includes('node_modules/'))
    .sort((a, b) => b.length - a.length)
    .reduce((shorter, path) => shorter.replaceAll(path, path.slice(path.lastIndexOf('node_modules/'))), text)
}

/** Browsers have no `require`; there, a use of it throws esbuild's error. */
const requireLine =
  'const require = globalThis.process?.getBuiltinModule("node:module").createRequire(import.meta.url);\n'

/**
 * Returns true when esbuild's own `require`, which uses a global one, may be called for a module of Node: by
 * a CommonJS module, or by an ES module that requires one by name. Such a bundle contains esbuild's own code,
 * which mentions `require`, so that a top-level one of the author's has another name there.
 */
function usesRequire({ inputs, outputs }: Metafile): boolean {
  return Object.values(outputs).some(
    (output) =>
      Object.keys(output.inputs).some((path) => inputs[path]?.format === 'cjs') ||
      output.imports.some(({ kind }) => kind === 'require-call' || kind === 'require-resolve'),
  )
}

/** Returns esbuild's map for a module behind `head`, with sources named from the folder of plugins. */
function placeMap(
  { entry, folder }: PluginSource,
  { sources, mappings }: SourceMap,
  head: string,
): SourceMap {
  const root = findRoot(entry)
  const toName = (source: string | null): string | null => {
    if (source === null || source === entrySource) return null
    const path = decodeURI(source).replace(/^[\w-]+:/, '') // a namespace of esbuild
    const start = path.lastIndexOf('node_modules/')
    return start < 0 ? relative(root, join(folder, path)).replaceAll(sep, '/') : path.slice(start)
  }
  return { sources: sources.map(toName), mappings: (head === '' ? '' : ';') + mappings }
}

function groupBy<T>(items: readonly T[], toKey: (item: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) {
    const key = toKey(item)
    const group = groups.get(key)
    if (group) group.push(item)
    else groups.set(key, [item])
  }
  return groups
}
