/**
 * Writing of files that people have asked for. Everything is written beside its place first and then renamed:
 * a full disk, a limit or a signal leaves what was there.
 */
import {
  chmodSync,
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { toFileError } from './open-file.ts'
import { createScratchFolder } from './scratch-folder.ts'

/** The bytes of a file, or a text in UTF-8. */
export type WrittenContent = Uint8Array | string

/** An entry as it shall be: a file, a folder with all of its files by path, or nothing (null). */
export type EntryContent = WrittenContent | ReadonlyMap<string, WrittenContent> | null

/**
 * Replaces entries of a folder, by their paths in it, and makes the folders that are missing. All are written
 * before the first is put in place, in their order; when one cannot be, those before it are as they were.
 * Errors name `shown`.
 * @throws `config.invalid` where `folder` is a file, else as {@link toFileError}
 */
export function replaceEntries(
  folder: string,
  entries: ReadonlyMap<string, EntryContent>,
  shown = folder,
): void {
  refuseFile(folder)
  const made: string[] = []
  try {
    makeFolder(folder, made)
    const scratch = createScratchFolder(join(folder, '.specimen-'))
    try {
      const fresh = [...entries].map(([path, content], i) => {
        const place = join(scratch.path, `new${i}`)
        writeEntry(place, content)
        return { path: join(folder, path), fresh: place, old: join(scratch.path, `old${i}`) }
      })
      putInPlace(fresh, made)
    } finally {
      scratch.close()
    }
  } catch (error) {
    for (const path of made.reverse()) rmSync(path, { recursive: true, force: true })
    throw toFileError(`${shown} is as it was, because it could not be written`, error)
  }
}

/**
 * Replaces a file, or makes it with the folders above it. A link stays, and what it leads to is replaced; a
 * device or a pipe is written to as it is.
 * @throws `config.invalid` for a folder, else as {@link toFileError}
 */
export function replaceFile(path: string, content: WrittenContent): void {
  const present = refuseFolder(path)
  if (present && !present.isFile()) {
    try {
      writeFileSync(path, content)
    } catch (error) {
      throw toFileError(`${path} could not be written`, error)
    }
    return
  }
  const place = present ? realpathSync(path) : resolve(path)
  replaceEntries(dirname(place), new Map([[basename(place), content]]), path)
}

/**
 * Makes a file that must not be there yet.
 * @throws as {@link toFileError}, for one that is there as well
 */
export function createFile(path: string, content: WrittenContent, mode: number): void {
  const shown = `${path} could not be made`
  const file = tryOpen(path, mode, shown)
  try {
    writeFileSync(file, content)
  } catch (error) {
    rmSync(path, { force: true })
    throw toFileError(shown, error)
  } finally {
    closeSync(file)
  }
}

function tryOpen(path: string, mode: number, shown: string): number {
  try {
    return openSync(path, 'wx', mode)
  } catch (error) {
    throw toFileError(shown, error)
  }
}

/** Refuses a path of a folder to write that something else has. @throws `config.invalid` with the remedy */
export function refuseFile(folder: string, remedy = 'Name another folder, or remove it.'): void {
  const present = statSync(folder, { throwIfNoEntry: false })
  if (!present || present.isDirectory()) return
  const found = `${folder} is a file, and a folder is to be written there.`
  throw new SpecimenError('config.invalid', `${found} ${remedy}`)
}

/** Returns what is at the path of a file to write. @throws `config.invalid` for a folder */
export function refuseFolder(path: string): Stats | undefined {
  const present = statSync(path, { throwIfNoEntry: false })
  if (!present?.isDirectory()) return present
  const found = `${path} is a folder, and a file is to be written there.`
  throw new SpecimenError('config.invalid', `${found} Name a file in it, or another file.`)
}

/** Makes a folder; the highest one that was missing goes on the list. */
function makeFolder(folder: string, made: string[]): void {
  const first = mkdirSync(folder, { recursive: true })
  if (first !== undefined) made.push(first)
}

function writeEntry(place: string, content: EntryContent): void {
  if (content === null) return
  if (typeof content === 'string' || content instanceof Uint8Array) {
    writeFileSync(place, content)
    return
  }
  mkdirSync(place)
  for (const [path, bytes] of content) {
    mkdirSync(dirname(join(place, path)), { recursive: true })
    writeFileSync(join(place, path), bytes)
  }
}

/** An entry on its way: the path where it shall be, and those of its new and its former content. */
interface MovedEntry {
  readonly path: string
  readonly fresh: string
  readonly old: string
}

/** Renames each entry into its place, or puts all back. `made` takes folders that were missing. */
function putInPlace(entries: readonly MovedEntry[], made: string[]): void {
  const ways: (() => void)[] = []
  const move = (from: string, to: string): void => {
    renameSync(from, to)
    ways.push(() => renameSync(to, from))
  }
  try {
    for (const entry of entries) {
      const { path, fresh, old } = entry
      makeFolder(dirname(path), made)
      const present = lstatSync(path, { throwIfNoEntry: false })
      const isNew = existsSync(fresh)
      if (present?.isFile() && isNew) chmodSync(fresh, present.mode & 0o777)
      // The last one needs no way back, so that a file is never absent.
      const isOver = present?.isFile() && isNew && entry === entries.at(-1)
      if (present && !isOver) move(path, old)
      if (isNew) move(fresh, path)
    }
  } catch (error) {
    for (const goBack of ways.reverse()) goBack()
    throw error
  }
}
