import { createHash } from 'node:crypto'
import { closeSync, fchmodSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { BundleFile } from '../../contract/domain/manifest.ts'
import { closeFile, readPieces } from '../files/open-file.ts'
import type { OpenByName } from '../files/open-inside.ts'

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
  const target = openSync(copy, 'wx', 0o600)
  try {
    // A mode given to open is cut by the umask; plugins may be another user of the folder's group.
    fchmodSync(target, 0o440)
    for await (const piece of readVerified(open, file)) writeFileSync(target, piece)
  } finally {
    closeSync(target)
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
    const digest = hash.digest('hex')
    if (digest !== sha256) {
      const wanted = `${path} must have the hash ${shorten(sha256)}, as in the manifest`
      throw incompleteError(`${wanted} (got ${shorten(digest)})`)
    }
  } finally {
    closeFile(source)
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

/** Returns as much of a hash as people compare. */
function shorten(hash: string): string {
  return `${hash.slice(0, 12)}…`
}
