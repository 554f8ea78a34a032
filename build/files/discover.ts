/**
 * Finds plugins: `*.ts` and `<name>/index.ts` of a folder, or the one file that was named. The name of the
 * file or folder becomes the bundle's name.
 */

import { existsSync, readdirSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { idRule, isId } from '../../core/domain/specimen.ts'
import { compareText, type Diagnostic, toError } from '../model/diagnostics.ts'
import type { PluginSource } from '../model/plugin-source.ts'
import type { Span } from '../model/span.ts'

export interface Discovery {
  /** By name. */
  readonly plugins: readonly PluginSource[]
  readonly problems: readonly Diagnostic[]
}

/** Returns the plugins of a folder, or the one of a file. Tests, declarations and hidden entries are none. */
export function discoverPlugins(path: string): Discovery {
  const root = resolve(path)
  if (!existsSync(root)) return refuseRun(root, 'It does not exist.')
  const found = statSync(root).isFile() ? [toSource(dirname(root), basename(root))] : listFolder(root)
  if (found.length === 0) return refuseRun(root, 'It holds no *.ts file and no folder with an index.ts.')
  const plugins = found.sort((a, b) => compareText(a.name, b.name) || compareText(a.entry, b.entry))
  const problems = plugins.flatMap((plugin, i) => checkName(plugin, plugins[i - 1]))
  const refused = new Set(problems.map(({ span }) => span?.file))
  return { plugins: plugins.filter(({ entry }) => !refused.has(entry)), problems }
}

function listFolder(folder: string): PluginSource[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => isVisible(name))
    .flatMap((entry) => {
      const { name } = entry
      // Only a link has to be followed to know what it is: asking for each of a thousand files shows.
      const isFolder = entry.isSymbolicLink()
        ? statSync(join(folder, name)).isDirectory()
        : entry.isDirectory()
      if (isFolder)
        return existsSync(join(folder, name, 'index.ts')) ? [toSource(join(folder, name), 'index.ts')] : []
      return isModule(name) ? [toSource(folder, name)] : []
    })
}

/**
 * Returns where the plugins of a folder are or would be, absolute: its modules, and an `index.ts` in each
 * folder, there or not.
 */
export function listPlaces(source: string): string[] {
  const root = resolve(source)
  if (!isFolder(root)) return [root]
  const names = readdirSync(root).filter((name) => mayBePlugin(root, join(root, name)))
  return [root, ...names.map((name) => (isModule(name) ? join(root, name) : join(root, name, 'index.ts')))]
}

/**
 * Returns whether what is at an absolute path is a plugin of a folder, or may become one: by its name, or as
 * a folder.
 */
export function mayBePlugin(source: string, path: string): boolean {
  const name = basename(path)
  return dirname(path) === resolve(source) && isVisible(name) && (isModule(name) || isFolder(path))
}

/** Returns whether there is a folder at a path, or a link to one. */
export function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

function isVisible(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules'
}

function isModule(name: string): boolean {
  return name.endsWith('.ts') && !/\.(d|test|spec)\.ts$/.test(name)
}

function toSource(folder: string, file: string): PluginSource {
  const name = file === 'index.ts' ? basename(folder) : basename(file, '.ts')
  return { name, entry: join(folder, file), folder }
}

function checkName(plugin: PluginSource, previous: PluginSource | undefined): Diagnostic[] {
  const start: Span = { file: plugin.entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  if (!isId(plugin.name)) {
    return [
      toError('plugin.name', {
        span: start,
        path: null,
        found: `The bundle would be called "${plugin.name}".`,
        remedy: `Rename it: ${idRule}.`,
      }),
    ]
  }
  if (previous?.name !== plugin.name) return []
  const remedy = `${previous.entry} has that name already: rename or remove one of the two.`
  return [
    toError('plugin.twice', { span: start, path: null, found: `A second plugin "${plugin.name}".`, remedy }),
  ]
}

function refuseRun(root: string, found: string): Discovery {
  const remedy = 'Name a folder of plugins or one plugin file: specimen build <dir>.'
  return {
    plugins: [],
    problems: [toError('plugin.none', { span: null, path: null, found: `${root}: ${found}`, remedy })],
  }
}
