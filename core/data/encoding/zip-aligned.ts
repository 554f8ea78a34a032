import type { ZipOptions } from 'fflate'

/** A file to pack: its path in the zip, in ASCII, and its bytes. */
export interface PackedFile {
  readonly name: string
  readonly bytes: Uint8Array
}

/** The boundary at which the bytes of each file of a USDZ begin. */
const boundary = 64
/** Bytes before the name in the header of a file, and before an extra field (APPNOTE, 4.3.7, 4.5.1). */
const [headerBytes, fieldBytes] = [30, 4]
/** The extra field with which USD pads. */
const paddingField = 0x1986

/**
 * Returns a zip of uncompressed files whose bytes begin at multiples of 64, as USDZ wants it; equal files
 * give equal bytes.
 */
export async function zipAligned(files: readonly PackedFile[]): Promise<Uint8Array> {
  const { zipSync } = await import('fflate') // loaded at first use
  let at = 0
  const entries = files.map(({ name, bytes }): [string, [Uint8Array, ZipOptions]] => {
    const begin = at + headerBytes + name.length + fieldBytes
    const padding = (boundary - (begin % boundary)) % boundary
    at = begin + padding + bytes.byteLength
    // A zip has local times.
    const settings = { mtime: new Date(1980, 0, 1), extra: { [paddingField]: new Uint8Array(padding) } }
    return [name, [bytes, settings]]
  })
  return zipSync(Object.fromEntries(entries), { level: 0 })
}
