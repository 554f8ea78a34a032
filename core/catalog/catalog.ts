import { describe } from '../domain/describe.ts'
import { SpecimenError } from '../domain/errors.ts'
import { type DynamicSpecimen, idRule, isId } from '../domain/specimen.ts'
import type { LoadedBundles } from '../functions/load-bundles.ts'
import type { RegisteredFunction } from '../functions/registry.ts'
import type { BundlePool } from '../run/pool/bundle-pool.ts'
import { CatalogView } from './catalog-view.ts'
import {
  type BundleStates,
  type Composition,
  composeSnapshot,
  noHolders,
  type SourceHolders,
} from './compose.ts'
import { mergeSnapshot, type RemoteCatalogs } from './remote-catalog.ts'
import type { ScannedFolder } from './scan-folder.ts'
import type { Snapshot } from './snapshot.ts'

/** The sources of a {@link Catalog}, and what it runs and reports with. */
export interface CatalogOptions {
  readonly loadBundles: () => Promise<LoadedBundles>
  readonly scanFolder: () => Promise<ScannedFolder>
  readonly pool: Pick<BundlePool, 'createRunner'>
  readonly remotes: RemoteCatalogs
  /** In milliseconds, from any beginning. */
  readonly now: () => number
  /** Called after each reload, once the new snapshot is in use, with the time that it took. */
  readonly onReloaded: (snapshot: Snapshot, milliseconds: number) => void
}

/**
 * What the host can show and call at this moment. It gathers from code, bundles and the specimens folder,
 * composes a snapshot, merges the catalogs of workers, and swaps the snapshot in one step: a request that has
 * taken the old one finishes with it.
 */
export class Catalog {
  readonly #options: CatalogOptions
  readonly #functions: RegisteredFunction[] = []
  readonly #specimens: DynamicSpecimen[] = []
  #gathered: { bundles: LoadedBundles; folder: ScannedFolder } = {
    bundles: { bundles: [], errors: [] },
    folder: { files: [], errors: [] },
  }
  #composition: Composition
  /**
   * Undefined when something has changed since it was made: 500 workers that connect cost one merge, not 500.
   */
  #merged: Snapshot | undefined
  #reloading: Promise<Snapshot> | undefined
  #reloadAgain: Promise<Snapshot> | undefined
  #whole: CatalogView | undefined
  #parts = new WeakMap<ReadonlySet<string>, CatalogView>()

  constructor(options: CatalogOptions) {
    this.#options = options
    this.#composition = this.#compose(noHolders)
  }

  /** Everything, the workers' catalogs included. The same object until something changes. */
  get snapshot(): Snapshot {
    this.#merged ??= mergeSnapshot(this.#own, this.#options.remotes.list())
    return this.#merged
  }

  get #own(): Snapshot {
    return this.#composition.snapshot
  }

  /** The bundles of this host's own folder, in use and refused. */
  get bundles(): BundleStates {
    return this.#composition.bundles
  }

  /** Marks the snapshot stale, because the catalog of a worker has changed; the next use merges again. */
  invalidate(): void {
    this.#merged = undefined
  }

  /** Adds a function in code. @throws `name.taken` or `config.invalid` */
  addFunction(registered: RegisteredFunction): void {
    const { name } = registered.manifest
    requireId('The function name', name)
    const holder = this.#own.functions.get(name)
    if (holder)
      throw new SpecimenError('name.taken', `The function name ${name} belongs to ${holder.owner} already.`)
    this.#functions.push(registered)
    this.#swap()
  }

  /** Adds a specimen in code, whose function has been added. @throws `name.taken` or `config.invalid` */
  addSpecimen(specimen: DynamicSpecimen): void {
    const { id } = specimen
    requireId('The specimen id', id)
    if (this.#own.specimens.has(id))
      throw new SpecimenError('name.taken', `The specimen id ${id} is taken already.`)
    this.#specimens.push(specimen)
    this.#swap()
  }

  /**
   * Reads all sources again and swaps. A call during a reload gets the one that starts after it, so that its
   * answer includes everything that was on disk when it came; many such calls share one.
   */
  async reload(): Promise<Snapshot> {
    if (!this.#reloading) return await this.#startReload()
    this.#reloadAgain ??= this.#reloading.then(
      () => this.#startReload(),
      () => this.#startReload(),
    )
    return await this.#reloadAgain
  }

  /**
   * Returns what may be seen of the snapshot: all of it, or what has one of these names. The same object for
   * the same names until something changes.
   */
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
    const { loadBundles, scanFolder, remotes, now, onReloaded } = this.#options
    const started = now()
    const [bundles, folder] = await Promise.all([loadBundles(), scanFolder(), remotes.reload()])
    this.#gathered = { bundles, folder }
    this.#swap()
    onReloaded(this.snapshot, now() - started)
    return this.snapshot
  }

  #swap(): void {
    this.#composition = this.#compose(this.#composition.holders)
    this.#merged = undefined
  }

  #compose(holders: SourceHolders): Composition {
    const sources = { functions: this.#functions, specimens: this.#specimens, ...this.#gathered, holders }
    return composeSnapshot(sources, this.#options.pool)
  }
}

function requireId(what: string, id: string): void {
  if (!isId(id)) throw new SpecimenError('config.invalid', `${what} must be ${idRule} (got ${describe(id)}).`)
}
