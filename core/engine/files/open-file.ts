/**
 * Opening and reading of files from outside. A FIFO would block a plain `open` for ever, and with it one of
 * the four threads on which Node reads files; a device has no end; a network file system may never answer.
 * Here each of them costs an error.
 */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import { toThrownText } from '../../contract/text/thrown-text.ts'

const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants // absent on Windows
/** Without O_NONBLOCK a FIFO waits for a writer. */
const fileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

const longestSeconds = 30
const pieceBytes = 256 * 1024
/** Folders or files read at a time: each has up to two open. */
const parallelReads = 8

/**
 * System codes for an absent path, or for another kind of file than expected. All others (EMFILE, EIO,
 * ESTALE, EACCES, ETIMEDOUT …) leave the state unknown.
 */
const knownCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'ENAMETOOLONG'])
const remedies: { readonly [code: string]: string } = {
  EMFILE: 'raise the limit of open files of this process (ulimit -n)',
  ENFILE: 'raise the limit of open files of this machine',
  EACCES: 'give it to the user of this process',
  EPERM: 'give it to the user of this process',
  ENOSPC: 'make room there',
  EDQUOT: 'make room there',
  EFBIG: 'raise the limit of file sizes of this process (ulimit -f)',
  EROFS: 'choose a place that can be written to',
  EEXIST: 'choose another name, or remove it',
}

/** An open regular file. */
export type OpenFile = FileHandle & { readonly size: number }

/** Opens a regular file. @throws `file.missing` when it is no such file, `system.failed` when unknown */
export async function openFile(path: string, shown = path, flags = 0): Promise<OpenFile> {
  const file = await openInTime(path, fileFlags | flags, shown)
  try {
    const stats = await inTime(file.stat(), shown)
    requireFile(stats, shown)
    return Object.assign(file, { size: stats.size })
  } catch (error) {
    closeFile(file)
    throw error
  }
}

function requireFile(stats: Stats, shown: string): void {
  if (stats.isFile()) return
  throw new SpecimenError('file.missing', `${shown} must be a regular file (got ${describeKind(stats)}).`)
}

/** Opens anything with these flags. @throws as {@link toFileError} */
export async function openInTime(path: string, flags: number, shown: string): Promise<FileHandle> {
  const opening = open(path, flags)
  try {
    return await inTime(opening, shown)
  } catch (cause) {
    opening.then(closeFile, () => undefined) // it timed out, and may open after all
    throw toFileError(`${shown} cannot be opened`, cause)
  }
}

/** Returns `file.missing` or, when its state is unknown, `system.failed`; other errors unchanged. */
export function toFileError(what: string, cause: unknown): SpecimenError {
  const code = readCode(cause)
  if (code === undefined) return toSpecimenError(cause)
  // Node's message names the path, which may be one of a descriptor.
  const reason = toThrownText(cause).replace(/, \w+(?: '.*')?$/s, '')
  if (knownCodes.has(code)) return new SpecimenError('file.missing', `${what}: ${reason}.`, { cause })
  const remedy = remedies[code] ?? 'look at its disk or network folder'
  return new SpecimenError('system.failed', `${what}: ${reason}; ${remedy}.`, { cause })
}

/** Returns the system's code of an error, such as `ENOENT`. */
function readCode(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
  return isOfSystem ? String(error.code) : undefined
}

/** Closes a handle without waiting for reads in progress. A failure needs no handling. */
export function closeFile(file: Pick<OpenFile, 'close'>): void {
  file.close().catch(() => undefined)
}

/** The limits for reading a whole file. */
export interface ReadLimits {
  readonly shown: string
  readonly byteLimit: number
  /** Makes the error of a file with more bytes; the detail has no full stop at its end. */
  readonly createError: (detail: string) => SpecimenError
}

/** Returns the contents of a file, whose reported size may be wrong. @throws the error of `createError` */
export async function readWhole(
  file: OpenFile,
  { shown, byteLimit, createError }: ReadLimits,
): Promise<Buffer> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of readPieces(file, shown)) {
    pieces.push(piece)
    length += piece.length
    if (length > byteLimit)
      throw createError(`${shown} has more than ${byteLimit} bytes, and no more are read`)
  }
  return Buffer.concat(pieces)
}

/** Opens, reads and closes a file. @throws as the opening and {@link readWhole} */
export async function readOpened(opening: Promise<OpenFile>, limits: ReadLimits): Promise<Buffer> {
  const file = await opening
  return await readWhole(file, limits).finally(() => closeFile(file))
}

/** Yields the content in pieces of own memory; the event loop turns between them. @throws as `readAt` */
export async function* readPieces(file: OpenFile, shown: string): AsyncGenerator<Uint8Array> {
  const { size } = file
  for (let at = 0; ; ) {
    // One byte more than expected, so that most files are read at once, with their end.
    const byteLength = at < size ? Math.min(pieceBytes, size - at + 1) : pieceBytes
    const piece = await readAt(file, shown, { start: at, byteLength })
    if (piece.length === 0) return
    at += piece.length
    yield piece
    if (at === size && piece.length < byteLength) return
  }
}

/** A part of a file. */
export interface ByteRange {
  readonly start: number
  readonly byteLength: number
}

/**
 * Returns the bytes of a part of a file, in memory of their own: fewer where the file ends in it, none behind
 * the end. @throws as {@link toFileError}
 */
export async function readAt(
  file: Pick<OpenFile, 'read'>,
  shown: string,
  { start, byteLength }: ByteRange,
): Promise<Uint8Array> {
  const memory = Buffer.allocUnsafeSlow(byteLength)
  try {
    const { bytesRead } = await inTime(file.read(memory, 0, byteLength, start), shown)
    return memory.subarray(0, bytesRead)
  } catch (cause) {
    throw toFileError(`${shown} cannot be read`, cause)
  }
}

/**
 * Settles as an operation does, or rejects after a timeout; the operation then goes on by itself. @throws
 * `system.failed`
 */
export async function inTime<T>(operation: Promise<T>, shown: string, seconds = longestSeconds): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(silenceError(shown, seconds)), seconds * 1000)
  })
  try {
    return await Promise.race([operation, silence])
  } finally {
    clearTimeout(timer)
  }
}

function silenceError(shown: string, seconds: number): SpecimenError {
  const found = `The file system did not answer for ${shown} within ${seconds} seconds`
  return new SpecimenError('system.failed', `${found}; check that it is still there.`)
}

/** Returns true for the error of an absent file or folder. */
export function isAbsent(error: unknown): boolean {
  const code = readCode(error instanceof SpecimenError ? error.cause : error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** Does the work of each item, some at a time, and calls `take` for each in their order. */
export async function settleEach<Item, T>(
  items: readonly Item[],
  work: (item: Item) => Promise<T>,
  take: (outcome: PromiseSettledResult<T>, item: Item) => void,
): Promise<void> {
  for (let i = 0; i < items.length; i += parallelReads) {
    const batch = items.slice(i, i + parallelReads)
    const settled = await Promise.allSettled(batch.map(work))
    for (const [k, item] of batch.entries()) if (settled[k]) take(settled[k], item)
  }
}

/** Returns undefined where an operation finds no file or folder. */
export async function ifThere<T>(operation: Promise<T>): Promise<T | undefined> {
  return await operation.catch((error: unknown) => {
    if (isAbsent(error)) return undefined
    throw error
  })
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
