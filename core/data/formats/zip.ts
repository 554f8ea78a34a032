/**
 * Archives by PKWARE's APPNOTE (zip), as 3MF and other documents are: entries that are stored or deflated.
 */
import type { ByteBudget } from './byte-budget.ts'
import { findChecksum } from './checksum.ts'
import { inflate } from './inflate.ts'
import { toView } from './number-readers.ts'
import { refuse, requireBytes, showName } from './refusal.ts'

/** An entry of an archive. */
export interface ZipEntry {
  readonly path: string
  readonly isDeflated: boolean
  /** Its bytes as they stand in the archive, a view. */
  readonly packed: Uint8Array
  /** Bytes of its content, as announced. */
  readonly size: number
  /** CRC-32 of its content, as announced. */
  readonly checksum: number
}

const [endBytes, entryBytes, localBytes, locatorBytes, end64Bytes] = [22, 46, 30, 20, 56]
const [endMark, entryMark, localMark] = [0x06054b50, 0x02014b50, 0x04034b50]
/** The marks of zip64: of the place of its end, and of that end, which has the numbers in 64 bits. */
const [locatorMark, end64Mark, wideField] = [0x07064b50, 0x06064b50, 1]
/** Stands in place of numbers that are elsewhere in 64 bits, however small these are. */
const [elsewhere16, elsewhere32] = [0xffff, 0xffff_ffff]
const longestComment = 2 ** 16
const mostEntries = 10_000

/** Returns the entries of an archive by its directory. @throws `file.undecodable`, also for encrypted ones */
export function listZip(bytes: Uint8Array): readonly ZipEntry[] {
  const view = toView(bytes)
  const { count, start } = readEnd(view)
  if (count > mostEntries)
    throw refuse(`An archive may have ${mostEntries} files (got ${count}); save it with fewer.`)
  let at = start
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
  const checksum = view.getUint32(at + 16, true)
  const { length, size, local } = readSizes(view, at)
  requireBytes('a file of the archive', local + localBytes, view.byteLength)
  if (view.getUint32(local, true) !== localMark) throw refuse('A file of the archive is damaged.')
  const start = local + localBytes + view.getUint16(local + 26, true) + view.getUint16(local + 28, true)
  requireBytes('a file of the archive', start + length, view.byteLength)
  const packed = new Uint8Array(view.buffer, view.byteOffset + start, length)
  return { path, isDeflated: method === 8, packed, size, checksum }
}

/** Returns lengths and place of an entry; its field of zip64 has those that do not stand here, in order. */
function readSizes(view: DataView, at: number) {
  const wide = findWideNumbers(view, at)
  const read = (place: number): number => {
    const number = view.getUint32(at + place, true)
    const found = number === elsewhere32 ? wide.shift() : number
    if (found === undefined) throw refuse('The directory of the archive is damaged: a length is missing.')
    return found
  }
  const size = read(24)
  return { size, length: read(20), local: read(42) }
}

/** Returns the numbers of the field of zip64 behind an entry's name; none where it has none. */
function findWideNumbers(view: DataView, at: number): number[] {
  const start = at + entryBytes + view.getUint16(at + 28, true)
  const end = Math.min(start + view.getUint16(at + 30, true), view.byteLength)
  for (let field = start; field + 4 <= end; field += 4 + view.getUint16(field + 2, true)) {
    if (view.getUint16(field, true) !== wideField) continue
    const length = Math.min(view.getUint16(field + 2, true), end - field - 4)
    return Array.from({ length: Math.floor(length / 8) }, (_, i) => readWide(view, field + 4 + 8 * i))
  }
  return []
}

/** Returns a number of 64 bits; one above 2^53 is as wrong after rounding as before. */
function readWide(view: DataView, at: number): number {
  return Number(view.getBigUint64(at, true))
}

/**
 * Returns the content of an entry, bounded by what the archive announces and compared with its checksum.
 * @throws `file.undecodable`
 */
export async function readZipEntry(
  { path, isDeflated, packed, size, checksum }: ZipEntry,
  budget: ByteBudget,
): Promise<Uint8Array> {
  if (isDeflated) budget.take('A file of the archive', 3 * size)
  const content = isDeflated ? await inflate(packed, size, 'deflate-raw') : packed
  requireBytes('a file of the archive', size, content.length)
  if (findChecksum(content) === checksum) return content
  throw refuse(
    `The file is damaged: ${showName(path)} in its archive has another checksum (CRC-32) than it says.`,
  )
}

/** Returns how many entries the directory has, and where it begins. */
function readEnd(view: DataView): { readonly count: number; readonly start: number } {
  const end = findEnd(view)
  const [count, start] = [view.getUint16(end + 10, true), view.getUint32(end + 16, true)]
  if (count !== elsewhere16 && start !== elsewhere32) return { count, start }
  const locator = end - locatorBytes
  // An archive may really have 65,535 files.
  if (locator < 0 || view.getUint32(locator, true) !== locatorMark) return { count, start }
  const wide = readWide(view, locator + 8)
  requireBytes('the end of the archive (zip64)', wide + end64Bytes, view.byteLength)
  if (view.getUint32(wide, true) !== end64Mark)
    throw refuse('The directory of the archive is damaged: its end (zip64) is not where it should be.')
  return { count: readWide(view, wide + 32), start: readWide(view, wide + 48) }
}

function findEnd(view: DataView): number {
  const least = Math.max(0, view.byteLength - endBytes - longestComment)
  for (let at = view.byteLength - endBytes; at >= least; at--)
    if (view.getUint32(at, true) === endMark) return at
  throw refuse('The file is truncated: its archive has no directory.')
}
