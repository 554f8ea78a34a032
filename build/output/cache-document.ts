/**
 * The text of `.specimen-cache.json`: a line with the hash of the rest, so that a file that was cut short or
 * edited is never taken for what was written, and JSON. Looking at its members as well would take as long as
 * parsing it.
 */
import { type FileMark, type FileState, hashBytes } from '../files/file-state.ts'
import type { PluginResult } from '../model/outcome.ts'
import { readOwnFile, writeOwnFile } from './own-files.ts'

/** What came of one plugin. */
export interface CachedPlugin extends Omit<PluginResult, 'plugin' | 'inputs'> {
  readonly name: string
  readonly entry: string
  /** Positions in the document's paths. */
  readonly inputs: readonly number[]
  /** The files of the bundle, likewise. */
  readonly outputs: readonly number[]
  /** The folders of the bundle: a file that comes or goes changes the mark of its folder. */
  readonly folders: readonly { readonly path: string; readonly mark: FileMark | null }[]
}

/** What the last build of a folder made of all its plugins. */
export interface CacheDocument {
  readonly root: string
  readonly generator: string
  /** Inputs and files of bundles, absolute. */
  readonly paths: readonly string[]
  readonly states: readonly FileState[]
  readonly plugins: readonly CachedPlugin[]
}

/**
 * Returns what {@link writeDocument} wrote, null for anything else. Whether the running program wrote it,
 * and so means the same by it, `generator` says.
 */
export function readDocument(file: string): CacheDocument | null {
  const text = readOwnFile(file)
  if (text === null) return null
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== hashBytes(body)) return null
  return JSON.parse(body) as CacheDocument // whole, as it was written: its hash says so
}

/** Writes a document, making its folder. */
export function writeDocument(file: string, document: CacheDocument): void {
  const body = JSON.stringify(document)
  writeOwnFile(file, `${hashBytes(body)}\n${body}`)
}
