/**
 * The text of `.specimen-cache.json`: a line with the hash of the rest, so that a file that was cut short or
 * edited is never taken for what was written, and JSON, whose members are looked at all the same.
 */
import { isJsonObject } from '../../core/domain/json.ts'
import { resultTypes } from '../../core/domain/result/result.ts'
import { type FileMark, type FileState, hashBytes } from '../files/file-state.ts'
import { diagnosticTitles } from '../model/diagnostic-codes.ts'
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

/** Returns what {@link writeDocument} wrote, null for anything else. */
export function readDocument(file: string): CacheDocument | null {
  const text = readOwnFile(file)
  if (text === null) return null
  const end = text.indexOf('\n')
  const body = text.slice(end + 1)
  if (end < 0 || text.slice(0, end) !== hashBytes(body)) return null
  return parseDocument(body)
}

function parseDocument(text: string): CacheDocument | null {
  try {
    const value: unknown = JSON.parse(text)
    return isDocument(value) ? (value as CacheDocument) : null // every member was looked at
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

/** Writes a document, making its folder. */
export function writeDocument(file: string, document: CacheDocument): void {
  const body = JSON.stringify(document)
  writeOwnFile(file, `${hashBytes(body)}\n${body}`)
}

type Check = (value: unknown) => boolean

const isText: Check = (value) => typeof value === 'string'
const isNumber: Check = (value) => typeof value === 'number'
const isMark: Check = (value) => Array.isArray(value) && value.length === 4 && value.every(isNumber)
const isSpan = hasMembers({
  file: isText,
  line: isNumber,
  column: isNumber,
  endLine: isNumber,
  endColumn: isNumber,
})
const isDiagnostic = hasMembers({
  code: (value) => typeof value === 'string' && Object.hasOwn(diagnosticTitles, value),
  severity: (value) => value === 'error' || value === 'warning',
  span: isOrNull(isSpan),
  path: isOrNull(isText),
  found: isText,
  remedy: isText,
})
const isFunction = hasMembers({
  name: isText,
  returns: (value) => resultTypes.some((type) => type === value),
  span: isSpan,
})
const isPlugin = hasMembers({
  name: isText,
  entry: isText,
  functions: isListOf(isFunction),
  problems: isListOf(isDiagnostic),
  files: isOrNull(isListOf(hasMembers({ path: isText, bytes: isNumber }))),
  inputs: isListOf(isNumber),
  outputs: isListOf(isNumber),
  folders: isListOf(hasMembers({ path: isText, mark: isOrNull(isMark) })),
})
const isDocument = hasMembers({
  root: isText,
  generator: isText,
  paths: isListOf(isText),
  states: isListOf(hasMembers({ content: isText, mark: isOrNull(isMark) })),
  plugins: isListOf(isPlugin),
})

function isOrNull(check: Check): Check {
  return (value) => value === null || check(value)
}

function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check)
}

function hasMembers(checks: { readonly [name: string]: Check }): Check {
  const members = Object.entries(checks)
  return (value) => isJsonObject(value) && members.every(([name, check]) => check(value[name]))
}
