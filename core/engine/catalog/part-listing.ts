import { createHash } from 'node:crypto'
import { SpecimenError, toSpecimenError } from '../../contract/domain/errors.ts'
import type { Asset, FolderListing, ListedFile } from '../../contract/domain/specimen.ts'
import { closeFile, inTime } from '../files/open-file.ts'
import { type Confinement, openInside } from '../files/open-inside.ts'
import { unreadableError } from './open-asset.ts'

/** A file, or a folder that is one content, and the part that it is first. */
export interface PartSource {
  readonly name: string
  /** From the folder of the specimen. */
  readonly path: string
  readonly asset: Asset
}

/**
 * Returns what lists the files of a scene, each once, by what is there at each call; `head` counts for the
 * validator. Files may be links within their folder. @throws `file.missing` or `system.failed` with the part
 */
export function createPartListing(
  confinement: Confinement,
  sources: readonly PartSource[],
  head: Uint8Array,
): () => Promise<FolderListing> {
  return async () => {
    const files = new Map<string, ListedFile>()
    const forgets: (() => void)[] = []
    for (const { name, path, asset } of sources) {
      if (files.has(path)) continue
      try {
        const listed = asset.kind === 'folder' ? await asset.list() : undefined
        const found = listed?.files ?? [await measureFile(confinement, path)]
        for (const file of found) files.set(file.path, file)
        if (listed) forgets.push(listed.forget)
      } catch (error) {
        const { code, message } = unreadableError(path, toSpecimenError(error))
        throw new SpecimenError(code, `${name}: ${message}`, { cause: error })
      }
    }
    const all = [...files.values()]
    const forget = (): void => {
      for (const each of forgets) each()
    }
    return { files: all, etag: toTag(head, all), forget }
  }
}

async function measureFile(confinement: Confinement, path: string): Promise<ListedFile> {
  const file = await openInside(confinement, path)
  try {
    const { size, mtimeNs } = await inTime(file.stat({ bigint: true }), path)
    return { path, size: Number(size), modified: mtimeNs }
  } finally {
    closeFile(file)
  }
}

function toTag(head: Uint8Array, files: readonly ListedFile[]): string {
  const hash = createHash('sha256').update(head)
  for (const { path, size, modified } of files) hash.update(`\0${path}\0${size} ${modified}`)
  return `"${hash.digest('base64url').slice(0, 27)}"`
}
