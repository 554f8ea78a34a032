/** Writes bundles, each of them whole or not at all. */
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { manifestName, signatureName } from '../../core/contract/domain/manifest.ts'
import { replaceEntries } from '../../core/engine/files/replace.ts'
import { isFolder } from '../files/paths.ts'

import { type Diagnostic, toError, toFault } from '../model/diagnostics.ts'
import type { BuildOutcome, BuiltBundle } from '../model/outcome.ts'
import { startOf } from '../model/signature.ts'
import { keepRecord, listOrphans } from './build-record.ts'
import { readOwnFile, refuseTaken } from './own-files.ts'

/** The names of bundles by what became of them. */
export interface WrittenBundles {
  readonly changed: readonly string[]
  readonly removed: readonly string[]
  readonly refused: ReadonlySet<string>
  readonly problems: readonly Diagnostic[]
}

/**
 * Writes the bundles of a build to `out`, and removes those of plugins gone from the same source. `changed`
 * names those whose files were replaced; the others were the same already.
 */
export function writeBundles(outcome: BuildOutcome, source: string, out: string): WrittenBundles {
  const writable = outcome.bundles.filter((bundle) => !isForeign(bundle, out))
  const foreign = outcome.bundles.filter((bundle) => !writable.includes(bundle))
  const outcomes = writable.map((bundle) => [bundle.plugin.name, writeBundle(bundle, out)] as const)
  const failed = outcomes.flatMap(([, written]) => (typeof written === 'string' ? [] : [written]))
  const removed = listOrphans(outcome, source, out)
  for (const name of removed) rmSync(join(out, name), { recursive: true })
  keepRecord(outcome, source, out)
  return {
    changed: outcomes.flatMap(([name, written]) => (written === 'changed' ? [name] : [])),
    removed,
    refused: new Set([
      ...foreign.map(({ plugin }) => plugin.name),
      ...outcomes.flatMap(([name, written]) => (typeof written === 'string' ? [] : [name])),
    ]),
    problems: [...foreign.map((bundle) => refuseForeign(bundle, out)), ...failed, ...refuseTaken(out)],
  }
}

function writeBundle(bundle: BuiltBundle, out: string): 'same' | 'changed' | Diagnostic {
  try {
    if (listDrift(bundle, out).length === 0) return 'same'
    replaceEntries(out, new Map([[bundle.plugin.name, bundle.files]]), join(out, bundle.plugin.name))
    return 'changed'
  } catch (error) {
    return toFault(bundle.plugin, error)
  }
}

/** Returns the paths under `out/<name>` that are missing, changed or left over. */
export function listDrift({ plugin, files }: BuiltBundle, out: string): string[] {
  const folder = join(out, plugin.name)
  const present = isFolder(folder) ? listFiles(folder) : []
  const drifted = [...files].flatMap(([path, bytes]) =>
    // A link may lead to a folder, or nowhere.
    present.includes(path) && readOwnFile(join(folder, path))?.equals(bytes) ? [] : [path],
  )
  return [...drifted, ...present.filter((path) => !files.has(path))]
}

/** Returns true for a non-empty folder without a manifest: it may be the plugin's own source. */
export function isForeign({ plugin }: BuiltBundle, out: string): boolean {
  const folder = join(out, plugin.name)
  if (!existsSync(folder)) return false
  return !isFolder(folder) || (readdirSync(folder).length > 0 && !existsSync(join(folder, manifestName)))
}

/** Returns the error about a bundle whose place is taken. */
export function refuseForeign({ plugin }: BuiltBundle, out: string): Diagnostic {
  const found = `${join(out, plugin.name)} exists and is no bundle, so it was left alone.`
  const remedy = 'Choose another folder with --out, or remove it.'
  return toError('output.foreign', { span: startOf(plugin.entry), path: null, found, remedy })
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).replaceAll(sep, '/'))
    .filter((path) => path !== signatureName)
    .sort()
}
