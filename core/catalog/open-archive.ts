import { createHash } from 'node:crypto'
import { lstat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { SpecimenError } from '../domain/errors.ts'
import type { Asset, AssetAnswer, AssetRequest } from '../domain/specimen.ts'
import { closeFile, inTime, readAt } from '../files/open-file.ts'
import { openInside } from '../files/open-inside.ts'
import { measureTarGap, tarBlockBytes, toTarHead } from '../formats/tar.ts'

const readBytes = 256 * 1024
const parallelStats = 32

/** Answers for a folder with an archive of its files, each read when it is sent; without ranges. */
export async function openArchive(
  asset: Extract<Asset, { kind: 'folder' }>,
  { method, headers: { 'if-none-match': known } }: AssetRequest,
  signal: AbortSignal,
): Promise<AssetAnswer> {
  const entries = await measureFiles(asset.folder, await asset.list())
  const hash = createHash('sha256')
  for (const { path, size, modified } of entries) hash.update(`${path}\0${size} ${modified}\n`)
  const etag = `"${hash.digest('base64url').slice(0, 27)}"`
  const named = { etag, 'content-type': 'application/x-tar', 'accept-ranges': 'none' }
  if (known?.includes(etag)) return { status: 304, headers: named, byteLength: 0, body: null }
  const byteLength = entries.reduce(
    (total, { size }) => total + tarBlockBytes + size + measureTarGap(size),
    2 * tarBlockBytes,
  )
  const headers = { ...named, 'content-length': String(byteLength) }
  if (method === 'HEAD') return { status: 200, headers, byteLength: 0, body: null }
  return { status: 200, headers, byteLength, body: toBody(asset, entries, signal) }
}

async function measureFiles(folder: string, paths: readonly string[]) {
  const entries: { readonly path: string; readonly size: number; readonly modified: bigint }[] = []
  for (let i = 0; i < paths.length; i += parallelStats) {
    const batch = paths.slice(i, i + parallelStats).map(async (path) => {
      const { size, mtimeNs } = await inTime(lstat(join(folder, path), { bigint: true }), path)
      return { path, size: Number(size), modified: mtimeNs }
    })
    entries.push(...(await Promise.all(batch)))
  }
  return entries
}

/** Fails when a file is no longer as long as announced. */
async function* toBody(
  { name, ...place }: Extract<Asset, { kind: 'folder' }>,
  entries: Awaited<ReturnType<typeof measureFiles>>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const above = dirname(name) === '.' ? 0 : dirname(name).length + 1
  for (const { path, size } of entries) {
    yield toTarHead(path.slice(above), size)
    const file = await openInside(place, path)
    try {
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
