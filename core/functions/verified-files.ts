import { createHash } from 'node:crypto'
import { closeSync, open as openCallback, write, writeSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SpecimenError, toSpecimenError } from '../domain/errors.ts'
import type { BundleFile } from '../domain/manifest.ts'
import { closeFile, readPieces } from '../files/open-file.ts'
import type { OpenByName } from '../files/open-inside.ts'

const openLater = promisify(openCallback)
const writeLater = promisify(write)
/** Most bytes written while the event loop waits: 0.05 ms. */
const smallBytes = 64 * 1024

/**
 * Reads every file of a bundle. @throws `bundle.incomplete` for one that does not fit its hash,
 * `system.failed`
 */
export async function verifyFiles(open: OpenByName, files: readonly BundleFile[]): Promise<void> {
  for (const file of files) for await (const _ of readVerified(open, file));
}

/** Copies every file of a bundle into a folder. @throws as {@link verifyFiles} */
export async function copyFiles(open: OpenByName, files: readonly BundleFile[], into: string): Promise<void> {
  for (const file of files) await copyFile(open, file, join(into, file.path))
}

async function copyFile(open: OpenByName, file: BundleFile, copy: string): Promise<void> {
  let target: number | undefined
  try {
    for await (const piece of readVerified(open, file)) {
      target ??= await openLater(copy, 'wx', 0o440)
      await writeAll(target, piece)
    }
    target ??= await openLater(copy, 'wx', 0o440) // an empty file
  } finally {
    if (target !== undefined) closeSync(target)
  }
}

/** Yields the bytes of a file; throws at their end, or earlier, if they do not fit. */
async function* readVerified(
  open: OpenByName,
  { path, bytes, sha256 }: BundleFile,
): AsyncGenerator<Uint8Array> {
  const source = await open(path).catch((cause: unknown) => {
    throw toBundleError(cause)
  })
  try {
    const hash = createHash('sha256')
    let length = 0
    for await (const piece of readPieces(source, path)) {
      length += piece.length
      if (length > bytes) break
      hash.update(piece)
      yield piece
    }
    if (length !== bytes) {
      const found = length > bytes ? 'more' : length
      const wanted = `${path} must have ${bytes} bytes, as in the manifest`
      throw incompleteError(`${wanted} (got ${found}): it was edited or not copied whole`)
    }
    const found = hash.digest('hex')
    if (found !== sha256)
      throw incompleteError(
        `${path} must have the hash ${sha256.slice(0, 12)}…, as in the manifest (got ${found.slice(0, 12)}…)`,
      )
  } finally {
    closeFile(source)
  }
}

/** Blocks for small files only: the disk may be slow for large ones. */
async function writeAll(target: number, piece: Uint8Array): Promise<void> {
  for (let at = 0; at < piece.length; ) {
    const isSmall = piece.length <= smallBytes
    at += isSmall ? writeSync(target, piece, at) : (await writeLater(target, piece, at)).bytesWritten
  }
}

/** Returns a file's failure as an error of its bundle, except failures of the system. */
export function toBundleError(cause: unknown): SpecimenError {
  const error = toSpecimenError(cause)
  if (error.code === 'system.failed') return error
  return incompleteError(error.message.replace(/\.$/, ''), cause)
}

/** Returns the error of an incomplete bundle; `detail` has no full stop at its end. */
export function incompleteError(detail: string, cause?: unknown): SpecimenError {
  return new SpecimenError('bundle.incomplete', `${detail}; build or copy the bundle again, then reload.`, {
    cause,
  })
}
