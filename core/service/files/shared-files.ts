import { listFileHashes, mostDataCalls } from '../../contract/domain/data-ref.ts'
import { type ErrorCode, hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import type { Log } from '../../contract/domain/log.ts'
import type { Asset, AssetAnswer } from '../../contract/domain/specimen.ts'
import type { Json } from '../../contract/values/json.ts'
import {
  type BroughtFile,
  type BroughtFiles,
  type FilesOfCallers,
  openBrought,
  type SoughtFiles,
} from '../../engine/catalog/brought-file.ts'
import { openAsset } from '../../engine/catalog/open-asset.ts'
import type { CallerFile, CallerFiles, FileSender, GivenFile } from './caller-files.ts'
import type { FilePlaces } from './file-places.ts'
import type { FarFile, FileSharing, HeldFile } from './file-sharing.ts'
import type { FileProgress, PartialFiles, UploadPiece } from './partial-files.ts'

type RemoteAsset = Extract<Asset, { kind: 'remote' }>

/** Refusals of this host, which another source of the same bytes would not change. */
const ownRefusals: readonly ErrorCode[] = ['host.busy', 'body.large', 'system.failed']

/** The dependencies of {@link SharedFiles}. */
export interface SharedFilesOptions {
  readonly own: CallerFiles
  /** Those of this host that are not whole yet; the other hosts do not know them. */
  readonly partial: PartialFiles
  readonly places: FilePlaces
  /** Undefined for a host in no group. */
  readonly others: FileSharing | undefined
  readonly log: Log
}

/**
 * The files of callers, also of those who have brought them to another host of the group. Such a file comes
 * here when a run of its caller reads it, within the account of that caller, and is then a file of this host.
 */
export class SharedFiles implements SoughtFiles {
  readonly #own: CallerFiles
  readonly #partial: PartialFiles
  readonly #places: FilePlaces
  readonly #others: FileSharing | undefined
  readonly #log: Log
  readonly #arriving = new Map<string, Promise<void>>()
  /** What the group was told of files that are here. */
  #told = new Set<string>()

  constructor({ own, partial, places, others, log }: SharedFilesOptions) {
    this.#own = own
    this.#partial = partial
    this.#places = places
    this.#others = others
    this.#log = log
  }

  get all(): BroughtFiles {
    return this.#own.all
  }

  of(caller: string): BroughtFiles {
    return this.#own.of(caller)
  }

  /** Takes a file of a caller. @throws as {@link CallerFiles.take} */
  async take(given: GivenFile, sender: FileSender): Promise<CallerFile> {
    const file = await this.#own.take(given, sender)
    await this.#tell([{ ...file, ...sender }])
    return file
  }

  /**
   * Takes a piece of a file. Returns the file once it is whole, also where its caller has it already under
   * this name; undefined before. @throws as {@link PartialFiles.take}
   */
  async takePiece(piece: UploadPiece, sender: FileSender): Promise<CallerFile | undefined> {
    const { caller } = sender
    if (this.of(caller).find(piece.hash)?.name === piece.name) return this.#own.find(caller, piece.hash)
    const file = await this.#partial.take(piece, sender)
    if (file) await this.#tell([{ ...file, ...sender }])
    return file
  }

  /** Returns what has come of a file of a caller to this host; undefined for none that is on its way. */
  findPartial(caller: string, hash: string): FileProgress | undefined {
    return this.#partial.find(caller, hash)
  }

  /** Returns a file of a caller. @throws `file.missing`, `group.away` */
  async find(caller: string, hash: string): Promise<CallerFile> {
    try {
      return this.#own.find(caller, hash)
    } catch (error) {
      const far = hasCode(error, 'file.missing') ? await this.#others?.find(hash) : undefined
      const found = far?.find((file) => file.caller === caller)
      if (found) return found
      throw error
    }
  }

  /**
   * Removes a file for a caller, at all hosts, and what has come of one here.
   * @throws `file.missing`, `group.away`
   */
  async drop(caller: string, hash: string): Promise<void> {
    const wasPartial = this.#partial.drop(caller, hash)
    const wasThere = (await this.#others?.forget(caller, hash)) ?? false
    try {
      this.#own.drop(caller, hash)
    } catch (error) {
      if (!(wasThere || wasPartial) || !hasCode(error, 'file.missing')) throw error
    }
  }

  /** Drops a file for a caller who has removed it at another host. */
  dropHere(caller: string, hash: string): void {
    if (this.of(caller).find(hash)) this.#own.drop(caller, hash)
  }

  async seek(value: Json, caller?: string): Promise<FilesOfCallers> {
    const others = this.#others
    const own = caller === undefined ? this.all : this.of(caller)
    const hashes = others ? listFileHashes(value).filter((hash) => !own.find(hash)) : []
    // A call with more is refused.
    const asked = hashes.slice(0, mostDataCalls).map(async (hash) => await others?.find(hash))
    const far = (await Promise.all(asked)).flatMap((found) => found ?? [])
    if (far.length === 0) return this
    const pick = (hash: string, of?: string) =>
      this.#toBrought(far.filter((file) => file.hash === hash && (of ?? file.caller) === file.caller))
    return {
      of: (of) => ({ find: (hash) => this.of(of).find(hash) ?? pick(hash, of) }),
      all: { find: (hash) => this.all.find(hash) ?? pick(hash) },
    }
  }

  /** Tells the group of files that were used; of all with `isAll`, as when it has lost its data. */
  async announce(isAll = false): Promise<void> {
    if (!this.#others) return
    const held = [...this.#own.list()]
    const told = isAll ? new Set() : this.#told
    this.#told = new Set(held.map(nameOf).filter((name) => told.has(name)))
    await this.#tell(held.filter((file) => !told.has(nameOf(file))))
  }

  async close(): Promise<void> {
    this.#own.close()
    this.#partial.close()
    await this.#places.close()
  }

  /** Returns the bytes of a file for another host; undefined for none. */
  async openHere(hash: string, signal: AbortSignal): Promise<AssetAnswer | undefined> {
    const file = this.all.find(hash)
    return file && (await openBrought(file, signal))
  }

  async #tell(files: readonly HeldFile[]): Promise<void> {
    if (!this.#others || files.length === 0) return
    try {
      await this.#others.announce(files)
      for (const file of files) this.#told.add(nameOf(file))
    } catch (err) {
      this.#log.debug({ err }, 'files of callers were not announced') // they are with the next ones
    }
  }

  #toBrought(found: readonly FarFile[]): BroughtFile | undefined {
    const [first] = found
    if (!first) return undefined
    const { hash, name, kind, caller } = first
    let release = (): void => {}
    const open: RemoteAsset['open'] = async (request, signal) => {
      const here = this.of(caller).find(hash) ?? (await this.#bring(first, found))
      release()
      release = here.hold()
      return await openAsset(here.data, request, signal)
    }
    return { hash, name, kind, data: { kind: 'remote', name, open }, hold: () => () => release() }
  }

  /** Returns a file of another host once it is here. */
  async #bring({ caller, hash }: FarFile, found: readonly FarFile[]): Promise<BroughtFile> {
    const id = JSON.stringify([caller, hash])
    const arriving = this.#arriving.get(id) ?? this.#fetch(found).finally(() => this.#arriving.delete(id))
    this.#arriving.set(id, arriving)
    await arriving
    const here = this.of(caller).find(hash)
    if (here) return here
    throw lostFileError(hash)
  }

  async #fetch(found: readonly FarFile[]): Promise<void> {
    let cause: unknown
    for (const { hash, name, bytes: length, caller, client, open } of found)
      try {
        const body = await open()
        try {
          await this.take({ name, body, length, hash }, { caller, client })
        } finally {
          body.destroy()
        }
        return
      } catch (error) {
        if (error instanceof SpecimenError && ownRefusals.includes(error.code)) throw error
        this.#log.warn({ file: hash, err: error }, 'a file could not be had from another host')
        cause = error
      }
    throw lostFileError(found[0]?.hash ?? '', cause)
  }
}

/** Returns what is another text once a file was used. */
function nameOf({ caller, hash, expiresAt }: HeldFile): string {
  return `${hash} ${expiresAt} ${caller}`
}

function lostFileError(hash: string, cause?: unknown): SpecimenError {
  const detail =
    `The host that had your file ${JSON.stringify(hash)} is gone, or has it no longer; ` +
    'bring it again by POST /api/files.'
  return new SpecimenError('file.missing', detail, { cause })
}
