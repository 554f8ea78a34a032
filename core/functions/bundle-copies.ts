import type { Log } from '../domain/log.ts'
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
   * Returns the copy of a bundle, whose folder was verified and whose files are in order. `open` opens the
   * files of that folder. @throws `bundle.incomplete`
   */
  async take(hash: string, source: BundleSource, open: OpenByName): Promise<BundleCopy> {
    const copy = this.#copies.get(hash) ?? this.#add(hash, source)
    await copy.refresh(source, open)
    return copy
  }

  /** Lets go of all other copies; what a run holds stays until it has ended. */
  keepOnly(hashes: ReadonlySet<string>): void {
    for (const [hash, copy] of [...this.#copies]) {
      if (hashes.has(hash)) continue
      this.#copies.delete(hash)
      copy.drop()
    }
  }

  #add(hash: string, source: BundleSource): BundleCopy {
    // Numbered, so that a version that comes back does not meet what is still being removed.
    const name = `${hash}.${++this.#made}`
    const copy = new BundleCopy({ parent: this.#folder, name, source, log: this.#log })
    this.#copies.set(hash, copy)
    return copy
  }
}
