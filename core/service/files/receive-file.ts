import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { SpecimenError } from '../../contract/domain/errors.ts'
import { toFileError } from '../../engine/files/open-file.ts'
import type { BodyRoom } from './body-room.ts'

/** Bytes that are about to arrive. */
export interface ArrivingFile {
  readonly body: Readable
  /** The announced number of bytes; undefined for chunks. */
  readonly length: number | undefined
  /** The SHA-256 that it must have; absent for any. */
  readonly hash?: string | undefined
}

/** The bytes of a file that has arrived. */
export interface ArrivedFile {
  /** The SHA-256 in hexadecimal digits. */
  readonly hash: string
  readonly bytes: number
}

/**
 * Writes a body to a new file as it comes, so that memory has a piece of it at a time, as far as it has
 * room. The body is not destroyed: its answer is to come.
 * @throws the refusal; `request.invalid` where the body ends early; `file.altered`; `system.failed`
 */
export async function receiveFile(
  path: string,
  { body, length, hash: wanted }: ArrivingFile,
  room: BodyRoom,
): Promise<ArrivedFile> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600).catch((cause: unknown) => {
    throw toFileError('A file cannot be kept', cause)
  })
  try {
    let bytes = 0
    for await (const piece of readBody(body, () => bytes)) {
      const position = bytes
      bytes += piece.length
      if (!room.grow(bytes)) continue
      hash.update(piece)
      await writeAt(file, piece, position)
    }
    room.end()
    if (length !== undefined && length !== bytes) throw cutError(`${bytes} of ${length} bytes`)
    const found = hash.digest('hex')
    if (wanted !== undefined && found !== wanted) throw alteredError(found, wanted)
    return { hash: found, bytes }
  } finally {
    await file.close()
  }
}

/**
 * Yields the pieces of a body, and leaves it as it is.
 * @throws `request.invalid` when it ends early; the reason of the signal, also while nothing comes
 */
export async function* readBody(
  body: Readable,
  countBytes: () => number,
  signal?: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: false })
  let refuse: (error: unknown) => void = () => {}
  const stop = (): void => refuse(signal?.reason)
  signal?.addEventListener('abort', stop)
  // No race with one promise for all of them, which would keep something of each piece.
  const next = async (): Promise<IteratorResult<Uint8Array>> =>
    await new Promise((resolve, reject) => {
      refuse = reject
      pieces.next().then(resolve, (cause: unknown) => reject(cutError(`${countBytes()} bytes`, cause)))
    })
  try {
    for (;;) {
      signal?.throwIfAborted()
      const { done, value } = await next()
      if (done) return
      signal?.throwIfAborted()
      yield value
    }
  } finally {
    signal?.removeEventListener('abort', stop)
    const left = pieces.return?.()
    if (!signal?.aborted) await left // else it may wait for bytes that never come
  }
}

/** Writes bytes at a position. @throws `system.failed` */
export async function writeAt(file: FileHandle, bytes: Uint8Array, position: number): Promise<void> {
  try {
    for (let at = 0; at < bytes.length; ) {
      const { bytesWritten } = await file.write(bytes, at, bytes.length - at, position + at)
      at += bytesWritten
    }
  } catch (cause) {
    throw toFileError('A file cannot be kept', cause)
  }
}

/** Returns the refusal of a body that ended early. */
export function cutError(found: string, cause?: unknown): SpecimenError {
  return new SpecimenError('request.invalid', `The body ended after ${found}; send the file again.`, {
    cause,
  })
}

/** Returns the refusal of bytes that have another hash than was announced. */
export function alteredError(found: string, wanted: string): SpecimenError {
  const detail =
    `The file has the SHA-256 ${found}, where ` + `${wanted} was announced; send it again from its start.`
  return new SpecimenError('file.altered', detail)
}
