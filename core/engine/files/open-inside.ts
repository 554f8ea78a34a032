/**
 * Opening of a file by its name in a folder that must contain it, while other processes write in that folder.
 * The file is opened first and checked afterwards, by its descriptor: the checked file is the one that is
 * read. (Checked first, a link that was swapped all the time led outside in one of eight requests.)
 */
import { constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, readlink, realpath } from 'node:fs/promises'
import { basename, isAbsolute, join, sep } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { closeFile, inTime, isAbsent, type OpenFile, openFile, openInTime, toFileError } from './open-file.ts'

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants // absent on Windows

/** A folder whose files are served, and none outside of it. */
export interface Confinement {
  readonly folder: string
  /** Allows the folder itself to be a link; its target then confines. False when absent. */
  readonly followLinks?: boolean
}

/**
 * Opens a regular file that lies inside a folder, after links are followed. Links inside the folder may lead
 * anywhere in it. The caller closes the file.
 * @throws `file.missing`, naming the file and its fault, or `system.failed`
 */
export type OpenByName = (name: string) => Promise<OpenFile>

/** Runs a callback with the files of a folder, and returns its value. */
export type UseFolder = <T>(confinement: Confinement, work: (open: OpenByName) => Promise<T>) => Promise<T>

/** The folder in which Linux links descriptors to their files. */
const descriptors = '/proc/self/fd'
const hasDescriptors = existsSync(descriptors)

/** Returns a path to this very file, independent of its name; undefined where the system has none. */
export function toPath({ fd }: OpenFile): string | undefined {
  return hasDescriptors ? `${descriptors}/${fd}` : undefined
}

/** Opens one file, as {@link OpenByName} does. */
export async function openInside(confinement: Confinement, name: string): Promise<OpenFile> {
  return await useFolder(confinement, async (open) => await open(name))
}

/** Runs a callback with files of a folder: all from the same one, where the system can ensure that. */
export const useFolder: UseFolder = async (confinement, work) =>
  await (hasDescriptors ? useByDescriptor(confinement, work) : useByPath(confinement, work))

/** The implementation for Linux: a descriptor holds the folder, too. */
export const useByDescriptor: UseFolder = async ({ folder, followLinks = false }, work) => {
  let root: Promise<FileHandle> | undefined
  try {
    return await work(async (name) => {
      requireInside(name)
      root ??= openFolder(folder, followLinks)
      return await openAt(await root, name)
    })
  } finally {
    root?.then(closeFile, () => undefined)
  }
}

/** A plain name that is no link lies in the folder; the kernel reports the place of all others. */
async function openAt(root: FileHandle, name: string): Promise<OpenFile> {
  const path = `${descriptors}/${root.fd}/${name}`
  if (!name.includes(sep)) {
    const file = await openFile(path, name, O_NOFOLLOW).catch((error: SpecimenError) => {
      if (isLinkFailure(error)) return undefined
      throw error
    })
    if (file) return file
  }
  const file = await openFile(path, name)
  return await keepIf(file, name, async () => {
    const paths = [root, file].map(async ({ fd }) => await inTime(readlink(`${descriptors}/${fd}`), name))
    const [within = '', found = ''] = await Promise.all(paths)
    return isBelow(found, within)
  })
}

/**
 * The implementation for other systems: resolves the path after the file was opened, and compares it with the
 * open file. A process that swaps several folders at the right moments could still deceive it.
 */
export const useByPath: UseFolder = async ({ folder, followLinks = false }, work) =>
  await work(async (name) => {
    requireInside(name)
    if (!followLinks && (await isLink(folder))) throw linkError(folder, false)
    const file = await openFile(join(folder, name), name)
    return await keepIf(file, name, async () => {
      const paths = [folder, join(folder, name)].map(async (path) => await inTime(realpath(path), name))
      const [within = '', path = ''] = await Promise.all(paths)
      const [found, opened] = await Promise.all([lstat(path, { bigint: true }), file.stat({ bigint: true })])
      const isSame = found.dev === opened.dev && found.ino === opened.ino
      return isSame && isBelow(path, within) && (followLinks || !(await isLink(folder)))
    })
  })

function requireInside(name: string): void {
  if (isAbsolute(name) || name.includes('\0')) throw outsideError(name)
}

function isLinkFailure({ cause }: SpecimenError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ELOOP'
}

async function keepIf(file: OpenFile, name: string, isInside: () => Promise<boolean>): Promise<OpenFile> {
  try {
    if (await isInside()) return file
    throw outsideError(name)
  } catch (cause) {
    closeFile(file)
    if (!isAbsent(cause)) throw toFileError(`${name} cannot be opened`, cause)
    throw new SpecimenError('file.missing', `${name} was moved or removed while it was opened; ask again.`, {
      cause,
    })
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

async function openFolder(folder: string, followLinks: boolean): Promise<FileHandle> {
  try {
    const flags = O_RDONLY | O_DIRECTORY | (followLinks ? 0 : O_NOFOLLOW)
    return await openInTime(folder, flags, folder)
  } catch (error) {
    throw (await isLink(folder)) ? linkError(folder, followLinks) : error
  }
}

async function isLink(path: string): Promise<boolean> {
  // An absent file fails on opening, with the reason.
  const stat = await inTime(lstat(path), path).catch(() => undefined)
  return stat?.isSymbolicLink() === true
}

function linkError(folder: string, isFollowed: boolean): SpecimenError {
  const name = JSON.stringify(basename(folder))
  if (isFollowed) return new SpecimenError('file.missing', `${name} is a link that leads to no folder.`)
  const remedy = 'Put the files themselves here, or start with --follow-links.'
  const detail = `The folder ${name} is a link, and links are not followed. ${remedy}`
  return new SpecimenError('file.missing', detail)
}

function outsideError(name: string): SpecimenError {
  const remedy = 'Put the file itself there, or make the whole folder a link and start with --follow-links.'
  return new SpecimenError(
    'file.missing',
    `${JSON.stringify(name)} does not lie inside its folder. ${remedy}`,
  )
}
