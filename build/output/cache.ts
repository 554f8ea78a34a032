/**
 * The results of the last build of a folder, in `.specimen-cache.json` of the output folder: the next build
 * reuses a plugin's result when its inputs and its bundle are unchanged, by content. It holds no bytes of
 * bundles; deleting it costs one full build. A file that a build did not write exactly so counts as absent.
 */
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { signatureName } from '../../core/contract/domain/manifest.ts'
import {
  compareState,
  type FileState,
  hashBytes,
  isNewerThan,
  isSameMark,
  readFileState,
  readMark,
} from '../files/file-state.ts'
import { hasErrors } from '../model/diagnostics.ts'
import type { PluginResult } from '../model/outcome.ts'
import type { PluginSource } from '../model/signature.ts'
import { readOwnFile, writeOwnFile } from './own-files.ts'

/** The owner of a cache: results of another source folder or of another build program do not count. */
export interface CachePlace {
  /** The file of the cache. */
  readonly file: string
  /** False where the bytes of each file are read: an equal size and time are no proof then. */
  readonly trustsMarks: boolean
  readonly source: string
  readonly out: string
  /** The files of the building program, its compiler and its bundler. */
  readonly program: readonly string[]
}

const unknownState: FileState = { content: '', mark: null }

/** The results of earlier builds, and what they were made of. */
export interface BuildCache {
  readonly size: number
  listStates(): ReadonlyMap<string, FileState>
  /** Returns true when marks changed with equal bytes: saving then spares the next build reading them. */
  isOutdated(): boolean
  /** Returns the result of a plugin whose inputs and bundle are unchanged, else null. */
  find(plugin: PluginSource): PluginResult | null
}

/** Opens the cache of a place; null where there is none that fits. */
export function openCache({ file, source, out, program }: CachePlace): BuildCache | null {
  const document = readDocument(file)
  if (document?.root !== resolve(source) || document.node !== process.version) return null
  const compared: (boolean | undefined)[] = []
  let outdated = false
  const isSame = (index: number): boolean => {
    const same = compared[index]
    if (same !== undefined) return same
    const [path, known] = [document.paths[index], document.states[index]]
    const found = path === undefined || known === undefined ? 'changed' : compareState(path, known)
    outdated ||= found === 'touched'
    compared[index] = found !== 'changed'
    return found !== 'changed'
  }
  if (document.programLength !== program.length) return null
  if (!program.every((path, index) => path === document.paths[index] && isSame(index))) return null
  const byName = new Map(document.plugins.map((plugin) => [plugin.name, plugin]))
  return {
    size: document.plugins.length,
    listStates: (): ReadonlyMap<string, FileState> =>
      new Map(document.paths.map((path, i) => [path, document.states[i] ?? unknownState])),
    /** Returns true when marks changed with equal bytes: saving then spares the next build reading them. */
    isOutdated: () => outdated,
    /** Returns the result of a plugin whose inputs and bundle are unchanged, else null. */
    find: (plugin: PluginSource): PluginResult | null => {
      const known = byName.get(plugin.name)
      if (known?.entry !== plugin.entry) return null
      if (!known.inputs.every(isSame) || !known.outputs.every(isSame)) return null
      if (!isUnmixed(join(out, known.name), known.files)) return null
      return { ...known, plugin, inputs: known.inputs.map((index) => document.paths[index] ?? '') }
    },
  }
}

/** The results of a build and the files that it has read. */
export interface FinishedBuild {
  readonly results: readonly PluginResult[]
  readonly unwritten: ReadonlySet<string>
  readonly startedMs: number
  readonly known: ReadonlyMap<string, FileState>
}

/**
 * Saves the results of a build, except those of unwritten plugins. A file that changed since the build began
 * may have been read before or after the change, so results that depend on it are left out.
 */
export function saveCache(place: CachePlace, build: FinishedBuild): void {
  const { file, source, out, program, trustsMarks } = place
  const { results, unwritten, startedMs, known } = build
  const indexes = new Map<string, number>()
  const states: FileState[] = []
  const stateOf = (path: string): FileState => {
    const index = indexes.get(path) ?? states.length
    indexes.set(path, index)
    const state = states[index] ?? readAgain(path, known.get(path))
    states[index] = state
    return state
  }
  // A program that changed meanwhile leaves open which version built.
  if (program.some((path) => isNewerThan(stateOf(path), startedMs))) return
  const plugins = results.flatMap((result): CachedPlugin[] => {
    const { plugin, inputs, ...kept } = result
    const { problems, files } = kept
    if (!inputs || unwritten.has(plugin.name) || (!files && !hasErrors(problems))) return []
    if (inputs.some((path) => isNewerThan(stateOf(path), startedMs))) return []
    const folder = resolve(out, plugin.name)
    const outputs = (files ?? []).map(({ path }) => join(folder, path))
    const written = outputs.map(stateOf)
    // A build has written them itself; a check has compared what may have changed since.
    if (!trustsMarks && written.some((state) => isNewerThan(state, startedMs))) return []
    const toPlaces = (paths: readonly string[]): number[] => paths.map((path) => indexes.get(path) ?? -1)
    const { name, entry } = plugin
    return [{ ...kept, name, entry, inputs: toPlaces(inputs), outputs: toPlaces(outputs) }]
  })
  const body = JSON.stringify({
    root: resolve(source),
    node: process.version,
    paths: [...indexes.keys()],
    programLength: program.length,
    states: trustsMarks ? states : states.map(({ content }) => ({ content, mark: null })),
    plugins,
  } satisfies CacheDocument)
  writeOwnFile(file, `${toHead(body)}\n${body}`)
}

function readAgain(path: string, known: FileState | undefined): FileState {
  return known && isSameMark(readMark(path), known.mark) ? known : readFileState(path)
}

/** Returns true when the folder of a bundle holds no file but those of the bundle. */
function isUnmixed(folder: string, files: CachedPlugin['files']): boolean {
  if (!files) return true
  const paths = files.map(({ path }) => resolve(folder, path))
  const present = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
    (entry) => !entry.isDirectory() && entry.name !== signatureName,
  )
  return present.every((entry) => paths.includes(resolve(entry.parentPath, entry.name)))
}

/** The cached result of one plugin. */
interface CachedPlugin extends Omit<PluginResult, 'plugin' | 'inputs'> {
  readonly name: string
  readonly entry: string
  readonly inputs: readonly number[]
  readonly outputs: readonly number[]
}

/** The results of the last build of a folder. */
interface CacheDocument {
  readonly root: string
  readonly node: string
  /** Absolute paths of the program, of inputs and of bundles. */
  readonly paths: readonly string[]
  /** Number of paths, from the first, that are the program's. */
  readonly programLength: number
  readonly states: readonly FileState[]
  readonly plugins: readonly CachedPlugin[]
}

/** Returns the document of a cache, null for anything else. */
export function readDocument(file: string): CacheDocument | null {
  const bytes = readOwnFile(file)
  if (bytes === null) return null
  const end = bytes.indexOf('\n')
  const body = bytes.subarray(end + 1)
  if (end < 0 || bytes.toString('latin1', 0, end) !== toHead(body)) return null
  return JSON.parse(body.toString()) as CacheDocument // hash-checked
}

/** Increase it with every change of the form: programs of several versions share output folders. */
const form = 4

function toHead(body: Uint8Array | string): string {
  return `${form} ${hashBytes(body)}`
}
