import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Invocation } from '../../contract/domain/invocation.ts'
import { type DynamicSpecimen, idRule, isId } from '../../contract/domain/specimen.ts'
import { describe } from '../../contract/text/describe.ts'
import type { FolderBundles, LoadedBundles } from '../functions/load-bundles.ts'
import type { RegisteredFunction } from '../functions/registry.ts'
import type { FileDecoder } from '../run/decoding/file-decoder.ts'
import type { BundlePool } from '../run/pool/bundle-pool.ts'
import type { Runner } from '../run/runner.ts'
import { CatalogView } from './catalog-view.ts'
import { type Composition, composeSnapshot, noHolders } from './compose.ts'
import { findFileRunner, findFileThere } from './file-call.ts'
import { mergeSnapshot, type RemoteCatalogs } from './remote-catalog.ts'
import type { ScannedFolder } from './scan-folder.ts'
import type { Snapshot } from './snapshot.ts'

/** The sources of a {@link Catalog}, its clock and its callback. */
export interface CatalogOptions {
  readonly loadBundles: () => Promise<LoadedBundles>
  readonly scanFolder: (before: ScannedFolder['files']) => Promise<ScannedFolder>
  readonly scanData: (before: ScannedFolder['files']) => Promise<ScannedFolder>
  readonly pool: Pick<BundlePool, 'createRunner'>
  readonly remotes: RemoteCatalogs
  /** Returns an error for each default of the catalog's own functions that leads to no data that fit. */
  readonly checkDefaults: (own: Snapshot, view: CatalogView) => Snapshot['errors']
  /** Milliseconds, from any origin. */
  readonly now: () => number
  /** Called at each change, whose snapshot the next use has. */
  readonly onChanged?: (() => void) | undefined
  /**
   * Called after each reload with the new snapshot, already in use, and the duration; the reload ends when it
   * resolves.
   */
  readonly onReloaded: (snapshot: Snapshot, milliseconds: number) => Promise<void>
}

/**
 * The specimens and functions that the host can show and call now. It gathers from code, bundles and the
 * folders of specimens and data, composes a snapshot, merges the catalogs of workers, and swaps the snapshot
 * in one step: a request that has taken the old one finishes with it.
 */
