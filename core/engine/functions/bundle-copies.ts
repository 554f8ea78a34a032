import type { Log } from '../../contract/domain/log.ts'
import type { OpenByName } from '../files/open-inside.ts'
import { BundleCopy, type BundleSource } from './bundle-copy.ts'
import type { PrivateFolder } from './private-folder.ts'

/** The private copies of all bundles of a host, one for each version that is shown or still runs. */
export class BundleCopies {
  readonly #folder: PrivateFolder
  readonly #log: Log
  readonly #copies = new Map<string, BundleCopy>()
  #made = 0

  constructor(folder: PrivateFolder, log: Log) {
    this.#folder = folder
    this.#log = log
  }

  /**
   * Returns the copy of a bundle after verifying its folder. `open` opens the files of that folder. @throws
   * `bundle.incomplete`
   */
  async take(hash: string, source: BundleSource, open: OpenByName): Promise<BundleCopy> {
    const copy = this.#copies.get(hash) ?? this.#add(hash, source)
    await copy.refresh(source, open)
    return copy
  }

  /** Drops all other copies; a copy that a run holds stays until the run has ended. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const [hash, copy] of [...this.#copies]) {
      if (hashes.has(hash)) continue
      this.#copies.delete(hash)
      copy.drop()
    }
  }

  #add(hash: string, source: BundleSource): BundleCopy {
    // Numbered, so that a version that comes back does not collide with one that is being removed.
    const name = `${hash}.${++this.#made}`
    const copy = new BundleCopy(this.#folder, name, source, this.#log)
    this.#copies.set(hash, copy)
    return copy
  }
}
