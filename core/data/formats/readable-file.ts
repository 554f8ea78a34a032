/** Files of which hosts read parts, to list them without decoding. */
import { inflateStart, isGzip } from './inflate.ts'

/** A file of which parts are read. */
export interface ReadableFile {
  readonly name: string
  /** Infinity where only its whole content would show it. */
  readonly size: number
  /**
   * Returns the bytes from `start` on, fewer at the end, or where more than is looked at would be inflated.
   */
  readonly read: (start: number, byteLength: number) => Promise<Uint8Array>
}

/** Bytes that are read of a file's beginning, and those that are inflated of it. */
export const startBytes = 2 ** 14
const inflatedBytes = 2 ** 16
/** Most bytes of a file's beginning that are looked at. */
export const mostBytes = 2 ** 22

/** Returns the content of a file: that which is compressed by gzip, where it is. */
export async function openContent(file: ReadableFile): Promise<ReadableFile> {
  const { name, size: packedSize, read } = file
  const packed = await read(0, startBytes)
  if (!isGzip(packed)) return file
  let inflated = inflateStart(packed, inflatedBytes)
  /** Set once all that may be looked at is inflated. */
  let isLooked = false
  const isWhole = inflated.length < inflatedBytes && packed.length >= packedSize
  const readContent = async (start: number, byteLength: number): Promise<Uint8Array> => {
    const isBeyond = start + byteLength > inflated.length
    if (isBeyond && !isWhole && !isLooked) {
      inflated = inflateStart(await read(0, mostBytes), mostBytes)
      isLooked = true
    }
    return inflated.subarray(start, start + byteLength)
  }
  const size = isWhole ? inflated.length : await readSize(file, inflated.length)
  return { name: name.replace(/[.]gz$/i, ''), size, read: readContent }
}

/** Returns the size that the end of a file by gzip says; that of its last member may be less than all. */
async function readSize({ size, read }: ReadableFile, least: number): Promise<number> {
  const [a = 0, b = 0, c = 0, d = 0] = await read(Math.max(0, size - 4), 4)
  const said = a + 2 ** 8 * b + 2 ** 16 * c + 2 ** 24 * d
  return said > least ? said : Number.POSITIVE_INFINITY
}
