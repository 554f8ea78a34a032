import { chmodSync, lstatSync, mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { BundleFile } from '../../contract/domain/manifest.ts'
import { toFileError } from '../files/open-file.ts'
import { type Confinement, type OpenByName, useFolder } from '../files/open-inside.ts'
import type { PrivateCopy } from '../run/pool/bundle-pool.ts'
import { copyMap, removeMap } from './map-copy.ts'
import { type PrivateFolder, removeTree } from './private-folder.ts'
import { copyFiles, verifyFiles } from './verified-files.ts'

/** The place of a bundle, with its name and files by its manifest. */
export interface BundleSource {
  readonly confinement: Confinement
  readonly name: string
  readonly files: readonly BundleFile[]
}

/**
 * The private copy of one bundle, which is run and served: read-only, of files that fitted their hashes while
 * they were copied. It is empty before {@link refresh}.
 *
 * A plugin runs as the same user as the host and could write in the copies of others, and programs that clean
 * temporary folders remove files. So the copy is checked before a process starts on it: the inode of each
 * file, its size, and its times of last change of content and of inode; no program can reset the last of
 * these. That costs one lstat a file, where hashing costs 1 to 3 ms a megabyte. A copy that has changed is
 * made again from the bundle's folder.
 *
 * Short calls on the private folder, which is on this machine, block: they take 10 to 30 µs, less than a
 * dispatch to the threads of libuv. The bundle's folder may be anywhere: the event loop never waits for it.
 */
export class BundleCopy implements PrivateCopy {
  readonly folder: string
  readonly #parent: PrivateFolder
  readonly #log: Log
  #source: BundleSource
  /** The mark of each file when it was copied, by path. */
  #marks: ReadonlyMap<string, string> = new Map()
  #hasMap = false
  #holds = 0
  #isListed = true
  #turn: Promise<unknown> = Promise.resolve()

  /** `name` is that of its folder in the private folder; no other copy has had it. */
  constructor(parent: PrivateFolder, name: string, source: BundleSource, log: Log) {
    this.#parent = parent
    this.folder = join(parent.path, name)
    this.#source = source
    this.#log = log
  }

  /**
   * Verifies the bundle's folder, whose files `open` opens, and makes the copy if there is none or it has
   * changed. @throws `bundle.incomplete`
   */
  async refresh(source: BundleSource, open: OpenByName): Promise<void> {
    this.#isListed = true
    await this.#inTurn(async () => {
      if (this.#isIntact()) await verifyFiles(open, source.files)
      else await this.#make(source.files, open)
      await this.#copyMap(source.files, open)
      this.#source = source
    })
  }

  hold(): () => void {
    let isHeld = true
    this.#holds++
    return () => {
      if (!isHeld) return
      isHeld = false
      this.#holds--
      this.#removeIfUnused()
    }
  }

  async prepare(): Promise<void> {
    await this.#inTurn(async () => {
      if (this.#isIntact()) return
      const { name, confinement, files } = this.#source
      try {
        await useFolder(confinement, async (open) => {
          await this.#make(files, open)
          await this.#copyMap(files, open)
        })
      } catch (cause) {
        const found = toSpecimenError(cause).message
        if (!this.#isListed) {
          const detail = `The bundle "${name}" has just been replaced; ask again.`
          throw new SpecimenError('host.busy', detail, { cause })
        }
        const what = `The private copy of the bundle "${name}" was changed or removed`
        throw new SpecimenError('bundle.incomplete', `${what}, and cannot be made again: ${found}`, { cause })
      }
      this.#log.warn(
        { bundle: name, folder: this.folder },
        'the private copy of a bundle was changed or removed; it was made again',
      )
    })
  }

  /** Removes the files once no run holds them. Another `refresh` cancels that. */
  drop(): void {
    this.#isListed = false
    this.#removeIfUnused()
  }

  #removeIfUnused(): void {
    if (this.#isListed || this.#holds > 0) return
    this.#inTurn(async () => {
      if (this.#isListed || this.#holds > 0) return
      this.#marks = new Map()
      await removeTree(this.folder)
      await removeMap(this.folder)
    }).catch((err: unknown) =>
      this.#log.warn({ err, folder: this.folder }, 'a copy that is no longer used could not be removed'),
    )
  }

  #isIntact(): boolean {
    if (this.#marks.size === 0) return false // every bundle has a module
    return [...this.#marks].every(([path, mark]) => hasMark(join(this.folder, path), mark))
  }

  /** Makes the folder beside its place and renames it: it is complete or absent. */
  async #make(files: readonly BundleFile[], open: OpenByName): Promise<void> {
    const unfinished = `${this.folder}.unfinished`
    this.#marks = new Map()
    const folders = new Set([unfinished, ...files.map(({ path }) => dirname(join(unfinished, path)))])
    try {
      await this.#parent.ensure()
      await inPlaceOfOld(unfinished, () => mkdirSync(unfinished, { mode: 0o750 }))
      for (const folder of folders)
        if (folder !== unfinished) mkdirSync(folder, { recursive: true, mode: 0o750 })
      await copyFiles(open, files, unfinished)
      await inPlaceOfOld(this.folder, () => renameSync(unfinished, this.folder))
    } catch (error) {
      await removeTree(unfinished)
      throw toFileError(`The private copy cannot be written in ${dirname(this.#parent.path)}`, error)
    }
    this.#marks = new Map(files.map(({ path }) => [path, readMark(join(this.folder, path))]))
    for (const folder of folders) chmodSync(join(this.folder, folder.slice(unfinished.length)), 0o550)
  }

  async #copyMap(files: readonly BundleFile[], open: OpenByName): Promise<void> {
    const hasMap = await copyMap(open, files, this.folder)
    if (this.#hasMap && !hasMap) await removeMap(this.folder)
    this.#hasMap = hasMap
  }

  async #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work)
    this.#turn = done.catch(() => undefined) // the caller has the error
    return await done
  }
}

/** Makes something, and once more after removing an existing one: nearly always the place is free. */
async function inPlaceOfOld(path: string, make: () => unknown): Promise<void> {
  try {
    make()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    if (code !== 'EEXIST' && code !== 'ENOTEMPTY') throw error
    await removeTree(path)
    make()
  }
}

function hasMark(path: string, mark: string): boolean {
  try {
    return readMark(path) === mark
  } catch {
    return false // absent
  }
}

function readMark(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = lstatSync(path, { bigint: true })
  return [ino, size, mtimeNs, ctimeNs].join(' ')
}
