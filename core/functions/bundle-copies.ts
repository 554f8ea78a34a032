import type { Log } from '../domain/log.ts'
import { inTime } from '../files/open-file.ts'
import type { OpenByName } from '../files/open-inside.ts'
import { BundleCopy, type BundleSource } from './bundle-copy.ts'
import type { PrivateFolder } from './private-folder.ts'

const writeSeconds = 10
const keptBytes = 32 * 2 ** 20

/** The private copies of all bundles of a host, one for each version that is shown or still runs. */
export class BundleCopies {
  readonly #folder: PrivateFolder
  readonly #log: Log
  readonly #copies = new Map<string, BundleCopy>()
  #made = 0
  #room = keptBytes
  #writing = Promise.resolve()
  #isClosed = false

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

  /**
   * As {@link take}, for a host that starts: making files takes longer than reading them, and no bundle runs
   * yet. Verified files are kept in memory until {@link write}, as far as there is room.
   */
  async keep(hash: string, source: BundleSource, open: OpenByName): Promise<BundleCopy> {
    const byteLength = source.files.reduce((sum, { bytes }) => sum + bytes, 0)
    if (this.#copies.has(hash) || byteLength > this.#room) return await this.take(hash, source, open)
    this.#room -= byteLength
    const copy = this.#add(hash, source)
    await copy.keep(source, open)
    return copy
  }

  /** Writes the kept bundles until {@link close}. Failures are logged. */
  async write(): Promise<void> {
    for (const copy of [...this.#copies.values()]) {
      if (this.#isClosed) return
      this.#writing = copy.write()
      await this.#writing
    }
  }

  /** Starts no more copies, and removes all. */
  async close(): Promise<void> {
    this.#isClosed = true
    // A disk that does not answer is reported when the folder is removed.
    await inTime(this.#writing, this.#folder.path, writeSeconds).catch(() => undefined)
    await this.#folder.close()
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
