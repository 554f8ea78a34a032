/**
 * Opening and reading of files that others have put there. A FIFO would block a plain `open` for ever, and
 * with it one of the four threads on which Node reads files; a device has no end; a network file system may
 * never answer. Here each of them costs an error.
 */
import { closeSync, constants, fstatSync, openSync, readSync, type Stats } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { SpecimenError } from '../domain/errors.ts'

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

/** A regular file that is open, or what can be read like one. */
export interface OpenFile {
  /** The descriptor, where it has one. */
  readonly fd?: number
  /** Bytes that it had when it was opened. */
  readonly size: number
  read(memory: Uint8Array, offset: number, byteLength: number, start: number): BytesRead | Promise<BytesRead>
  close(): Promise<void>
}

/**
 * Opens a regular file, following links unless `flags` say otherwise. The caller closes it with
 * {@link closeFile}. `shown` is the file's name in errors.
 * @throws `file.missing` when it cannot be opened (the system's own error is the cause) or is no regular file
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

/**
 * Opens a regular file as {@link openFile} does, but everything waits for it and for what is read of it: for
 * disks of this machine, and as long as there is nothing else to be done. @throws as `openFile`
 */
export function openFileAtOnce(path: string, shown: string, flags: number): OpenFile {
  const fd = openAtOnce(path, fileFlags | flags, shown)
  try {
    const stats = fstatSync(fd)
    requireFile(stats, shown)
    return {
      fd,
      size: stats.size,
      read: (memory, offset, byteLength, start) => ({
        bytesRead: readSync(fd, memory, offset, byteLength, start),
      }),
      close: async () => closeSync(fd),
    }
  } catch (error) {
    closeSync(fd)
    throw error
  }
}

/** Returns a descriptor. @throws as {@link openInTime} */
export function openAtOnce(path: string, flags: number, shown: string): number {
  try {
    return openSync(path, flags)
  } catch (cause) {
    throw unopenedError(shown, cause)
  }
}

function requireFile(stats: Stats, shown: string): void {
  if (stats.isFile()) return
  throw new SpecimenError('file.missing', `${shown} must be a regular file (got ${describeKind(stats)}).`)
}

/** Opens anything with these flags. @throws `file.missing`, with the system's own error as its cause */
export async function openInTime(path: string, flags: number, shown: string): Promise<FileHandle> {
  const opening = open(path, flags)
  try {
    return await inTime(opening, shown)
  } catch (cause) {
    opening.then(closeFile, () => undefined) // it was given up, and may be opened after all
    throw cause instanceof SpecimenError ? cause : unopenedError(shown, cause)
  }
}

function unopenedError(shown: string, cause: unknown): SpecimenError {
  return new SpecimenError('file.missing', `${shown} cannot be opened: ${describeFailure(cause)}.`, { cause })
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
 * the end. @throws `file.missing`
 */
export async function readAt(
  file: Pick<OpenFile, 'read'>,
  shown: string,
  { start, byteLength }: ByteRange,
): Promise<Uint8Array> {
  const memory = Buffer.allocUnsafeSlow(byteLength)
  const reading = file.read(memory, 0, byteLength, start)
  const { bytesRead } = reading instanceof Promise ? await inTime(reading, shown) : reading
  return memory.subarray(0, bytesRead)
}

/**
 * Settles as an operation does, or rejects when it takes too long; it then goes on by itself. @throws
 * `file.missing`
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
  return new SpecimenError('file.missing', `${found}; check that it is still there.`)
}

/** Returns whether an error means that there is no such file or folder. */
export function isAbsent(error: unknown): boolean {
  const cause = error instanceof SpecimenError ? error.cause : error
  return cause instanceof Error && 'code' in cause && (cause.code === 'ENOENT' || cause.code === 'ENOTDIR')
}

/** Node's message names the path, which may be one of a descriptor. */
function describeFailure(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause)
  return text.replace(/, (open|scandir|lstat) '.*'$/s, '')
}

function describeKind(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a FIFO'
  return stats.isSocket() ? 'a socket' : 'a device'
}
