import { setImmediate } from 'node:timers/promises'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import type { SourceError } from '../../contract/domain/source-error.ts'
import type { Specimen } from '../../contract/domain/specimen.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import type { RemoteCatalog } from '../../engine/catalog/remote-catalog.ts'
import type { Runner } from '../../engine/run/runner.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import type { UnreadEntry } from '../link/fields.ts'
import { limits } from '../link/limits.ts'
import { LinkError } from '../link/link-error.ts'
import {
  AnnouncedEntries,
  type EntryKind,
  type OpenWorkerFile,
  type RefusedEntry,
  type RemoteFunction,
} from './announced-entries.ts'
import { parseEntry } from './parse-entry.ts'

/** Characters of schemas that are read in one turn of the event loop: some milliseconds. */
const turnLength = 32 * 2 ** 10
/** Cost of an entry besides its schema, and of a name that goes, in the same unit. */
const entryLength = 512
const removedLength = 32
const refusedLimit = 500

/**
 * The announced catalog of one worker, from any number of frames. A change takes effect as a whole, some
 * turns of the event loop after its last frame: a large one is read in pieces, so that other work goes on
 * meanwhile.
 */
export class AnnouncedCatalog {
  #entries: AnnouncedEntries
  #pending: WorkerFrameOf<'catalog'>[] = []
  #changeLength = 0
  #pendingLength = 0
  #settled: Promise<unknown> = Promise.resolve()

  constructor(workerId: string, openFile: OpenWorkerFile) {
    this.#entries = new AnnouncedEntries(workerId, openFile)
  }

  /** By the worker's own names. */
  get functions(): ReadonlyMap<string, RemoteFunction> {
    return this.#entries.functions
  }

  /** By the worker's own ids. */
  get specimens(): ReadonlyMap<string, Specimen> {
    return this.#entries.specimens
  }

  get bundles(): number {
    return this.#entries.bundles
  }

  get errors(): readonly SourceError[] {
    return this.#entries.errors
  }

  /** Resolves when every complete change has taken effect. */
  get settled(): Promise<unknown> {
    return this.#settled
  }

  /**
   * Handles a frame. Returns undefined for an incomplete change; else resolves with its refused entries,
   * after the changes before it.
   * @throws LinkError for a change that does not end
   */
  take(frame: WorkerFrameOf<'catalog'>): Promise<readonly RefusedEntry[]> | undefined {
    this.#pending.push(frame)
    const length = measureFrame(frame)
    this.#changeLength += length
    this.#pendingLength += length
    if (this.#pendingLength > 2 * limits.entriesLength)
      throw new LinkError('overload', `a catalog must have at most ${2 * limits.entriesLength} characters`)
    if (frame.more) return undefined
    const [parts, kept] = [this.#pending, this.#changeLength]
    this.#pending = []
    this.#changeLength = 0
    const change = this.#settled
      .then(() => this.#apply(parts))
      .finally(() => {
        this.#pendingLength -= kept
      })
    this.#settled = change.catch(() => {}) // the caller that awaits the change gets the error
    return change
  }

  async #apply(parts: readonly WorkerFrameOf<'catalog'>[]): Promise<readonly RefusedEntry[]> {
    const next = this.#entries.copy()
    const refused: RefusedEntry[] = []
    let length = 0
    for (const { length: read, refusal } of readParts(parts, next)) {
      if (refusal && refused.length < refusedLimit) refused.push(refusal)
      length += read
      if (length < turnLength) continue
      length = 0
      await setImmediate()
    }
    this.#entries = next
    return refused
  }
}

/** One step of a change: what its turn of the event loop is charged with, and the refusal of an entry. */
interface ReadStep {
  readonly length: number
  readonly refusal?: RefusedEntry | undefined
}

/** Puts frames into a catalog, a name or an entry at a step. @throws LinkError */
function* readParts(parts: readonly WorkerFrameOf<'catalog'>[], next: AnnouncedEntries): Generator<ReadStep> {
  for (const part of parts) {
    next.begin(part)
    for (const name of part.removed_functions) yield remove(next, 'function', name)
    for (const id of part.removed_specimens) yield remove(next, 'specimen', id)
    for (const entry of part.functions) yield add(next, 'function', entry)
    for (const entry of part.specimens) yield add(next, 'specimen', entry)
  }
}

function remove(next: AnnouncedEntries, kind: EntryKind, name: string): ReadStep {
  next.remove(kind, name)
  return { length: removedLength }
}

function add(next: AnnouncedEntries, kind: EntryKind, given: UnreadEntry): ReadStep {
  if (typeof given !== 'string') {
    const length = entryLength + measureSchema(given)
    return { length, refusal: next.add(kind, given, JSON.stringify(given).length) }
  }
  const length = entryLength + given.length
  try {
    return { length, refusal: next.add(kind, parseEntry(given), given.length) }
  } catch (error) {
    if (!(error instanceof SpecimenError)) throw error
    return { length, refusal: { kind, id: '', detail: error.message } }
  }
}

function measureSchema({ schema }: JsonObject): number {
  return typeof schema === 'string' ? schema.length : 0
}

/** Returns the characters of a frame, those of a large one but for its frame. */
function measureFrame({ specimens, functions, ...rest }: WorkerFrameOf<'catalog'>): number {
  let { length } = JSON.stringify(rest)
  for (const entries of [specimens, functions])
    for (const entry of entries)
      length += typeof entry === 'string' ? entry.length : JSON.stringify(entry).length
  return length
}

/** What a relay knows of a worker beside its catalog. */
interface Origin {
  readonly workerId: string
  readonly isAvailable: boolean
  /** As of a function. */
  readonly refusesData?: string | undefined
}

/** Returns the visible catalog of a worker: empty before its first announcement. */
export function showCatalog(
  catalog: AnnouncedCatalog | undefined,
  origin: Origin,
  createRunner: (manifest: FunctionManifest) => Runner,
): RemoteCatalog {
  const { workerId, isAvailable, refusesData } = origin
  if (!catalog) return { workerId, functions: [], specimens: [], bundles: 0, errors: [] }
  const { functions, specimens, bundles, errors } = catalog
  const owner = `worker ${workerId}`
  return {
    workerId,
    functions: [...functions.values()].map((found) => ({
      ...found,
      owner,
      runner: createRunner(found.manifest),
      ...(refusesData !== undefined && { refusesData }),
    })),
    specimens: [...specimens.values()].map(
      (specimen): Specimen => ({ ...specimen, origin: { workerId, isAvailable } }),
    ),
    bundles,
    errors,
  }
}
