/** The bundles of each source folder in an output folder: only those are removed with their plugins. */
import { existsSync, readFileSync } from 'node:fs'
import { join, relative, resolve, sep } from 'node:path'
import { type Manifest, manifestName, parseManifest } from '../../core/contract/domain/manifest.ts'
import { isId } from '../../core/contract/domain/specimen.ts'
import { isJsonObject, parseJson } from '../../core/contract/values/json.ts'
import { isFolder } from '../files/paths.ts'

import type { BuildOutcome } from '../model/outcome.ts'
import { readOwnFile, recordName, writeOwnFile } from './own-files.ts'

/** Returns the manifest in the folder of a bundle. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, manifestName)
  return parseManifest(parseJson(readFileSync(file, 'utf8'), file))
}

/** Returns the bundles in `out` that an earlier build made from `source` for plugins now gone. */
export function listOrphans({ plugins }: BuildOutcome, source: string, out: string): string[] {
  if (!isFolder(source)) return []
  const names = readRecord(out)[toKey(source, out)] ?? []
  const present = new Set(plugins.map(({ name }) => name))
  return names.filter((name) => !present.has(name) && existsSync(join(out, name, manifestName)))
}

/** Records the plugins of a source folder that have a bundle now. */
export function keepRecord({ plugins, kept }: BuildOutcome, source: string, out: string): void {
  if (!isFolder(source) || !existsSync(out)) return
  const known = new Set(kept.map(({ plugin }) => plugin))
  const written = plugins.filter(
    (plugin) => known.has(plugin) || existsSync(join(out, plugin.name, manifestName)),
  )
  const names = written.map(({ name }) => name)
  const text = `${JSON.stringify({ ...readRecord(out), [toKey(source, out)]: names }, null, 2)}\n`
  const file = join(out, recordName)
  if (readOwnFile(file)?.toString() !== text) writeOwnFile(file, text)
}

/**
 * Returns names of bundles by the path of their source folder from the output folder. Nothing is removed
 * where there is no record, or a damaged one.
 */
function readRecord(out: string): { readonly [source: string]: readonly string[] } {
  const value = parseRecord(readOwnFile(join(out, recordName))?.toString() ?? '{}')
  if (!isJsonObject(value)) return {}
  const lists = Object.entries(value).map(([source, names]) => {
    return [source, Array.isArray(names) ? names.filter(isBundleName) : []] as const
  })
  return Object.fromEntries(lists)
}

function parseRecord(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Names in a record are removed, so each must be a folder right below. */
function isBundleName(name: unknown): name is string {
  return isId(name) && !name.startsWith('.')
}

function toKey(source: string, out: string): string {
  return relative(resolve(out), resolve(source)).replaceAll(sep, '/') || '.'
}
