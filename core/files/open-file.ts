/**
 * Opening and reading of files that others have put there. A FIFO would block a plain `open` for ever, and
 * with it one of the four threads on which Node reads files; a device has no end; a network file system may
 * never answer. Here each of them costs an error.
 */
import { constants, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'

const { O_RDONLY, O_NONBLOCK = 0, O_NOCTTY = 0 } = constants // Windows does not know the last two
/** Without O_NONBLOCK a FIFO waits for a writer. */
const fileFlags = O_RDONLY | O_NONBLOCK | O_NOCTTY

/** How long a file system may take for one operation. */
const longestSeconds = 30
const pieceBytes = 256 * 1024

/** What a read says. */
interface BytesRead {
  readonly bytesRead: number
}

/**
 * Codes with which the system says that nothing is at a path, or something else than was looked for. All
 * others (EMFILE, EIO, ESTALE, EACCES, ETIMEDOUT …) leave unknown what is there.
 */
const knownCodes = new Set(['ENOENT', 'ENOTDIR', 'EISDIR', 'ELOOP', 'ENXIO', 'ENODEV', 'ENAMETOOLONG'])
/** How a failure of the system is mended. */
const remedies: { readonly [code: string]: string } = {
  EMFILE: 'raise the limit of open files of this process (ulimit -n)',
  ENFILE: 'raise the limit of open files of this machine',
  EACCES: 'give it to the user of this process',
  EPERM: 'give it to the user of this process',
  ENOSPC: 'make room there',
  EDQUOT: 'make room there',
}

/** A regular file that is open, or what can be read like one. */
export interface OpenFile {
  /** The descriptor, where it has one. */
  readonly fd?: number
  /** Bytes that it had when it was opened. */
  readonly size: number
  read(memory: Uint8Array, offset: number, byteLength: number, start: number): Promise<BytesRead>
  close(): Promise<void>
}

/**
 * Opens a regular file, following links unless `flags` say otherwise. The caller closes it with
 * {@link closeFile}. `shown` is the file's name in errors.
 * @throws `file.missing` when it is not there or is no regular file, `system.failed` when that is not known
 */
export async function openFile(
  path: string,
  shown = path,
  flags = 0,
): Promise<FileHandle & { readonly size: number }> {
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
    opening.then(closeFile, () => undefined) // it was given up, and may be opened after all
    throw toFileError(`${shown} cannot be opened`, cause)
  }
}

/**
 * Returns what went wrong with a file or folder: `file.missing` where the system says that it is not there,
 * or is something else; `system.failed`, with a remedy, where that leaves unknown what is there. Other errors
 * stay what they are. `what` is the beginning of the sentence.
 */
export function toFileError(what: string, cause: unknown): SpecimenError {
  const code = readCode(cause)
  if (code === undefined) return toSpecimenError(cause)
  // Node's message names the path, which may be one of a descriptor.
  const found = String(cause instanceof Error ? cause.message : cause).replace(/, \w+(?: '.*')?$/s, '')
  if (knownCodes.has(code)) return new SpecimenError('file.missing', `${what}: ${found}.`, { cause })
  const remedy = remedies[code] ?? 'look at its disk or network folder'
  return new SpecimenError('system.failed', `${what}: ${found}; ${remedy}.`, { cause })
}

/** Returns the code that the system gives an error, such as `ENOENT`. */
function readCode(error: unknown): string | undefined {
  const isOfSystem = error instanceof Error && 'code' in error && /^E[A-Z0-9]+$/.test(String(error.code))
  return isOfSystem ? String(error.code) : undefined
}

/**
 * Closes a handle without waiting: a read that the file system does not answer would hold up the caller. A
 * descriptor that was only read and cannot be closed leaves nothing to do.
 */
export function closeFile(file: Pick<OpenFile, 'close'>): void {
  file.close().catch(() => undefined)
}

/** How a whole file is read. */
export interface ReadLimits {
  /** The file's name in errors. */
  readonly shown: string
  readonly byteLimit: number
  /** Makes the error of a file that has more bytes; the detail has no full stop at its end. */
  readonly createError: (detail: string) => SpecimenError
}

/**
 * Returns what a file holds, whatever size it announces. @throws what `createError` makes when it has more
 * than `byteLimit` bytes
 */
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
  return joinPieces(pieces)
}

/** Returns the bytes of all pieces; those of a single one are not copied. */
export function joinPieces(pieces: readonly Uint8Array[]): Buffer {
  const [only] = pieces
  if (!only || pieces.length > 1) return Buffer.concat(pieces)
  return Buffer.from(only.buffer, only.byteOffset, only.byteLength)
}

/**
 * Yields the content in pieces, each in memory of its own; the event loop turns between them. @throws as
 * `readAt`
 */
export async function* readPieces(file: OpenFile, shown: string): AsyncGenerator<Uint8Array> {
  const { size } = file
  for (let at = 0; ; ) {
    // One byte more than there should be, so that most files are read at once, with their end.
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
  /** Offset of its first byte. */
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
 * Settles as an operation does, or rejects when it takes too long; it then goes on by itself. @throws
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

/** Returns whether an error means that there is no such file or folder. */
export function isAbsent(error: unknown): boolean {
  const code = readCode(error instanceof SpecimenError ? error.cause : error)
  return code === 'ENOENT' || code === 'ENOTDIR'
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
