/**
 * Writes bundles so that nobody ever sees half of one: into a hidden folder beside the target, then renamed
 * into place. A small record in the output folder remembers which bundles came from which source folder: only
 * those are removed when their plugin has gone, never a bundle that somebody else put there.
 */

import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { isJsonObject, parseJson } from '../../core/domain/json.ts'
import { manifestName } from '../../core/domain/manifest.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'
import type { BuildOutcome, BuiltBundle } from '../model/outcome.ts'

/** The record's file name. Hosts look at folders only. */
export const recordName = '.specimen-build.json'

export interface Written {
  /** Names of bundles whose files were replaced; the others were the same already. */
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  /** Names of bundles that were not written, because something else is in their place. */
  readonly refused: ReadonlySet<string>
  readonly problems: readonly Diagnostic[]
}

/**
 * Writes the bundles of a build to `out`, and removes those whose plugins are gone from the same source
 * folder.
 */
export function writeBundles(outcome: BuildOutcome, source: string, out: string): Written {
  const writable = outcome.bundles.filter(({ plugin }) => !isForeign(join(out, plugin.name)))
  const foreign = outcome.bundles.filter((bundle) => !writable.includes(bundle))
  const changed = writable.filter((bundle) => listDrift(bundle, out).length > 0)
  if (changed.length > 0) mkdirSync(out, { recursive: true })
  for (const bundle of changed) replaceFolder(bundle, out)
  const removed = listOrphans(outcome, source, out)
  for (const name of removed) rmSync(join(out, name), { recursive: true })
  writeRecord(outcome, source, out)
  return {
    changed: changed.map(({ plugin }) => plugin.name),
    removed,
    refused: new Set(foreign.map(({ plugin }) => plugin.name)),
    problems: foreign.map((bundle) => refuseForeign(bundle, out)),
  }
}

/**
 * Returns the paths under `out/<name>` that are missing, changed or left over, compared with a built bundle.
 */
export function listDrift({ plugin, files }: BuiltBundle, out: string): string[] {
  const folder = join(out, plugin.name)
  const present = existsSync(folder) ? listFiles(folder) : []
  const drifted = [...files].flatMap(([path, bytes]) => {
    const file = join(folder, path)
    return present.includes(path) && readFileSync(file).equals(bytes) ? [] : [path]
  })
  return [...drifted, ...present.filter((path) => !files.has(path))]
}

/**
 * Returns the bundles in `out` that an earlier build made from `source` and that have no plugin there any
 * more.
 */
export function listOrphans({ plugins }: BuildOutcome, source: string, out: string): string[] {
  if (!isFolder(source)) return []
  const names = readRecord(out)[toKey(source, out)] ?? []
  return names.filter(
    (name) => !plugins.some((plugin) => plugin.name === name) && existsSync(join(out, name, manifestName)),
  )
}

/**
 * A folder that holds something, but no manifest, was not made by a build: it may be the plugin's own source.
 */
function isForeign(folder: string): boolean {
  if (!existsSync(folder)) return false
  return !isFolder(folder) || (readdirSync(folder).length > 0 && !existsSync(join(folder, manifestName)))
}

function refuseForeign({ plugin }: BuiltBundle, out: string): Diagnostic {
  const span = { file: plugin.entry, line: 1, column: 1, endLine: 1, endColumn: 1 }
  const found = `${join(out, plugin.name)} exists and is no bundle, so it was left alone.`
  return toError('output.foreign', {
    span,
    path: null,
    found,
    remedy: 'Choose another folder with --out, or remove it.',
  })
}

function replaceFolder({ plugin, files }: BuiltBundle, out: string): void {
  const target = join(out, plugin.name)
  const fresh = join(out, `.${plugin.name}.${process.pid}.new`)
  const old = join(out, `.${plugin.name}.${process.pid}.old`)
  try {
    for (const [path, bytes] of files) {
      mkdirSync(dirname(join(fresh, path)), { recursive: true })
      writeFileSync(join(fresh, path), bytes)
    }
    if (existsSync(target)) renameSync(target, old)
    renameSync(fresh, target)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    if (existsSync(old) && !existsSync(target)) renameSync(old, target)
    rmSync(old, { recursive: true, force: true })
  }
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .sort()
}

type BuildRecord = { readonly [source: string]: readonly string[] }

/** Returns the record, empty where there is none or it is not one: then nothing is removed. */
function readRecord(out: string): BuildRecord {
  const file = join(out, recordName)
  if (!existsSync(file)) return {}
  const value = parseJson(readFileSync(file, 'utf8'), file)
  if (!isJsonObject(value)) return {}
  const lists = Object.entries(value).map(([source, names]) => {
    return [source, Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []] as const
  })
  return Object.fromEntries(lists)
}

function writeRecord({ plugins }: BuildOutcome, source: string, out: string): void {
  if (!isFolder(source) || !existsSync(out)) return
  const names = plugins.map(({ name }) => name).filter((name) => existsSync(join(out, name, manifestName)))
  const text = `${JSON.stringify({ ...readRecord(out), [toKey(source, out)]: names }, null, 2)}\n`
  const file = join(out, recordName)
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return
  writeFileSync(`${file}.${process.pid}`, text)
  renameSync(`${file}.${process.pid}`, file)
}

function toKey(source: string, out: string): string {
  return relative(resolve(out), resolve(source)).replaceAll(sep, '/') || '.'
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
