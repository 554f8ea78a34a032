/**
 * Opening of a file by its name in a folder that must contain it, while others write in that folder. The file
 * is opened first and judged afterwards, by its descriptor: what was judged is what is read. (Judged by its
 * path and then opened, a link that was swapped all the time led outside in one of eight requests.)
 */
import { closeSync, constants, existsSync } from 'node:fs'
import { type FileHandle, lstat, readFile, readlink, realpath, statfs } from 'node:fs/promises'
import { basename, isAbsolute, join, sep } from 'node:path'
import { SpecimenError } from '../domain/errors.ts'
import {
  closeFile,
  inTime,
  type OpenFile,
  openAtOnce,
  openFile,
  openFileAtOnce,
  openInTime,
} from './open-file.ts'

const { O_RDONLY, O_DIRECTORY = 0, O_NOFOLLOW = 0 } = constants // Windows does not know the last two

/** A folder from which nothing is served that lies outside of it. */
export interface Confinement {
  readonly folder: string
  /** Whether the folder itself may be a link; its target is then what confines. Not when absent. */
  readonly followLinks?: boolean
}

/**
 * Opens a regular file that lies inside a folder, after links are followed. Links inside the folder may lead
 * anywhere in it. The caller closes the file.
 * @throws `file.missing`, naming the file and what is wrong with it
 */
export type OpenByName = (name: string) => Promise<OpenFile>

/** Does some work with the files of a folder, and returns what that returns. */
export type UseFolder = <T>(confinement: Confinement, work: (open: OpenByName) => Promise<T>) => Promise<T>

/** Where Linux shows which file a descriptor stands for. */
const descriptors = '/proc/self/fd'
const hasDescriptors = existsSync(descriptors)

/**
 * Returns a path that leads to this very file, whatever becomes of its name; undefined where there is no such
 * path.
 */
export function toPath({ fd }: OpenFile): string | undefined {
  return hasDescriptors && fd !== undefined ? `${descriptors}/${fd}` : undefined
}

/** Opens one file, as {@link OpenByName} does. */
export async function openInside(confinement: Confinement, name: string): Promise<OpenFile> {
  return await useFolder(confinement, async (open) => await open(name))
}

/**
 * Does some work with several files of a folder. Where the system can, they are all of the folder that was
 * found when the first was opened, whatever takes its place meanwhile.
 */
export const useFolder: UseFolder = async (confinement, work) =>
  await (hasDescriptors ? useByDescriptor(confinement, work) : useByPath(confinement, work))

/** The way on Linux: the folder is held by a descriptor, too. */
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

/** Disks of this machine, as `statfs` names them: ext, xfs, btrfs, zfs, f2fs, tmpfs and overlays. */
const localDisks = new Set([0xef53, 0x58465342, 0x9123683e, 0x2fc12fc1, 0xf2f52010, 0x01021994, 0x794c7630])

/** Most bytes of a file that is read while everything waits: 0.1 ms, and as long to hash it. */
const smallBytes = 128 * 1024
/** What eight small folders at a time take that the system has in memory. */
const warmMilliseconds = 10

/**
 * Returns a way for the many folders in one, to be read while there is nothing else to be done: calls block
 * where that costs little. To hand one to the threads of Node and to come back takes ten times as long as a
 * call that the system answers from memory. So it is done on disks of this machine alone, and only until one
 * of them has to be read, which is faster when it is asked for several things at a time.
 */
export function createQuickUse({ folder: parent, followLinks = false }: Confinement): UseFolder {
  const { fsRead } = process.resourceUsage()
  const areAllLocal = followLinks ? Promise.resolve(false) : isLocalThroughout(parent)
  let isWarm = true
  return async (confinement, work) => {
    const isQuick = hasDescriptors && isWarm && ((await areAllLocal) || (await isLocal(confinement.folder)))
    if (!isQuick) return await useFolder(confinement, work)
    const began = performance.now()
    try {
      return await useAtOnce(confinement, work)
    } finally {
      const isSlow = performance.now() - began > warmMilliseconds
      if (isSlow && process.resourceUsage().fsRead !== fsRead) isWarm = false
    }
  }
}

