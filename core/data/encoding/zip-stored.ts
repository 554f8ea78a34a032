/** Archives of uncompressed files by PKWARE's APPNOTE (zip). */
import { joinBytes } from './join-bytes.ts'

/** A file to pack: its path in the zip, in ASCII, and its bytes. */
export interface PackedFile {
  readonly name: string
  readonly parts: readonly Uint8Array[]
}

/** Bytes before the name in the header of a file (APPNOTE, 4.3.7). */
const headerBytes = 30
/** Bytes before the name in the entry of a file (APPNOTE, 4.3.12). */
const entryBytes = 46
/** Bytes of the end of the directory (4.3.16). */
const endBytes = 22
/** Bytes of the end of the directory of zip64 (4.3.14). */
const wideEndBytes = 56
/** Bytes of the place of that end (4.3.15). */
const locatorBytes = 20
/** The extra field with which USD pads. */
const paddingField = 0x1986
/** The extra field of zip64 (4.5.3). */
const wideField = 1
/** Bytes before the content of an extra field (APPNOTE, 4.5.1). */
const fieldBytes = 4
/** Version 2.0, which a stored file needs (4.4.3). */
const plainVersion = 20
/** Version 4.5, which has zip64. */
const wideVersion = 45
/** 1 January 1980, as MS-DOS has it (4.4.6). */
const firstDay = 0x21
/** Stands for a number that zip64 has. */
const elsewhere = 0xffff_ffff

/**
 * Returns the parts of a zip of uncompressed files; equal files give equal bytes. Their bytes begin at
 * multiples of `boundary`: USDZ wants 64, and 1 pads nothing. Own code: fflate joins a file that is stored,
 * or puts its length behind it, where readers of USDZ do not look.
 */
export function zipStored(files: readonly PackedFile[], boundary: number): readonly Uint8Array[] {
  const parts: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let at = 0
  for (const { name, parts: content } of files) {
    const head = describe({ name, parts: content }, at, boundary)
    parts.push(head.header, ...content)
    entries.push(head.entry)
    at += head.header.length + head.size
  }
  const directory = joinBytes(entries)
  return [...parts, directory, describeEnd({ count: files.length, at, length: directory.length })]
}

/** The directory of a zip. */
interface Directory {
  readonly count: number
  /** Its first byte. */
  readonly at: number
  readonly length: number
}

function describeEnd({ count, at, length }: Directory): Uint8Array {
  const isWide = at >= elsewhere
  const before = isWide ? wideEndBytes + locatorBytes : 0
  const bytes = new Uint8Array(before + endBytes)
  if (isWide) {
    const wide = new DataView(bytes.buffer)
    wide.setUint32(0, 0x0606_4b50, true)
    setWide(wide, 4, wideEndBytes - 12)
    wide.setUint16(12, wideVersion, true)
    wide.setUint16(14, wideVersion, true)
    for (const [i, value] of [count, count, length, at].entries()) setWide(wide, 24 + 8 * i, value)
    wide.setUint32(wideEndBytes, 0x0706_4b50, true)
    setWide(wide, wideEndBytes + 8, at + length)
    wide.setUint32(wideEndBytes + 16, 1, true)
  }
  const end = new DataView(bytes.buffer, before)
  end.setUint32(0, 0x0605_4b50, true)
  end.setUint16(8, count, true)
  end.setUint16(10, count, true)
  end.setUint32(12, length, true)
  end.setUint32(16, Math.min(at, elsewhere), true)
  return bytes
}

interface FileHead {
  readonly header: Uint8Array
  readonly entry: Uint8Array
  readonly size: number
}

/** Returns the header of a file that begins at `at`, and its entry in the directory. */
function describe({ name, parts }: PackedFile, at: number, boundary: number): FileHead {
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const path = new TextEncoder().encode(name)
  const isLong = size >= elsewhere
  // The sizes stand twice, as a header must have both.
  const own = isLong ? toField(wideField, [size, size]) : new Uint8Array()
  const begin = at + headerBytes + path.length + own.length
  const padding = boundary > 1 ? [toPadding((boundary - ((begin + fieldBytes) % boundary)) % boundary)] : []
  const extra = joinBytes([own, ...padding])
  const listed = [...(isLong ? [size, size] : []), ...(at >= elsewhere ? [at] : [])]
  const more = listed.length > 0 ? toField(wideField, listed) : new Uint8Array()
  const header = new Uint8Array(headerBytes + path.length + extra.length)
  const entry = new Uint8Array(entryBytes + path.length + more.length)
  const views = [new DataView(header.buffer), new DataView(entry.buffer)] as const
  const version = listed.length > 0 ? wideVersion : plainVersion
  const checksum = findChecksum(parts)
  // An entry has the same members two bytes later, behind the version that wrote it.
  for (const [view, start] of [
    [views[0], 4],
    [views[1], 6],
  ] as const) {
    view.setUint16(start, version, true)
    view.setUint16(start + 8, firstDay, true)
    view.setUint32(start + 10, checksum, true)
    view.setUint32(start + 14, Math.min(size, elsewhere), true)
    view.setUint32(start + 18, Math.min(size, elsewhere), true)
    view.setUint16(start + 22, path.length, true)
  }
  const [local, listedView] = views
  local.setUint32(0, 0x0403_4b50, true)
  local.setUint16(28, extra.length, true)
  header.set(path, headerBytes)
  header.set(extra, headerBytes + path.length)
  listedView.setUint32(0, 0x0201_4b50, true)
  listedView.setUint16(4, version, true)
  listedView.setUint16(30, more.length, true)
  listedView.setUint32(42, Math.min(at, elsewhere), true)
  entry.set(path, entryBytes)
  entry.set(more, entryBytes + path.length)
  return { header, entry, size }
}

/** Returns an extra field of numbers of 64 bits. */
function toField(id: number, numbers: readonly number[]): Uint8Array {
  const view = new DataView(new ArrayBuffer(fieldBytes + 8 * numbers.length))
  view.setUint16(0, id, true)
  view.setUint16(2, 8 * numbers.length, true)
  for (const [i, value] of numbers.entries()) setWide(view, fieldBytes + 8 * i, value)
  return new Uint8Array(view.buffer)
}

/** Returns an extra field of as many bytes that say nothing. */
function toPadding(length: number): Uint8Array {
  const view = new DataView(new ArrayBuffer(fieldBytes + length))
  view.setUint16(0, paddingField, true)
  view.setUint16(2, length, true)
  return new Uint8Array(view.buffer)
}

function setWide(view: DataView, at: number, value: number): void {
  view.setBigUint64(at, BigInt(value), true)
}
/** CRC-32 (4.4.7), by the byte. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb8_8320 ^ (value >>> 1) : value >>> 1
  return value
})

function findChecksum(parts: readonly Uint8Array[]): number {
  let checksum = 0xffff_ffff
  for (const part of parts)
    for (let i = 0; i < part.length; i++)
      checksum = (table[(checksum ^ (part[i] ?? 0)) & 0xff] ?? 0) ^ (checksum >>> 8)
  return (checksum ^ 0xffff_ffff) >>> 0
}
