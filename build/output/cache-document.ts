/**
 * The text of `.specimen-cache.json`: a line with the version of its form and the hash of the rest, so that a
 * truncated or edited file is never used, then JSON. Validating its members as well would take as long as
 * parsing it.
 */
import { type FileState, hashBytes } from '../files/file-state.ts'
import type { PluginResult } from '../model/outcome.ts'
import { readOwnFile, writeOwnFile } from './own-files.ts'

/** The cached result of one plugin. */
export interface CachedPlugin extends Omit<PluginResult, 'plugin' | 'inputs'> {
  readonly name: string
  readonly entry: string
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

/** The results of the last build of a folder. */
export interface CacheDocument {
  readonly root: string
  readonly node: string
  /** Absolute paths of the program, of inputs and of bundles. */
  readonly paths: readonly string[]
  /** Number of paths, from the first, that are the program's. */
  readonly programLength: number
  readonly states: readonly FileState[]
  readonly plugins: readonly CachedPlugin[]
}

/** Returns a document of {@link writeDocument}, null for anything else. Its paths name the program. */
export function readDocument(file: string): CacheDocument | null {
  const bytes = readOwnFile(file)
  if (bytes === null) return null
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (end < 0 || bytes.toString('latin1', 0, end) !== toHead(body)) return null
  return JSON.parse(body.toString()) as CacheDocument // hash-checked
}

/** Writes a document, making its folder. */
export function writeDocument(file: string, document: CacheDocument): void {
  const body = JSON.stringify(document)
  writeOwnFile(file, `${toHead(body)}\n${body}`)
}

/** Increase it with every change of the form: programs of several versions share output folders. */
const form = 4

function toHead(body: Uint8Array | string): string {
  return `${form} ${hashBytes(body)}`
}
