import { joinBytes } from './join-bytes.ts'

/** A file to pack: its path in the zip, in ASCII, and its bytes. */
export interface PackedFile {
  readonly name: string
  readonly parts: readonly Uint8Array[]
}

/** The boundary at which the bytes of each file of a USDZ begin. */
const boundary = 64
/** Bytes before the name in the header of a file (APPNOTE, 4.3.7). */
const headerBytes = 30
/** Bytes before the name in the entry of a file (APPNOTE, 4.3.12). */
const entryBytes = 46
/** Bytes of the end of the directory (APPNOTE, 4.3.16). */
const endBytes = 22
/** The extra field with which USD pads. */
const paddingField = 0x1986
/** Bytes before the content of an extra field (APPNOTE, 4.5.1). */
const fieldBytes = 4
/** Version 2.0, which a stored file needs (4.4.3). */
const version = 20
/** 1 January 1980, as MS-DOS has it (4.4.6). */
const firstDay = 0x21

/**
 * Returns the parts of a zip of uncompressed files whose bytes begin at multiples of 64, as USDZ wants it;
 * equal files give equal bytes. Own code: fflate joins a file that is stored, or puts its length behind it,
 * where readers of USDZ do not look.
 */
export function zipAligned(files: readonly PackedFile[]): readonly Uint8Array[] {
  const parts: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let at = 0
  for (const { name, parts: content } of files) {
    const head = describe(name, content, at)
    parts.push(head.header, ...content)
    entries.push(head.entry)
    at += head.header.length + head.size
  }
  const directory = joinBytes(entries)
  const end = new DataView(new ArrayBuffer(endBytes))
  end.setUint32(0, 0x0605_4b50, true)
  end.setUint16(8, files.length, true)
  end.setUint16(10, files.length, true)
  end.setUint32(12, directory.length, true)
  end.setUint32(16, at, true)
  return [...parts, directory, new Uint8Array(end.buffer)]
}

interface FileHead {
  readonly header: Uint8Array
  readonly entry: Uint8Array
  readonly size: number
}

/** Returns the header of a file that begins at `at`, and its entry in the directory. */
function describe(name: string, parts: readonly Uint8Array[], at: number): FileHead {
  const size = parts.reduce((sum, { byteLength }) => sum + byteLength, 0)
  const begin = at + headerBytes + name.length + fieldBytes
  const padding = (boundary - (begin % boundary)) % boundary
  const path = new TextEncoder().encode(name)
  const header = new Uint8Array(headerBytes + path.length + fieldBytes + padding)
  const entry = new Uint8Array(entryBytes + path.length)
  const views = [new DataView(header.buffer), new DataView(entry.buffer)] as const
  const checksum = findChecksum(parts)
  // An entry has the same members two bytes later, behind the version that wrote it.
  for (const [view, start] of [
    [views[0], 4],
    [views[1], 6],
  ] as const) {
    view.setUint16(start, version, true)
    view.setUint16(start + 8, firstDay, true)
    view.setUint32(start + 10, checksum, true)
    view.setUint32(start + 14, size, true)
    view.setUint32(start + 18, size, true)
    view.setUint16(start + 22, path.length, true)
  }
  const [local, listed] = views
  local.setUint32(0, 0x0403_4b50, true)
  local.setUint16(28, fieldBytes + padding, true)
  header.set(path, headerBytes)
  local.setUint16(headerBytes + path.length, paddingField, true)
  local.setUint16(headerBytes + path.length + 2, padding, true)
  listed.setUint32(0, 0x0201_4b50, true)
  listed.setUint16(4, version, true)
  listed.setUint32(42, at, true)
  entry.set(path, entryBytes)
  return { header, entry, size }
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
