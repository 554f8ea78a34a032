/**
 * The version of bundles: that of their package, the nearest package.json with a version above them. A
 * manifest has none of its own: its hashes identify the code, a version states the author's promise.
 */
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { isJsonObject, parseJson } from '../../core/contract/values/json.ts'

/** A version and its file. */
export interface FoundVersion {
  readonly version: string
  readonly file: string
}

/** Returns the version of the package around a path, null where none has one. */
export function findVersion(path: string): FoundVersion | null {
  for (let folder = existsSync(path) ? realpathSync(path) : resolve(path); ; folder = dirname(folder)) {
    const file = join(folder, 'package.json')
    const value = existsSync(file) ? parseJson(readFileSync(file, 'utf8'), file) : null
    if (isJsonObject(value) && typeof value.version === 'string') return { version: value.version, file }
    if (folder === dirname(folder)) return null
  }
}

/** Returns true for a step to a breaking version (semver.org): below 1.0.0 the minor decides. */
export function isMajorStep(before: string, after: string): boolean {
  const [a, b] = [readNumbers(before), readNumbers(after)]
  if (!a || !b) return false
  return b[0] > a[0] || (b[0] === 0 && a[0] === 0 && b[1] > a[1])
}

function readNumbers(version: string): [number, number] | null {
  const match = /^v?(\d+)\.(\d+)\.\d+/.exec(version)
  return match ? [Number(match[1]), Number(match[2])] : null
}
