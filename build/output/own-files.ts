/** The record and the cache in the output folder, both replaced by a rename: a stop keeps the former. */
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFile } from '../../core/engine/files/replace.ts'
import { type Diagnostic, toError } from '../model/diagnostics.ts'

/** The record's file name. Hosts look at folders only. */
export const recordName = '.specimen-build.json'

/** The cache's file name. */
export const cacheName = '.specimen-cache.json'

/** Returns the bytes of a file, null where it is absent or no file. */
export function readOwnFile(path: string): Buffer | null {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ? readFileSync(path) : null
}

/** Writes a file, unless a folder or the like has its name: {@link refuseTaken} reports that. */
export function writeOwnFile(path: string, text: string): void {
  if (!isTaken(path)) replaceFile(path, text)
}

/** Returns an error for each of the build's own files whose name a folder or the like has. */
export function refuseTaken(out: string): Diagnostic[] {
  const taken = [recordName, cacheName].map((name) => join(out, name)).filter(isTaken)
  const remedy = 'Remove it, or choose another folder with --out.'
  return taken.map((path) => {
    const found = `${path} is no file, and the build keeps a file of its own under that name.`
    return toError('output.foreign', { span: null, path: null, found, remedy })
  })
}

function isTaken(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === false
}
