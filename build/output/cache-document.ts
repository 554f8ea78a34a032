/**
 * The text of `.specimen-cache.json`: a line with the version of its form and the hash of the rest, so that a
 * truncated or edited file is never used, then JSON. Validating its members as well would take as long as
 * parsing it.
 */
import { type FileMark, type FileState, hashBytes } from '../files/file-state.ts'
import type { PluginResult } from '../model/outcome.ts'
import { readOwnFile, writeOwnFile } from './own-files.ts'

/** The cached result of one plugin. */
export interface CachedPlugin extends Omit<PluginResult, 'plugin' | 'inputs'> {
  readonly name: string
  readonly entry: string
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
  /** The folders of the bundle: an added or removed file changes the mark of its folder. */
  readonly folders: readonly { readonly path: string; readonly mark: FileMark | null }[]
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

/** States are two columns in the file: V8 parses those in a third of the time of as many objects. */
interface WrittenDocument extends Omit<CacheDocument, 'states'> {
  readonly marks: readonly number[]
  readonly contents: string
}

const noMark: FileMark = [-1, 0, 0, 0]

/** Returns a document of {@link writeDocument}, null for anything else. Its paths name the program. */
export function readDocument(file: string): CacheDocument | null {
  const bytes = readOwnFile(file)
  if (bytes === null) return null
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (end < 0 || bytes.toString('latin1', 0, end) !== toHead(body)) return null
  const { marks, contents, ...document } = JSON.parse(body.toString()) as WrittenDocument // hash-checked
  const states = contents.split(' ').map((content, at) => ({ content, mark: toMark(marks, 4 * at) }))
  return { ...document, states }
}

function toMark(marks: readonly number[], at: number): FileMark | null {
  const size = marks[at] ?? noMark[0]
  return size === noMark[0] ? null : [size, marks[at + 1] ?? 0, marks[at + 2] ?? 0, marks[at + 3] ?? 0]
}

/** Writes a document, making its folder. */
export function writeDocument(file: string, { states, ...document }: CacheDocument): void {
  const written: WrittenDocument = {
    ...document,
    marks: states.flatMap(({ mark }) => mark ?? noMark),
    contents: states.map(({ content }) => content).join(' '),
  }
  const body = JSON.stringify(written)
  writeOwnFile(file, `${toHead(body)}\n${body}`)
}

/** Increase it with every change of the form: programs of several versions share output folders. */
const form = 3

function toHead(body: Uint8Array | string): string {
  return `${form} ${hashBytes(body)}`
}