export class Catalog {
  readonly #options: CatalogOptions
  readonly #functions = new Map<string, RegisteredFunction>()
  readonly #specimens = new Map<string, DynamicSpecimen>()
  #gathered: { bundles: LoadedBundles; folder: ScannedFolder; data: ScannedFolder } = {
    bundles: { bundles: [], errors: [] },
    folder: { files: [], errors: [] },
    data: { files: [], errors: [] },
  }
  #fileIds: ReadonlySet<string> = new Set()
  /** Defaults of functions that led nowhere at the last reload. */
  #defaultErrors: Snapshot['errors'] = []
  #composed: Composition
  /** Set by additions in code: a program that adds 10,000 specimens costs one composition. */
  #isStale = false
  /** Undefined after a change: 500 workers that connect cost one merge, not 500. */
  #merged: Snapshot | undefined
  #reloading: Promise<Snapshot> | undefined
  #reloadAgain: Promise<Snapshot> | undefined
  #whole: CatalogView | undefined
  #parts = new WeakMap<ReadonlySet<string>, CatalogView>()

  constructor(options: CatalogOptions) {
    this.#options = options
    this.#composed = this.#compose(noHolders)
  }

  /** The whole catalog, workers' included. The same object until something changes. */
  get snapshot(): Snapshot {
    this.#merged ??= mergeSnapshot(this.own, this.#options.remotes.list())
    return this.#merged
  }

  /** The part without workers and other hosts. */
  get own(): Snapshot {
    const { snapshot } = this.#composition
    if (this.#defaultErrors.length === 0) return snapshot
    return { ...snapshot, errors: [...snapshot.errors, ...this.#defaultErrors] }
  }

  get #composition(): Composition {
    if (this.#isStale) this.#composed = this.#compose(this.#composed.holders)
    this.#isStale = false
    return this.#composed
  }

  get bundles(): FolderBundles {
    return this.#composition.bundles
  }

  /** Returns who has signed the bundle with a hash, by name; undefined where nobody is known to have. */
  findSigner(hash: string): string | undefined {
    return this.bundles.used.find((bundle) => bundle.hash === hash)?.signer?.name
  }

  /** Returns whether a call decodes a file at the worker that has it. */
  decodesThere(invocation: Invocation): boolean {
    return findFileThere(this.snapshot.specimens, invocation) !== undefined
  }

  /** Returns the runner of such a call; undefined for any other one. */
  findFileRunner(invocation: Invocation, decoder: FileDecoder): Runner | undefined {
    return findFileRunner(this.snapshot.specimens, invocation, decoder)
  }

  /** Marks the snapshot stale after a change of a worker's catalog; the next use merges again. */
  invalidate(): void {
    this.#merged = undefined
    this.#options.onChanged?.()
  }

  /** Adds a function in code. @throws `name.taken` or `config.invalid` */
  addFunction(registered: RegisteredFunction): void {
    const { name } = registered.manifest
    requireId('The function name', name)
    const holder = this.#functions.get(name) ?? this.#composed.snapshot.functions.get(name)
    if (holder)
      throw new SpecimenError('name.taken', `The function name ${name} belongs to ${holder.owner} already.`)
    this.#functions.set(name, registered)
    this.#swap()
  }

  /** Adds a specimen in code, whose function has been added. @throws `name.taken` or `config.invalid` */
  addSpecimen(specimen: DynamicSpecimen): void {
    const { id } = specimen
    requireId('The specimen id', id)
    // An added function may enable a specimen of a file, which only composition finds out.
    const { snapshot } = this.#fileIds.has(id) ? this.#composition : this.#composed
    const holder = snapshot.specimens.get(id)
    const { files } = this.#gathered.data
    const isFile = holder?.kind === 'static' && files.some(({ file }) => file.data === holder.data)
    if (this.#specimens.has(id) || (holder && !isFile))
      throw new SpecimenError('name.taken', `The specimen id ${id} is taken already.`)
    this.#specimens.set(id, specimen)
    this.#swap()
  }

  /**
   * Reads all sources again and swaps. A call during a reload gets the one that starts after it, so that it
   * includes everything on disk at the time of the call; many such calls share one.
   */
  async reload(): Promise<Snapshot> {
    if (!this.#reloading) return await this.#startReload()
    this.#reloadAgain ??= this.#reloading.then(
      () => this.#startReload(),
      () => this.#startReload(),
    )
    return await this.#reloadAgain
  }

  /** Returns the visible part of the snapshot; the same object for the same names until a change. */
  view(names: ReadonlySet<string> | null = null): CatalogView {
    const { snapshot } = this
    if (this.#whole?.snapshot !== snapshot) {
      this.#whole = new CatalogView(snapshot, () => this.#options.remotes.list())
      this.#parts = new WeakMap()
    }
    if (names === null) return this.#whole
    const known = this.#parts.get(names)
    if (known) return known
    const part = this.#whole.confine(names)
    this.#parts.set(names, part)
    return part
  }

  #startReload(): Promise<Snapshot> {
    this.#reloadAgain = undefined
    this.#reloading = this.#gather().finally(() => {
      this.#reloading = undefined
    })
    return this.#reloading
  }

  async #gather(): Promise<Snapshot> {
    const { loadBundles, scanFolder, scanData, remotes, checkDefaults, now, onReloaded } = this.#options
    const started = now()
    const [bundles, folder, data] = await Promise.all([
      loadBundles(),
      scanFolder(this.#gathered.folder.files),
      scanData(this.#gathered.data.files),
      remotes.reload(),
    ])
    this.#gathered = { bundles, folder, data }
    this.#fileIds = new Set(folder.files.map(({ file }) => file.id))
    this.#defaultErrors = []
    this.#swap()
    this.#defaultErrors = checkDefaults(this.own, this.view())
    if (this.#defaultErrors.length > 0) this.invalidate()
    await onReloaded(this.snapshot, now() - started)
    return this.snapshot
  }

  #swap(): void {
    this.#isStale = true
    this.invalidate()
  }

  #compose(holders: Composition['holders']): Composition {
    const inCode = { functions: [...this.#functions.values()], specimens: [...this.#specimens.values()] }
    const sources = { ...inCode, ...this.#gathered, holders }
    return composeSnapshot(sources, this.#options.pool)
  }
}

function requireId(what: string, id: string): void {
  if (!isId(id)) throw new SpecimenError('config.invalid', `${what} must be ${idRule} (got ${describe(id)}).`)
}
