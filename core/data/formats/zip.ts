/**
 * Archives by PKWARE's APPNOTE (zip), as 3MF and other documents are: entries that are stored or deflated.
 */
import { toView } from './number-readers.ts'
import { refuse, requireBytes } from './refusal.ts'

/** An entry of an archive. */
export interface ZipEntry {
  readonly path: string
  readonly isDeflated: boolean
  /** Its bytes as they stand in the archive, a view. */
  readonly packed: Uint8Array
  /** Bytes of its content, as announced. */
  readonly size: number
}

const [endBytes, entryBytes, localBytes] = [22, 46, 30]
const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]
const longestComment = 2 ** 16
const mostEntries = 10_000

/**
 * Returns the entries of an archive by its directory. @throws `file.undecodable`, also for encrypted ones and
 * zip64
 */
export function listZip(bytes: Uint8Array): readonly ZipEntry[] {
  const view = toView(bytes)
  const end = findEnd(view)
  const count = view.getUint16(end + 10, true)
  let at = view.getUint32(end + 16, true)
  if (count > mostEntries || at === 0xffff_ffff)
    throw refuse(`An archive of more than ${mostEntries} files or 4 GB is not read.`)
  const entries: ZipEntry[] = []
  for (let i = 0; i < count; i++) {
    requireBytes('the directory of the archive', entryBytes, bytes.length - at)
    if (view.getUint32(at, true) !== entryMark) throw refuse('The directory of the archive is damaged.')
    const nameLength = view.getUint16(at + 28, true)
    const path = new TextDecoder().decode(bytes.slice(at + entryBytes, at + entryBytes + nameLength))
    entries.push(readEntry(view, at, path))
    at += entryBytes + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  return entries
}

function readEntry(view: DataView, at: number, path: string): ZipEntry {
  const [flags, method] = [view.getUint16(at + 8, true), view.getUint16(at + 10, true)]
  if (flags & 1) throw refuse('The archive is encrypted; save it without a password.')
  if (method !== 0 && method !== 8)
    throw refuse(`The archive is packed by method ${method}; pack it by deflate.`)
  const [length, size] = [view.getUint32(at + 20, true), view.getUint32(at + 24, true)]
  const local = view.getUint32(at + 42, true)
  requireBytes('a file of the archive', local + localBytes, view.byteLength)
  if (view.getUint32(local, true) !== localMark) throw refuse('A file of the archive is damaged.')
  const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  requireBytes('a file of the archive', start + length, view.byteLength)
  const packed = new Uint8Array(view.buffer, view.byteOffset + start, length)
  return { path, isDeflated: method === 8, packed, size }
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= least; at--)
    if (view.getUint32(at, true) === endMark) return at
  throw refuse('The file is truncated: its archive has no directory.')
}
