/** Archives of zip by their text (APPNOTE 6.3.10), with what a test wants in them. */
import { crc32 } from 'node:zlib'
import { toBytes } from './files.ts'

/** What stands in 64 bits, as programs choose: in the field of an entry, or in the end of the directory. */
export interface WideParts {
  /** Lengths of each file in its field of zip64. */
  readonly sizes?: boolean
  /** The place of each file there too. */
  readonly places?: boolean
  /** The directory's count and place in the end of zip64. */
  readonly end?: boolean
  /** Bytes that are wrong: of each checksum, the mark of the end of zip64, or the field, which is cut. */
  readonly damage?: 'checksum' | 'end' | 'field'
}

const elsewhere = 0xffff_ffff
const wide = (...numbers: number[]) => new BigUint64Array(numbers.map(BigInt))

/** Returns an archive of stored files. */
export function toArchive(files: { readonly [path: string]: string }, parts: WideParts = {}): Uint8Array {
  const { sizes = false, places = false, end = false, damage } = parts
  const locals: Uint8Array[] = []
  const entries: Uint8Array[] = []
  let at = 0
  for (const [path, text] of Object.entries(files)) {
    const content = toBytes(text)
    const checksum = crc32(content) ^ (damage === 'checksum' ? 1 : 0)
    const head = new Uint16Array([45, 0, 0, 0, 33])
    const lengths = [content.length, content.length]
    const narrow = new Uint32Array([checksum, ...(sizes ? [elsewhere, elsewhere] : lengths)])
    const numbers = wide(...(sizes ? lengths : []), ...(places ? [at] : []))
    const data = damage === 'field' ? toBytes(numbers).subarray(0, 7) : toBytes(numbers)
    // A field of another program stands first.
    const field = toBytes(new Uint16Array([0x5455, 1]), 'x', new Uint16Array([1, data.length]), data)
    const extra = numbers.length > 0 ? field : new Uint8Array()
    const names = new Uint16Array([path.length, extra.length])
    const local = toBytes('PK\x03\x04', head, narrow, names, path, extra, content)
    const place = new Uint32Array([places ? elsewhere : at])
    const rest = toBytes(new Uint16Array([0, 0, 0]), new Uint8Array(4), place, path, extra)
    entries.push(toBytes('PK\x01\x02\x2d\x00', head, narrow, names, rest))
    locals.push(local)
    at += local.length
  }
  const directory = toBytes(...entries)
  const count = entries.length
  const versions = new Uint16Array([45, 45])
  const numbers = wide(count, count, directory.length, at)
  const end64 = toBytes(
    damage === 'end' ? 'PK\x06\x05' : 'PK\x06\x06',
    wide(44),
    versions,
    new Uint32Array(2),
    numbers,
  )
  const locator = toBytes('PK\x06\x07', new Uint32Array(1), wide(at + directory.length), new Uint32Array([1]))
  const counts = new Uint16Array(end ? [0, 0, 0xffff, 0xffff] : [0, 0, count, count])
  const last = toBytes(
    new Uint32Array(end ? [elsewhere, elsewhere] : [directory.length, at]),
    new Uint16Array(1),
  )
  return toBytes(...locals, directory, ...(end ? [end64, locator] : []), 'PK\x05\x06', counts, last)
}
