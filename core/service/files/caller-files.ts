import { existsSync } from 'node:fs'
import { hasEnding } from '../../contract/domain/data-ref.ts'
import { type ErrorCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { ResultType } from '../../contract/domain/result/result.ts'
import { listShortly } from '../../contract/schema/issue-words.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import {
  type BroughtFile,
  type BroughtFiles,
  type FilesOfCallers,
  findFileKind,
  unknownFileError,
} from '../../engine/catalog/brought-file.ts'
import type { Hold, Ledger } from '../account/ledger.ts'
import { checkFileSize, createBodyRoom, leastFileBytes } from './body-room.ts'
import { type FilePlace, type FilePlaces, toFilePath } from './file-places.ts'
import { type ArrivedFile, type ArrivingFile, receiveFile } from './receive-file.ts'

/** The dependencies of {@link CallerFiles}. */
export interface CallerFilesOptions {
  readonly places: FilePlaces
  /** The bytes of files, by client. */
  readonly ledger: Ledger
  readonly ttlSeconds: number
  /** Returns the endings of files that functions take as they are; null for any. */
  readonly readEndings: () => readonly string[] | null
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** The sender of a file. */
export interface FileSender {
  /** The name of the caller, who may refer to it afterwards. */
  readonly caller: string
  /** The name for limits. */
  readonly client: string
}

/** A file that is brought. */
export interface GivenFile extends ArrivingFile {
  /** Empty for none. */
  readonly name: string
}

/** A file as one of its callers has it. */
export interface CallerFile {
  readonly hash: string
  readonly name: string
  readonly bytes: number
  /** Null for a file that only functions can read. */
  readonly kind: ResultType | null
  /** The Unix time in milliseconds when it expires, unless it is used before. */
  readonly expiresAt: number
}

/** What one caller has brought. */
interface Possession {
  readonly name: string
  readonly kind: ResultType | null
  readonly client: string
  readonly hold: Hold
  /** Unix time in milliseconds. */
  expiresAt: number
}

/** Bytes on the disk, with those who have brought them. */
interface StoredFile extends ArrivedFile, FilePlace {
  readonly callers: Map<string, Possession>
  /** The runs that read it now. */
  uses: number
  /** Amounts of those who have it no longer, while a run still reads it. */
  readonly left: Hold[]
}

/** The refusals of files that no format of this host is for. */
const undecoded: readonly ErrorCode[] = ['format.unknown', 'file.undecodable']

/** The name and the account of a file whose bytes are here. */
export interface KeptAs {
  readonly name: string
  /** Taken over where the file is kept. */
  readonly hold: Hold
}

const sweepSeconds = 30

/**
 * The files that callers have brought as data of functions. Bytes are in a folder of the host, once however
 * many callers bring them, and under a number: no word of a caller is part of a path. Only who has brought
 * the bytes may refer to them; to all others they are not there. They go when all of their callers have
 * removed them or let them expire, and no run reads them.
 */
export class CallerFiles implements FilesOfCallers {
  readonly #options: CallerFilesOptions
  readonly #stored = new Map<string, StoredFile>()
  readonly #sweep = createDeadline(() => this.#dropExpired())

  constructor(options: CallerFilesOptions) {
    this.#options = options
  }

