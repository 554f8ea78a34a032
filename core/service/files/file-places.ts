import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Log } from '../../contract/domain/log.ts'
import { toFileError } from '../../engine/files/open-file.ts'

/** A folder that only the host can read. */
export interface FilesFolder {
  readonly path: string
  close(): Promise<void>
}

/** The dependencies of {@link FilePlaces}. */
export interface FilePlacesOptions {
  /** Makes a folder of its own, when it is needed: no plugin may read in it. */
  readonly createFolder: () => Promise<FilesFolder>
  readonly log: Log
}

/** The place of one file on the disk. */
export interface FilePlace {
  readonly folder: string
  /** Its name in the folder. */
  readonly place: string
}

/** The folder of what callers bring. A place in it is a number: no word of a caller is part of a path. */
export class FilePlaces {
  readonly #options: FilePlacesOptions
  #count = 0
  #folder: Promise<FilesFolder> | undefined

  constructor(options: FilePlacesOptions) {
    this.#options = options
  }

  /**
   * Returns a new place, at which nothing is yet. A folder that cleaners of temporary files have removed is
   * made again. @throws `system.failed`
   */
  async create(): Promise<FilePlace> {
    this.#folder ??= this.#options.createFolder()
    try {
      const { path } = await this.#folder
      await mkdir(path, { recursive: true, mode: 0o700 })
      return { folder: path, place: String(this.#count++) }
    } catch (cause) {
      this.#folder = undefined
      throw toFileError('A file cannot be kept', cause)
    }
  }

  remove(place: FilePlace): void {
    rm(toFilePath(place), { force: true }).catch((err: unknown) => {
      this.#options.log.warn({ err }, 'a file that a caller has brought could not be removed')
    })
  }

  async close(): Promise<void> {
    const folder = await this.#folder?.catch(() => undefined) // who asked for it was told
    await folder?.close()
  }
}

/** Returns the path of a place. */
export function toFilePath({ folder, place }: FilePlace): string {
  return join(folder, place)
}
