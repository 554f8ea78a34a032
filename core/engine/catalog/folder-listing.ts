import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { FolderListing, ListedFile } from '../../contract/domain/specimen.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { inTime } from '../files/open-file.ts'

const parallelStats = 32
/** Listings of fewer files that take less time are made for each request. */
const fewFiles = 64
const littleMilliseconds = 100
/** A listing is kept this many times as long as it took, so that a folder takes a hundredth of a core. */
const keptTimes = 100
/** A folder that has changed within these milliseconds may have changed while it was read. */
const leastRest = 2000
/** More folders are not looked at for changes. */
const mostFolders = 200

/** A listing, and when the folders in it were changed last. */
interface KeptListing {
  readonly listing: Promise<FolderListing>
  /** Undefined while the listing is made. */
  folders?: ReadonlyMap<string, bigint>
}

/**
 * Returns what lists the files of a folder whose paths `find` returns, one listing at a time. 20,000 files
 * took half a second of the processor, which any reader could cause with each request. So a long listing is
 * kept until a file was added, removed or renamed; until 100 times as long as it took have passed, as a file
 * may have been written in place; or until a reload makes another asset. `forget` drops it.
 * `now` is in milliseconds.
 */
export function createListing(
  folder: string,
  find: () => Promise<readonly string[]>,
  now: () => number,
): () => Promise<FolderListing> {
  let kept: KeptListing | undefined
  const expiry = createDeadline(() => {
    kept = undefined
  })
  const make = async (made: KeptListing): Promise<FolderListing> => {
    const startedAt = now()
    const latest = BigInt(Date.now() - leastRest) * 1_000_000n
    const paths = await find()
    const folders = await readChanges(folder, paths)
    const files = await measureFiles(folder, paths)
    const milliseconds = now() - startedAt
    const isShort = files.length < fewFiles && milliseconds < littleMilliseconds
    const isAtRest = [...folders.values()].every((at) => at < latest)
    made.folders = folders
    if (isShort || !isAtRest) forget(made)
    else expiry.start((keptTimes * milliseconds) / 1000)
    return { files, etag: toTag(files), forget: () => forget(made) }
  }
  const forget = (made: KeptListing): void => {
    if (kept === made) kept = undefined
  }
  return async () => {
    const known = kept
    if (known?.folders && !(await isUnchanged(folder, known.folders))) forget(known)
    if (kept) return await kept.listing
    const made: KeptListing = { listing: Promise.resolve().then(() => make(made)) }
    kept = made
    made.listing.catch(() => forget(made))
    return await made.listing
  }
}

/** Returns when each folder with one of these files was changed last; none where there are very many. */
async function readChanges(folder: string, paths: readonly string[]): Promise<ReadonlyMap<string, bigint>> {
  const within = new Set(paths.flatMap(listFolders))
  if (within.size > mostFolders) return new Map()
  return new Map(
    await Promise.all([...within].map(async (path) => [path, await readChange(folder, path)] as const)),
  )
}

/** Lists the folders above a file: a folder with folders alone may get another. */
function listFolders(path: string): readonly string[] {
  const above = dirname(path)
  return above === '.' ? ['.'] : [above, ...listFolders(above)]
}

async function readChange(folder: string, path: string): Promise<bigint> {
  return (await inTime(lstat(join(folder, path), { bigint: true }), path)).mtimeNs
}

async function isUnchanged(folder: string, folders: ReadonlyMap<string, bigint>): Promise<boolean> {
  const same = [...folders].map(
    async ([path, at]) => (await readChange(folder, path).catch(() => null)) === at,
  )
  return (await Promise.all(same)).every(Boolean)
}

async function measureFiles(folder: string, paths: readonly string[]): Promise<ListedFile[]> {
  const files: ListedFile[] = []
  for (let i = 0; i < paths.length; i += parallelStats) {
    const batch = paths.slice(i, i + parallelStats).map(async (path) => {
      const { size, mtimeNs } = await inTime(lstat(join(folder, path), { bigint: true }), path)
      return { path, size: Number(size), modified: mtimeNs }
    })
    files.push(...(await Promise.all(batch)))
  }
  return files
}

function toTag(files: readonly ListedFile[]): string {
  const hash = createHash('sha256')
  for (const { path, size, modified } of files) hash.update(`${path}\0${size} ${modified}\n`)
  return `"${hash.digest('base64url').slice(0, 27)}"`
}
