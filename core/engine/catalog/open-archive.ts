import { dirname } from 'node:path'
import { SpecimenError } from '../../contract/domain/errors.ts'
import type { Asset, AssetAnswer, AssetRequest, FolderListing } from '../../contract/domain/specimen.ts'
import { measureTarGap, tarBlockBytes, toTarHead } from '../../data/formats/tar.ts'
import { closeFile, inTime, readAt } from '../files/open-file.ts'
import { openInside } from '../files/open-inside.ts'
import { isKnownTag } from './entity-tags.ts'

const readBytes = 256 * 1024

/** Answers for a folder with an archive of its files, each read when it is sent; without ranges. */
export async function openArchive(
  asset: Extract<Asset, { kind: 'folder' }>,
  { method, headers: { 'if-none-match': known } }: AssetRequest,
  signal: AbortSignal,
): Promise<AssetAnswer> {
  const listing = await asset.list()
  const { files, etag } = listing
  const named = { etag, 'content-type': 'application/x-tar', 'accept-ranges': 'none' }
  if (isKnownTag(known, etag)) return { status: 304, headers: named, byteLength: 0, body: null }
  const sizes = [...(asset.head ? [asset.head.bytes.length] : []), ...files.map(({ size }) => size)]
  const byteLength = sizes.reduce(
    (total, size) => total + tarBlockBytes + size + measureTarGap(size),
    2 * tarBlockBytes,
  )
  const headers = { ...named, 'content-length': String(byteLength) }
  if (method === 'HEAD') return { status: 200, headers, byteLength: 0, body: null }
  return { status: 200, headers, byteLength, body: toBody(asset, listing, signal) }
}

/** Fails when a file is no longer the one that was listed. */
async function* toBody(
  { name, head, ...place }: Extract<Asset, { kind: 'folder' }>,
  { files, forget }: FolderListing,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  if (head) {
    yield toTarHead(head.name, head.bytes.length)
    yield head.bytes
    yield new Uint8Array(measureTarGap(head.bytes.length))
  }
  const above = dirname(name) === '.' ? 0 : dirname(name).length + 1
  for (const { path, size, modified } of files) {
    yield toTarHead(path.slice(above), size)
    const file = await openInside(place, path)
    try {
      const stat = await inTime(file.stat({ bigint: true }), path)
      if (stat.mtimeNs !== modified || stat.size !== BigInt(size)) {
        forget()
        throw new SpecimenError('file.missing', `${path} was changed since it was listed; ask again.`)
      }
      for (let at = 0; at < size; ) {
        signal.throwIfAborted()
        const piece = await readAt(file, path, { start: at, byteLength: Math.min(readBytes, size - at) })
        if (piece.length === 0) throw new SpecimenError('file.missing', `${path} was cut while it was sent.`)
        at += piece.length
        yield piece
      }
    } finally {
      closeFile(file)
    }
    yield new Uint8Array(measureTarGap(size))
  }
  yield new Uint8Array(2 * tarBlockBytes)
}
