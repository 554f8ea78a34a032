import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type SourceError, toSourceError } from '../../contract/domain/source-error.ts'
import { inTime, isAbsent, settleEach, toFileError } from '../files/open-file.ts'
import type { Confinement } from '../files/open-inside.ts'

/** An operator's folder in which each folder is one thing to load: a bundle or a specimen. */
export interface SourceFolder {
  readonly path: string
  /** Allows folders in it to be links. The source folder itself may always be one. */
  readonly followLinks: boolean
  /** Set when it may be absent, because it is a default and not the operator's own setting. */
  readonly isOptional: boolean
}

/**
 * Returns the value of `read` for every folder in a source folder, sorted by name, and the names of its plain
 * files. Unusable folders are errors in the list; an unreadable source folder is one error.
 */
export async function readSourceFolder<T>(
  folder: SourceFolder,
  read: (confinement: Confinement, name: string) => Promise<T>,
): Promise<{ found: readonly T[]; errors: readonly SourceError[]; files: readonly string[] }> {
  const { path, followLinks } = folder
  const { names, files, errors } = await list(folder)
  const found: T[] = []
  const readNamed = (name: string): Promise<T> => read({ folder: join(path, name), followLinks }, name)
  await settleEach(names, readNamed, (outcome, name) => {
    if (outcome.status === 'fulfilled') found.push(outcome.value)
    else errors.push(toSourceError(name, outcome.reason))
  })
  return { found, errors, files }
}

/** Returns the former entries that cannot be read now: they stay until known to be gone. */
export function keepUnread<T extends { readonly source: string }>(
  before: readonly T[],
  errors: readonly SourceError[],
  { path }: SourceFolder,
): T[] {
  const unread = new Set(errors.filter(({ code }) => code === 'system.failed').map(({ source }) => source))
  return before.filter(({ source }) => unread.has(source) || unread.has(path))
}

/** Sorted, without hidden ones. Anything but a plain file may be a folder: opening it decides. */
async function list({
  path,
  isOptional,
}: SourceFolder): Promise<{ names: string[]; files: string[]; errors: SourceError[] }> {
  try {
    const entries = await inTime(readdir(path, { withFileTypes: true }), path)
    const shown = entries.filter(({ name }) => !name.startsWith('.'))
    const toNames = (some: readonly Dirent[]): string[] => some.map(({ name }) => name).sort()
    const [folders, files] = [
      shown.filter((entry) => !entry.isFile()),
      shown.filter((entry) => entry.isFile()),
    ]
    return { names: toNames(folders), files: toNames(files), errors: [] }
  } catch (cause) {
    if (isOptional && isAbsent(cause)) return { names: [], files: [], errors: [] }
    const error = toFileError('The folder cannot be read', cause)
    return { names: [], files: [], errors: [toSourceError(path, error)] }
  }
}
