/** Finds plugins: the TypeScript files of a folder, the index of each folder in it, or one named file. */
import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { idRule, isId } from '../../core/contract/domain/specimen.ts'
import { compareText, type Diagnostic, toError, toWarning } from '../model/diagnostics.ts'
import { type PluginSource, startOf } from '../model/signature.ts'
import { isFolder } from './paths.ts'

const indexNames = ['index.ts', 'index.mts', 'index.cts']

/** The plugins of a folder, what is wrong with some, and what is none. */
export interface DiscoveredPlugins {
  readonly plugins: readonly PluginSource[]
  readonly problems: readonly Diagnostic[]
  /** Files that look like plugins and are none. */
  readonly strays: readonly Diagnostic[]
}

/**
 * Returns the plugins of a folder, or the one of a file. Tests, declarations and hidden entries are none;
 * `strays` warns of other modules.
 */
export function discoverPlugins(path: string): DiscoveredPlugins {
  const root = resolve(path)
  if (!existsSync(root)) return refuseRun(`${path} does not exist.`, [])
  if (!isFolder(root) && !/\.[cm]?ts$/.test(root))
    return refuseRun(`${path} is no .ts, .mts or .cts file.`, [])
  const files = isFolder(root) ? listFolder(root) : [root]
  const found = files.filter(isModule).map(toSource)
  const strays = files.filter((file) => !isModule(file)).map(warnOfStray)
  if (found.length === 0)
    return refuseRun(`${path} holds no *.ts file and no folder with an index.ts.`, strays)
  const plugins = found.sort((a, b) => compareText(a.name, b.name) || compareText(a.entry, b.entry))
  const problems = plugins.flatMap((plugin, i) => checkName(plugin, plugins[i - 1]))
  const refused = new Set(problems.map(({ span }) => span?.file))
  const kept = plugins.filter(({ entry }) => !refused.has(entry))
  return { plugins: kept, problems: [...problems, ...warnOfCase(kept)], strays }
}

function listFolder(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => isVisible(name))
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    // Only links are followed: a stat for each of a thousand files is noticeable.
    const isInner = entry.isSymbolicLink() ? isFolder(path) : entry.isDirectory()
    if (!isInner) return isModule(path) || isOther(path) ? [path] : []
    const inside = readdirSync(path)
    const others = inside.filter((name) => name.startsWith('index.') && isOther(name))
    const own = inside.filter((name) => indexNames.includes(name))
    return (own.length > 0 ? own : others).map((name) => join(path, name))
  })
}

/** Returns the absolute places of plugins: modules, and the index of each folder, there or not. */
export function listPlaces(source: string): string[] {
  const root = resolve(source)
  if (!isFolder(root)) return [root]
  const paths = readdirSync(root).map((name) => join(root, name))
  const places = paths.filter((path) => mayBePlugin(root, path))
  return [
    root,
    ...places.flatMap((path) => (isFolder(path) ? indexNames.map((name) => join(path, name)) : [path])),
  ]
}

/** Returns true when the entry at an absolute path is, or may become, a plugin of a folder. */
export function mayBePlugin(source: string, path: string): boolean {
  return dirname(path) === resolve(source) && isVisible(basename(path)) && (isModule(path) || isFolder(path))
}

/** Returns the folder in which a plugin is named: for an index, the one above its own. */
export function findRoot(entry: string): string {
  const folder = dirname(entry)
  return indexNames.includes(basename(entry)) ? dirname(folder) : folder
}

function isVisible(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

function isModule(path: string): boolean {
  return /\.[cm]?ts$/.test(path) && !/\.(d|test|spec)\.[cm]?ts$/.test(path)
}

function isOther(path: string): boolean {
  return /\.([cm]?js|[jt]sx)$/.test(path) && !/\.(test|spec)\.\w+$/.test(path)
}

function toSource(entry: string): PluginSource {
  const [file, folder] = [basename(entry), dirname(entry)]
  const name = indexNames.includes(file) ? basename(folder) : file.replace(/\.[cm]?ts$/, '')
  return { name, entry, folder }
}

function warnOfStray(file: string): Diagnostic {
  const name = basename(file)
  const remedy =
    `Rename it to ${name.replace(/\.\w+$/, '.ts')}, with types, if it is one. ` +
    'If it only helps, move it into a folder of its own.'
  const found = `${name} is no plugin: only .ts, .mts and .cts files are read.`
  return toWarning('plugin.skipped', { span: startOf(file), path: null, found, remedy })
}

function checkName(plugin: PluginSource, previous: PluginSource | undefined): Diagnostic[] {
  const span = startOf(plugin.entry)
  if (!isId(plugin.name)) {
    const found = `The bundle would be called "${plugin.name}".`
    return [toError('plugin.name', { span, path: null, found, remedy: `Rename it: ${idRule}.` })]
  }
  if (previous?.name !== plugin.name) return []
  const found = `A second plugin "${plugin.name}".`
  const remedy = `${previous.entry} has that name already: rename or remove one of the two.`
  return [toError('plugin.twice', { span, path: null, found, remedy })]
}

/** Disks of macOS and Windows tell no upper from lower case. */
function warnOfCase(plugins: readonly PluginSource[]): Diagnostic[] {
  const first = new Map<string, PluginSource>()
  return plugins.flatMap((plugin) => {
    const key = plugin.name.toLowerCase()
    const other = first.get(key)
    if (!other) first.set(key, plugin)
    if (!other) return []
    const found = `The bundles ${other.name} and ${plugin.name} are one folder on disks of macOS and Windows.`
    const remedy = 'Rename one of the two, if these bundles are to be built or copied there.'
    return [toWarning('plugin.name', { span: startOf(plugin.entry), path: null, found, remedy })]
  })
}

function refuseRun(found: string, strays: readonly Diagnostic[]) {
  const remedy = 'Name a folder of plugins, or one plugin file.'
  const problems = [toError('plugin.none', { span: null, path: null, found, remedy })]
  return { plugins: [], problems, strays }
}
