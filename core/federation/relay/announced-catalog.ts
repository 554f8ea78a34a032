import { setImmediate } from 'node:timers/promises'
import type { FunctionManifest } from '../../contract/domain/manifest.ts'
import type { SourceError } from '../../contract/domain/source-error.ts'
import type { Specimen } from '../../contract/domain/specimen.ts'
import type { JsonObject } from '../../contract/values/json.ts'
import type { RemoteCatalog } from '../../engine/catalog/remote-catalog.ts'
import type { Runner } from '../../engine/run/runner.ts'
import type { WorkerFrameOf } from '../link/control-frames.ts'
import { limits } from '../link/limits.ts'
import { LinkError } from '../link/link-error.ts'
import {
  AnnouncedEntries,
  type OpenWorkerFile,
  type RefusedEntry,
  type RemoteFunction,
} from './announced-entries.ts'

/** Characters of schemas that are read in one turn of the event loop: some milliseconds. */
const turnLength = 32 * 2 ** 10
/** Cost of an entry besides its schema, in the same unit. */
const entryLength = 512
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
    const { length } = JSON.stringify(frame)
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
    for (const [kind, entry] of listEntries(parts, next)) {
      const refusal = next.add(kind, entry)
      if (refusal && refused.length < refusedLimit) refused.push(refusal)
      length += entryLength + (typeof entry.schema === 'string' ? entry.schema.length : 0)
      if (length < turnLength) continue
      length = 0
      await setImmediate()
    }
    this.#entries = next
    return refused
  }
}

/** Yields the entries of frames, and begins each frame before its own. */
function* listEntries(
  parts: readonly WorkerFrameOf<'catalog'>[],
  next: AnnouncedEntries,
): Generator<readonly ['specimen' | 'function', JsonObject]> {
  for (const part of parts) {
    next.begin(part)
    for (const entry of part.functions) yield ['function', entry]
    for (const entry of part.specimens) yield ['specimen', entry]
  }
}

/** Returns the visible catalog of a worker: empty before its first announcement. */
export function showCatalog(
  catalog: AnnouncedCatalog | undefined,
  origin: { readonly workerId: string; readonly isAvailable: boolean },
  createRunner: (manifest: FunctionManifest) => Runner,
): RemoteCatalog {
  const { workerId } = origin
  if (!catalog) return { workerId, functions: [], specimens: [], bundles: 0, errors: [] }
  const { functions, specimens, bundles, errors } = catalog
  const owner = `worker ${workerId}`
  return {
    workerId,
    functions: [...functions.values()].map((found) => ({
      ...found,
      owner,
      runner: createRunner(found.manifest),
    })),
    specimens: [...specimens.values()].map((specimen): Specimen => ({ ...specimen, origin })),
    bundles,
    errors,
  }
}
