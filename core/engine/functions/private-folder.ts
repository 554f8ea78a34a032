import { chmodSync, chownSync, constants, lstatSync, mkdirSync } from 'node:fs'
import { chmod, lstat, mkdtemp, open, readdir, rm, utimes } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import { isJsonObject, parseJson } from '../../contract/values/json.ts'
import { isCount } from '../../contract/values/number.ts'
import { inTime, isAbsent, openFile, readOpened, toFileError } from '../files/open-file.ts'
import { describeProcess, isRunning, type ProcessRecord } from './process-record.ts'

const prefix = 'specimen-host-'
const ownerName = 'owner.json'
const ownerBytes = 4096
const beatMilliseconds = 5 * 60_000
const staleMilliseconds = 60 * 60_000
/** The timeout of its removal: a host that stops does not wait for a disk that does not answer. */
const removalSeconds = 10

/** Clock, log and place of a private folder. */
export interface PrivateFolderOptions {
  /** Unix time in milliseconds. */
  readonly now: () => number
  readonly log: Log
  readonly parent?: string
  /** Id of a group with read access; the user must be root. */
  readonly readers?: number | undefined
}

/**
 * The private folder of a host, for the verified copies of its bundles: readable by its user and by the
 * plugins' user, named after its process, removed at its end, or by the next host when it was killed.
 *
 * Containers that share a temporary folder see each other's folders but not each other's processes, and each
 * may have a process 1. So a folder records its process and its table of processes: a folder of the same
 * table is abandoned when that process is gone, any other when its heartbeat has been missing for an hour.
 */
export class PrivateFolder {
  readonly path: string
  readonly #options: PrivateFolderOptions
  readonly #owner: ProcessRecord
  readonly #beat: NodeJS.Timeout
  #isClosed = false

  constructor(path: string, owner: ProcessRecord, options: PrivateFolderOptions) {
    this.path = path
    this.#owner = owner
    this.#options = options
    const beat = (): void => {
      this.beat().catch((err: unknown) =>
        options.log.warn({ err }, 'the private folder could not be marked as in use'),
      )
    }
    this.#beat = setInterval(beat, beatMilliseconds).unref()
  }

  /**
   * Makes it again if it was removed, as programs that clean temporary folders do.
   * @throws `host.stopping` once it is closed, and the system's own error
   */
  async restore(): Promise<void> {
    if (this.#isClosed)
      throw new SpecimenError('host.stopping', 'The host is stopping and copies no bundles.')
    this.#make()
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_NOFOLLOW ?? 0)
    await using file = await open(join(this.path, ownerName), flags, 0o600)
    await file.writeFile(JSON.stringify(this.#owner))
    const seconds = this.#options.now() / 1000
    await file.utimes(seconds, seconds)
  }

  /** Synchronous, as other operations look for it meanwhile and make copies in it. */
  #make(): void {
    if (!isOwn(this.path)) mkdirSync(this.path, { mode: 0o700 })
    const { readers, log } = this.#options
    if (readers === undefined) return
    try {
      chownSync(this.path, 0, readers)
      chmodSync(this.path, 0o2750) // its contents inherit the group
    } catch (err) {
      // Usual in a container whose only user is root.
      log.info({ err }, 'the private folder is open to its user alone')
    }
  }

  /** Makes it again if it is missing. @throws as {@link restore} */
  async ensure(): Promise<void> {
    if (this.#isClosed || !isOwn(this.path)) await this.restore()
  }

  async beat(): Promise<void> {
    const seconds = this.#options.now() / 1000
    try {
      await utimes(join(this.path, ownerName), seconds, seconds)
    } catch (cause) {
      if (!isAbsent(cause)) throw cause
      // Without its removed record, its age would decide. A folder that is gone is made again when it is
      // needed.
      if (isOwn(this.path)) await this.restore()
    }
  }

  /** Removes the folders of ended hosts. Logs failures. Slow for many bundles: no start waits for it. */
  async tidy(): Promise<void> {
    const parent = dirname(this.path)
    const { now, log } = this.#options
    try {
      const names = await inTime(readdir(parent), parent)
      for (const name of names.filter((found) => found.startsWith(prefix))) {
        const folder = join(parent, name)
        if (this.#isClosed) return
        if (!isOwn(folder) || !(await isLeftBehind(folder, this.#owner, now()))) continue
        await inTime(removeTree(folder), folder).catch((err: unknown) =>
          log.warn({ err, folder }, 'not removed'),
        )
      }
    } catch (err) {
      log.warn({ err }, 'folders of hosts that are no more could not be removed')
    }
  }

  /** Removes it with its contents. Never throws, and waits ten seconds at most. */
  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#beat)
    await inTime(removeTree(this.path), this.path, removalSeconds).catch((err: unknown) => {
      this.#options.log.warn({ err }, 'the private folder could not be removed; the next host does it')
    })
  }
}

/** Returns a new private folder. @throws as {@link toFileError}, naming the parent folder */
export async function createPrivateFolder(options: PrivateFolderOptions): Promise<PrivateFolder> {
  const { parent = tmpdir() } = options
  try {
    const path = await mkdtemp(join(parent, `${prefix}${process.pid}-`))
    const folder = new PrivateFolder(path, describeProcess(), options)
    await folder.restore().catch(async (error: unknown) => {
      await folder.close()
      throw error
    })
    return folder
  } catch (cause) {
    throw toFileError(`The private folder cannot be made in ${parent} (TMPDIR names another)`, cause)
  }
}

/** Removes a folder whose folders are read-only. */
export async function removeTree(folder: string): Promise<void> {
  await makeWritable(folder)
  await rm(folder, { recursive: true, force: true })
}

async function makeWritable(folder: string): Promise<void> {
  try {
    await chmod(folder, 0o700)
    const entries = await readdir(folder, { withFileTypes: true })
    for (const entry of entries) if (entry.isDirectory()) await makeWritable(join(folder, entry.name))
  } catch (error) {
    if (!isAbsent(error)) throw error // removed meanwhile by another host
  }
}

/** Excludes another user's folder, and a link in the place of a folder. */
function isOwn(folder: string): boolean {
  try {
    const stat = lstatSync(folder)
    return stat.isDirectory() && (process.getuid === undefined || stat.uid === process.getuid())
  } catch {
    return false // removed meanwhile by another host
  }
}

async function isLeftBehind(folder: string, self: ProcessRecord, now: number): Promise<boolean> {
  const owner = await readOwner(folder)
  if (owner?.table === self.table) return !(await isRunning(owner))
  const marked = await lstat(owner ? join(folder, ownerName) : folder).catch(() => undefined)
  return marked !== undefined && now - marked.mtimeMs > staleMilliseconds
}

/** Returns undefined for a folder without a record: it is just being made, or was damaged. */
async function readOwner(folder: string): Promise<ProcessRecord | undefined> {
  try {
    const createError = (detail: string): SpecimenError => new SpecimenError('file.missing', detail)
    const limits = { shown: ownerName, byteLimit: ownerBytes, createError }
    const text = await readOpened(openFile(join(folder, ownerName)), limits)
    const record = parseJson(text.toString('utf8'), ownerName)
    if (!isJsonObject(record)) return undefined
    const { table, pid, start } = record
    const fits = typeof table === 'string' && isCount(pid) && pid > 0 && typeof start === 'string'
    return fits ? { table, pid, start } : undefined
  } catch {
    return undefined // its age decides
  }
}
