/**
 * The results of the last `specimen check` that found the bundles as their sources give them, in
 * `node_modules/.cache`. A plugin's result counts again while the bytes of all that it was made of are the
 * same: of its inputs, its bundle and the building program. Sizes and times of files are not trusted.
 */
import { existsSync, mkdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { hashBytes } from '../files/file-state.ts'
import { isFolder } from '../files/paths.ts'
import type { BuildOutcome } from '../model/outcome.ts'
import { type BuildCache, type CachePlace, openCache, saveCache } from './cache.ts'
import { listProgram } from './program.ts'

/** The cache of the checks of one folder of plugins against one folder of bundles. */
export interface CheckCache {
  readonly earlier: BuildCache | null
  /** Keeps the results of plugins but those named in `differing`, whose bundles are not as they should be. */
  save(outcome: BuildOutcome, differing: ReadonlySet<string>, startedMs: number): void
}

/** Opens the cache; null where no packages are installed, and for a single plugin file. */
export function openCheckCache(source: string, out: string, sdkFile: string): CheckCache | null {
  const packages = isFolder(source) ? findPackages(source) : null
  if (packages === null) return null
  const name = hashBytes(`${resolve(source)}\n${resolve(out)}`).slice(0, 16)
  const file = join(packages, '.cache/specimen-host', `check-${name}.json`)
  const place: CachePlace = { file, source, out, program: listProgram(sdkFile), trustsMarks: false }
  const earlier = openCache(place)
  return {
    earlier,
    save: ({ results, kept }, unwritten, startedMs) => {
      if (earlier?.size === results.length && kept.length === results.length) return
      tryWriting(() => {
        mkdirSync(dirname(file), { recursive: true })
        saveCache(place, { results, unwritten, startedMs, known: new Map() })
      })
    },
  }
}

function findPackages(source: string): string | null {
  for (let folder = resolve(source); ; folder = dirname(folder)) {
    const packages = join(folder, 'node_modules')
    if (existsSync(packages)) return packages
    if (folder === dirname(folder)) return null
  }
}

/** Packages may be read-only, as in an image of a CI: the next check reads everything again then. */
function tryWriting(write: () => void): void {
  try {
    write()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code !== 'EACCES' && code !== 'EROFS' && code !== 'EPERM') throw error
  }
}
