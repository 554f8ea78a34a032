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
  readonly hash?: string
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
 * @throws the refusal; `request.invalid` where the body ends early; `system.failed`
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
      bytes += piece.length
      if (!room.grow(bytes)) continue
      hash.update(piece)
      await write(file, piece)
    }
    room.end()
    if (length !== undefined && length !== bytes) throw cutError(`${bytes} of ${length} bytes`)
    const found = hash.digest('hex')
    if (wanted === undefined || found === wanted) return { hash: found, bytes }
    const detail = `The body has the SHA-256 ${found}, where ${wanted} was announced; send the file again.`
    throw new SpecimenError('request.invalid', detail)
  } finally {
    await file.close()
  }
}

/** Yields the pieces of a body, and leaves it as it is. @throws `request.invalid` when it ends early */
async function* readBody(body: Readable, countBytes: () => number): AsyncGenerator<Uint8Array> {
  const pieces = body.iterator({ destroyOnReturn: false })
  try {
    for (;;) {
      const { done, value } = await pieces.next().catch((cause: unknown) => {
        throw cutError(`${countBytes()} bytes`, cause)
      })
      if (done) return
      yield value
    }
  } finally {
    await pieces.return?.()
  }
}

async function write(file: FileHandle, piece: Uint8Array): Promise<void> {
  try {
    for (let at = 0; at < piece.length; ) {
      const { bytesWritten } = await file.write(piece, at)
      at += bytesWritten
    }
  } catch (cause) {
    throw toFileError('A file cannot be kept', cause)
  }
}

function cutError(found: string, cause?: unknown): SpecimenError {
  return new SpecimenError('request.invalid', `The body ended after ${found}; send the file again.`, {
    cause,
  })
}