  readonly all: BroughtFiles = {
    find: (hash) => {
      const file = this.#findStored(hash)
      const callers = file ? [...file.callers.keys()] : []
      return callers.map((caller) => this.#use(caller, hash)).find((found) => found !== undefined)
    },
  }

  of(caller: string): BroughtFiles {
    return { find: (hash) => this.#use(caller, hash) }
  }

  /**
   * Takes a file as it comes, and looks at its beginning. What is refused or cut leaves nothing behind.
   * @throws `body.large`, `host.busy`, `request.invalid`, `format.unknown`, `file.undecodable`,
   * `system.failed`
   */
  async take({ name, ...arriving }: GivenFile, sender: FileSender): Promise<CallerFile> {
    const { ledger, places } = this.#options
    const { length = 0 } = arriving
    checkFileSize(ledger, length)
    const hold = ledger.take(sender.client, Math.max(leastFileBytes, length))
    let place: FilePlace | undefined
    try {
      place = await places.create()
      const room = createBodyRoom(hold, (bytes) => checkFileSize(ledger, bytes))
      const arrived = await receiveFile(toFilePath(place), arriving, room)
      return await this.keep({ ...arrived, ...place }, { name, hold }, sender)
    } catch (error) {
      hold.release()
      if (place) places.remove(place)
      throw error
    }
  }

  /**
   * Looks at the beginning of a file that is whole, and keeps it. Where it throws, place and hold stay the
   * caller's of this method.
   * @throws `host.busy`, `format.unknown`, `file.undecodable`, `system.failed`
   */
  async keep(
    arrived: ArrivedFile & FilePlace,
    { name, hold }: KeptAs,
    { caller, client }: FileSender,
  ): Promise<CallerFile> {
    hold.resize(Math.max(leastFileBytes, arrived.bytes))
    const kind = await this.#findKind(toFilePath(arrived), name)
    return this.#add(arrived, caller, { name, kind, client, hold, expiresAt: this.#later() })
  }

  /** Returns a file of a caller. @throws `file.missing` */
  find(caller: string, hash: string): CallerFile {
    const file = this.#findStored(hash)
    const mine = this.#possess(caller, hash)
    if (!file || !mine) throw unknownFileError(hash)
    const { name, kind, expiresAt } = mine
    return { hash, name, bytes: file.bytes, kind, expiresAt }
  }

  /** Yields the files of all callers. */
  *list(): Generator<CallerFile & FileSender> {
    for (const { hash, bytes, callers } of this.#stored.values())
      for (const [caller, { name, kind, client, expiresAt }] of callers)
        yield { hash, name, bytes, kind, expiresAt, caller, client }
  }

  /** Removes a file for a caller; others who have brought it keep it. @throws `file.missing` */
  drop(caller: string, hash: string): void {
    const file = this.#stored.get(hash)
    if (!file || !this.#possess(caller, hash)) throw unknownFileError(hash)
    this.#leave(file, caller)
  }

  close(): void {
    this.#sweep.stop()
  }

  /** Returns the kind of a file, null for one that functions alone can read. @throws as {@link take} */
  async #findKind(path: string, name: string): Promise<ResultType | null> {
    try {
      return await findFileKind(path, name)
    } catch (error) {
      if (!(error instanceof SpecimenError) || !undecoded.includes(error.code)) throw error
      const endings = this.#options.readEndings()
      if (endings === null || endings.some((ending) => hasEnding(name, [ending]))) return null
      if (endings.length === 0) throw error
      const taken = `Functions of this host also take files that end in ${listShortly(endings, String)}.`
      throw new SpecimenError(error.code, `${error.message} ${taken}`, { cause: error.cause })
    }
  }

  #add(arrived: ArrivedFile & FilePlace, caller: string, mine: Possession): CallerFile {
    const { hash, place } = arrived
    const file = this.#findStored(hash) ?? {
      ...arrived,
      callers: new Map(),
      uses: 0,
      left: [],
    }
    if (file.place !== place) this.#options.places.remove(arrived) // the same bytes are there
    file.callers.get(caller)?.hold.release()
    file.callers.set(caller, mine)
    this.#stored.set(hash, file)
    this.#sweep.startOnce(this.#pause)
    return this.find(caller, hash)
  }

  /** Returns a file whose bytes are there: cleaners of temporary files may have removed them. */
  #findStored(hash: string): StoredFile | undefined {
    const file = this.#stored.get(hash)
    if (!file || existsSync(toFilePath(file))) return file
    this.#stored.delete(hash)
    for (const caller of [...file.callers.keys()]) this.#leave(file, caller)
    return undefined
  }

  #use(caller: string, hash: string): BroughtFile | undefined {
    const file = this.#findStored(hash)
    const mine = this.#possess(caller, hash)
    if (!file || !mine) return undefined
    mine.expiresAt = this.#later()
    const { name, kind } = mine
    const data = { kind: 'file', folder: file.folder, name: file.place } as const
    return { hash, name, kind, data, hold: () => this.#hold(file) }
  }

  #hold(file: StoredFile): () => void {
    file.uses++
    return () => {
      file.uses--
      this.#tidy(file)
    }
  }

  /** Returns what a caller has of a file; undefined for nothing, and for what has expired. */
  #possess(caller: string, hash: string): Possession | undefined {
    const mine = this.#stored.get(hash)?.callers.get(caller)
    return mine && mine.expiresAt > this.#options.now() ? mine : undefined
  }

  #leave(file: StoredFile, caller: string): void {
    const mine = file.callers.get(caller)
    file.callers.delete(caller)
    if (mine) file.left.push(mine.hold)
    this.#tidy(file)
  }

  /** Gives back what nothing needs any more. */
  #tidy(file: StoredFile): void {
    if (file.uses > 0) return
    for (const hold of file.left.splice(0)) hold.release()
    if (file.callers.size > 0 || this.#stored.get(file.hash) !== file) return
    this.#stored.delete(file.hash)
    this.#options.places.remove(file)
  }

  #dropExpired(): void {
    const now = this.#options.now()
    for (const file of [...this.#stored.values()])
      for (const [caller, { expiresAt }] of [...file.callers]) if (expiresAt <= now) this.#leave(file, caller)
    if (this.#stored.size > 0) this.#sweep.start(this.#pause)
  }

  get #pause(): number {
    return Math.min(sweepSeconds, this.#options.ttlSeconds)
  }

  #later(): number {
    return this.#options.now() + 1000 * this.#options.ttlSeconds
  }
}
