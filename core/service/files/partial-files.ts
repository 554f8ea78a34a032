import { createHash, type Hash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { hasCode, SpecimenError } from '../../contract/domain/errors.ts'
import { createDeadline } from '../../contract/time/deadline.ts'
import { createDeferred, type Deferred } from '../../contract/time/deferred.ts'
import { toFileError } from '../../engine/files/open-file.ts'
import type { Hold, Ledger } from '../account/ledger.ts'
import { checkFileSize, leastFileBytes } from './body-room.ts'
import type { CallerFile, CallerFiles, FileSender } from './caller-files.ts'
import { type FilePlace, type FilePlaces, toFilePath } from './file-places.ts'
import { alteredError, cutError, readBody, writeAt } from './receive-file.ts'

/** The dependencies of {@link PartialFiles}. */
export interface PartialFilesOptions {
  readonly places: FilePlaces
  /** The bytes of files, by client. */
  readonly ledger: Ledger
  /** Takes the files that are whole. */
  readonly whole: Pick<CallerFiles, 'keep'>
  /** The seconds for which a file waits for its next piece. */
  readonly waitSeconds: number
  /** Unix time in milliseconds. */
  readonly now: () => number
}

/** A piece of a file, as it comes. */
export interface UploadPiece {
  /** The SHA-256 of the whole file in hexadecimal digits. */
  readonly hash: string
  /** The name of the file; empty for none. */
  readonly name: string
  /** The place of its first byte in the file. */
  readonly start: number
  /** The place after its last byte. */
  readonly end: number
  /** The bytes of the whole file. */
  readonly total: number
  readonly body: Readable
  /** Drops what has come before, as a body that is the whole file does; absent for false. */
  readonly restarts?: boolean
}

/** The bytes of a file that have come. */
export interface FileProgress {
  /** Their number, and so the place at which the file goes on. */
  readonly offset: number
  readonly total: number
}

/** A file of which some bytes have come. */
interface PartialFile {
  readonly client: string
  readonly hold: Hold
  readonly total: number
  readonly digest: Hash
  offset: number
  /** Undefined before the first bytes. */
  place: FilePlace | undefined
  /** The request that writes to it; undefined for none. */
  turn: Turn | undefined
  /** Unix time in milliseconds. */
  expiresAt: number
}

/** A request that writes a piece, until it ends or is stopped. */
interface Turn {
  readonly stop: AbortController
  readonly end: Deferred<void>
}

/** Files that a client may have begun at once. */
const mostPartials = 16
const sweepSeconds = 30

/**
 * The files that callers bring in pieces, one after the other, until they are whole. What has come of a piece
 * stays when its connection breaks, in the account of its client. A piece must begin where the file goes on;
 * the one that does takes over from a request that stands there, which may be a dead connection. So one of
 * two who send the same file is told where it goes on, and none waits for the other.
 */
export class PartialFiles {
  readonly #options: PartialFilesOptions
  readonly #partials = new Map<string, PartialFile>()
  readonly #sweep = createDeadline(() => this.#dropExpired())

  constructor(options: PartialFilesOptions) {
    this.#options = options
  }

  /** Returns what has come of a file of a caller; undefined for none that is on its way. */
  find(caller: string, hash: string): FileProgress | undefined {
    const { offset, total } = this.#get(toId(caller, hash)) ?? {}
    return offset === undefined || total === undefined ? undefined : { offset, total }
  }

  /**
   * Takes a piece as it comes. Returns the file where it is the last; undefined before.
   * @throws `piece.displaced` where the file goes on elsewhere, or another request goes on with it;
   * `piece.outside`; `file.altered` where the whole has another hash, and is dropped; as
   * {@link CallerFiles.take}
   */
  async take(piece: UploadPiece, sender: FileSender): Promise<CallerFile | undefined> {
    const id = toId(sender.caller, piece.hash)
    if (piece.restarts) this.drop(sender.caller, piece.hash)
    const partial = this.#get(id) ?? this.#begin(id, piece, sender.client)
    checkPiece(partial, piece)
    const turn: Turn = { stop: new AbortController(), end: createDeferred() }
    const former = partial.turn
    partial.turn = turn
    try {
      if (former) await this.#takeOver(partial, piece, { former, turn })
      partial.hold.resize(Math.max(leastFileBytes, piece.end))
      await this.#write(partial, piece, turn.stop.signal)
    } finally {
      if (partial.turn === turn) this.#rest(id, partial)
      turn.end.resolve()
    }
    return partial.offset < partial.total ? undefined : await this.#complete(id, partial, { piece, sender })
  }

  /** Drops what has come of a file; returns false for nothing. */
  drop(caller: string, hash: string): boolean {
    const id = toId(caller, hash)
    const partial = this.#get(id)
    if (partial) this.#drop(id, partial)
    return partial !== undefined
  }

  close(): void {
    this.#sweep.stop()
  }

  #get(id: string): PartialFile | undefined {
    const partial = this.#partials.get(id)
    if (!partial || !this.#isExpired(partial)) return partial
    this.#drop(id, partial)
    return undefined
  }

  /** Begins a file. @throws `body.large`, `host.busy`, `piece.displaced` */
  #begin(id: string, { start, total }: UploadPiece, client: string): PartialFile {
    const { ledger } = this.#options
    if (start > 0) throw displacedError(0)
    checkFileSize(ledger, total)
    const begun = [...this.#partials.values()].filter((partial) => partial.client === client)
    if (begun.length >= mostPartials) throw manyPartialsError()
    // Refuses a file that has no room as a whole, before anything of it is sent.
    const hold = ledger.take(client, Math.max(leastFileBytes, total))
    const partial: PartialFile = {
      client,
      hold,
      total,
      digest: createHash('sha256'),
      offset: 0,
      place: undefined,
      turn: undefined,
      expiresAt: Number.POSITIVE_INFINITY, // until its first piece has ended
    }
    this.#partials.set(id, partial)
    this.#sweep.startOnce(this.#pause)
    return partial
  }

  /** Waits until another request has left a file. @throws as {@link take} */
  async #takeOver(
    partial: PartialFile,
    piece: UploadPiece,
    { former, turn }: { readonly former: Turn; readonly turn: Turn },
  ): Promise<void> {
    former.stop.abort(displacedError(partial.offset))
    await former.end.promise
    turn.stop.signal.throwIfAborted()
    checkPiece(partial, piece) // the other has written until it noticed
  }

  async #write(partial: PartialFile, { body, end }: UploadPiece, signal: AbortSignal): Promise<void> {
    const file = await this.#open(partial)
    try {
      for await (const bytes of readBody(body, () => partial.offset, signal)) {
        if (partial.offset + bytes.length > end) throw longPieceError(end)
        await writeAt(file, bytes, partial.offset)
        partial.digest.update(bytes)
        partial.offset += bytes.length
      }
    } finally {
      await file.close()
    }
    if (partial.offset < end) throw cutError(`byte ${partial.offset}, before ${end}`)
  }

  async #open(partial: PartialFile): Promise<FileHandle> {
    const { offset } = partial
    partial.place ??= await this.#options.places.create()
    try {
      return await open(toFilePath(partial.place), offset === 0 ? 'w' : 'r+', 0o600)
    } catch (cause) {
      const error = toFileError('A file cannot be kept', cause)
      if (!hasCode(error, 'file.missing')) throw error
      partial.offset = 0 // its beginning is gone, as by a cleaner of temporary files
      throw displacedError(0)
    }
  }

  /** Lets a file wait for its next piece; one without bytes is dropped. */
  #rest(id: string, partial: PartialFile): void {
    partial.turn = undefined
    partial.expiresAt = this.#options.now() + 1000 * this.#options.waitSeconds
    if (partial.offset === 0) this.#drop(id, partial)
    else partial.hold.resize(Math.max(leastFileBytes, partial.offset))
  }

  /** Checks a file of which all bytes have come, and hands it over. */
  async #complete(
    id: string,
    partial: PartialFile,
    { piece: { hash, name }, sender }: { readonly piece: UploadPiece; readonly sender: FileSender },
  ): Promise<CallerFile> {
    const { hold, place, total } = partial
    if (!place || this.#partials.get(id) !== partial) throw displacedError(0) // it was dropped meanwhile
    try {
      const found = partial.digest.digest('hex')
      if (found !== hash) throw alteredError(found, hash)
      this.#partials.delete(id)
      return await this.#options.whole.keep({ ...place, hash, bytes: total }, { name, hold }, sender)
    } catch (error) {
      this.#drop(id, partial)
      throw error
    }
  }

  #drop(id: string, partial: PartialFile): void {
    if (this.#partials.get(id) === partial) this.#partials.delete(id)
    partial.hold.release()
    partial.turn?.stop.abort(displacedError(0))
    if (partial.place) this.#options.places.remove(partial.place)
  }

  #dropExpired(): void {
    for (const id of [...this.#partials.keys()]) this.#get(id)
    if (this.#partials.size > 0) this.#sweep.start(this.#pause)
  }

  #isExpired({ turn, expiresAt }: PartialFile): boolean {
    return turn === undefined && expiresAt <= this.#options.now()
  }

  get #pause(): number {
    return Math.min(sweepSeconds, this.#options.waitSeconds)
  }
}

function toId(caller: string, hash: string): string {
  return JSON.stringify([caller, hash])
}

/** @throws `piece.outside`, `piece.displaced` */
function checkPiece({ total, offset }: PartialFile, piece: UploadPiece): void {
  if (piece.total !== total) {
    const detail =
      `The file was begun as one of ${total} bytes (got a piece of ${piece.total}); ` +
      'delete it (DELETE /api/files/…) to begin it again.'
    throw new SpecimenError('piece.outside', detail)
  }
  if (piece.start !== offset) throw displacedError(offset)
}

function displacedError(offset: number): SpecimenError {
  const detail =
    `The file goes on at byte ${offset}, or another request goes on with it; ask for its offset ` +
    '(HEAD /api/files/…), and send the rest from there.'
  return new SpecimenError('piece.displaced', detail)
}

function longPieceError(end: number): SpecimenError {
  const range = `its Content-Range, which ends before byte ${end}`
  const detail = `The body has more bytes than ${range}; send the rest again.`
  return new SpecimenError('request.invalid', detail)
}

function manyPartialsError(): SpecimenError {
  const detail =
    `This client has begun ${mostPartials} files that are not whole, as many as it may; send the rest of ` +
    'one, delete one (DELETE /api/files/…), or wait until they expire.'
  return new SpecimenError('host.busy', detail)
}