/** Whether a folder is of a disk of this machine, and nothing is mounted in it. */
async function isLocalThroughout(folder: string): Promise<boolean> {
  if (!hasDescriptors || !(await isLocal(folder))) return false
  try {
    const [path, mounts] = await Promise.all([realpath(folder), readFile('/proc/self/mountinfo', 'utf8')])
    return !toMountPoints(mounts).some((point) => isBelow(point, path))
  } catch {
    return false // then each is asked about itself
  }
}

/** Returns the fifth member of each line, where odd characters are octal, such as `\040` for a space. */
function toMountPoints(mountinfo: string): readonly string[] {
  const decode = (text: string) =>
    text.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)))
  return mountinfo.split('\n').map((line) => decode(line.split(' ', 5)[4] ?? ''))
}

async function isLocal(folder: string): Promise<boolean> {
  // Opening it fails with the reason.
  const found = await inTime(statfs(folder), folder).catch(() => undefined)
  return found !== undefined && localDisks.has(found.type)
}

/**
 * As {@link useByDescriptor}, but everything waits for the folder and for small files that lie in itself.
 */
export const useAtOnce: UseFolder = async (confinement, work) => {
  const { folder, followLinks = false } = confinement
  let fd: number
  try {
    fd = openAtOnce(folder, toFolderFlags(followLinks), folder)
  } catch {
    return await useByDescriptor(confinement, work) // it fails with the reason
  }
  try {
    return await work(async (name) => {
      requireInside(name)
      if (name.includes(sep)) return await openAt({ fd }, name)
      try {
        const file = openFileAtOnce(`${descriptors}/${fd}/${name}`, name, O_NOFOLLOW)
        if (file.size <= smallBytes) return file
        closeFile(file)
      } catch (error) {
        if (!(error instanceof SpecimenError && isLinkFailure(error))) throw error
      }
      return await openAt({ fd }, name)
    })
  } finally {
    closeSync(fd)
  }
}

/**
 * A name without folders that is no link is one of the folder itself; of all others, the kernel reports where
 * they are.
 */
async function openAt(root: Pick<FileHandle, 'fd'>, name: string): Promise<OpenFile> {
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
 * The way elsewhere: asks where the path leads after the file was opened, and whether that is the opened
 * file. A process that swaps several folders at the right moments could still deceive it.
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

/** Whether a file could not be opened with `O_NOFOLLOW` because it is a link. */
function isLinkFailure({ cause }: SpecimenError): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ELOOP'
}

async function keepIf(file: OpenFile, name: string, isInside: () => Promise<boolean>): Promise<OpenFile> {
  try {
    if (await isInside()) return file
    throw outsideError(name)
  } catch (error) {
    closeFile(file)
    if (error instanceof SpecimenError) throw error
    throw new SpecimenError('file.missing', `${name} was moved or removed while it was opened; ask again.`, {
      cause: error,
    })
  }
}

function isBelow(path: string, folder: string): boolean {
  return path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
}

async function openFolder(folder: string, followLinks: boolean): Promise<FileHandle> {
  try {
    return await openInTime(folder, toFolderFlags(followLinks), folder)
  } catch (error) {
    throw (await isLink(folder)) ? linkError(folder, followLinks) : error
  }
}

function toFolderFlags(followLinks: boolean): number {
  return O_RDONLY | O_DIRECTORY | (followLinks ? 0 : O_NOFOLLOW)
}

async function isLink(path: string): Promise<boolean> {
  // When it is absent, opening it fails with the reason.
  const found = await inTime(lstat(path), path).catch(() => undefined)
  return found?.isSymbolicLink() === true
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
