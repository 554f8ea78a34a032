import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type SourceError, toSourceError } from '../domain/source-error.ts'
import { inTime, isAbsent, toFileError } from '../files/open-file.ts'
import type { Confinement } from '../files/open-inside.ts'

/** Folders that are read at a time: each has two files open. */
const parallelReads = 8

/** A folder of an operator's in which each folder is one thing to load: a bundle or a specimen. */
export interface SourceFolder {
  readonly path: string
  /**
   * Whether folders in it may be links. It may be one itself in any case: it is what the operator has named.
   */
  readonly followLinks: boolean
  /** Whether it may be absent, because it is a default and not the operator's own setting. */
  readonly isOptional: boolean
}

/** What was found in a source folder, sorted by the names of the folders in it. */
export interface FoundInFolder<T> {
  readonly found: readonly T[]
  readonly errors: readonly SourceError[]
}

/**
 * Returns what `read` makes of every folder in a source folder, and the names of its plain files. What cannot
 * be used is an error in the list and costs the others nothing; a source folder that cannot be read is one
 * error.
 */
export async function readSourceFolder<T>(
  folder: SourceFolder,
  read: (confinement: Confinement, name: string) => Promise<T>,
): Promise<FoundInFolder<T> & { readonly files: readonly string[] }> {
  const { path, followLinks } = folder
  const { names, files, errors } = await list(folder)
  const found: T[] = []
  for (let i = 0; i < names.length; i += parallelReads) {
    const batch = names.slice(i, i + parallelReads)
    const settled = await Promise.allSettled(
      batch.map((name) => read({ folder: join(path, name), followLinks }, name)),
    )
    settled.forEach((outcome, k) => {
      if (outcome.status === 'fulfilled') found.push(outcome.value)
      else errors.push(toSourceError(batch[k] ?? '', outcome.reason))
    })
  }
  return { found, errors, files }
}

/**
 * Returns, of what was read of a source folder before, what cannot be read at the moment: it stays until it
 * is known to be gone.
 */
export function keepUnread<T extends { readonly source: string }>(
  before: readonly T[],
  errors: readonly SourceError[],
  { path }: SourceFolder,
): T[] {
  const unread = new Set(errors.filter(({ code }) => code === 'system.failed').map(({ source }) => source))
  return before.filter(({ source }) => unread.has(source) || unread.has(path))
}

/** Sorted, and without hidden ones. Whatever is no plain file may be a folder: opening it decides. */
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
